// Simulated people who use an installation; a file records what it acknowledged; for infra/lab/run. Needs a build.
//   node infra/lab/load.mjs drop FILE [BATCHES]   drops that many batches, or until SIGTERM; the first run signs people up
//   node infra/lab/load.mjs audit FILE            waits until all work is done, then checks everything that was acknowledged
// Settings: LAB_URL; LAB_CODE, the setup code; for the audit, those of the installation.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inviteToken } from '../../dist/features/clients/invite-token.js';
import { randomFrom } from '../../dist/platform/audio/synth.js';
import { loadConfig } from '../../dist/platform/config.js';
import { Database } from '../../dist/platform/database/database.js';
import { createStorage } from '../../dist/platform/storage/create.js';
import { Caller } from '../../dist/testing/caller.js';
import { drain } from '../../dist/testing/events/drain.js';
import { audit } from '../../dist/testing/soak/audit.js';
import { makeMaterial } from '../../dist/testing/soak/material.js';
import { Ledger, Studio } from '../../dist/testing/soak/studio.js';

const [command, file, batches = 'Infinity'] = process.argv.slice(2);
const url = process.env.LAB_URL;
const SETTLE_MS = 240_000;
const state = read();
const ledger = state.ledger;
process.exitCode = await { drop, audit: look }[command]();

async function drop() {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-lab-'));
  state.people ??= await signUp();
  const people = {
    engineer: new Caller(url, { cookie: state.people.engineer }),
    client: new Caller(url, { cookie: state.people.client }),
    clientId: state.people.clientId,
  };
  let stopping = false;
  process.on('SIGTERM', () => (stopping = true));
  const studio = new Studio({
    url,
    material: makeMaterial(folder),
    ledger,
    random: randomFrom(Date.now() % 1e6),
    people,
  });
  for (let done = 0; done < Number(batches) && !stopping; done++) {
    const name = `Lab ${++state.batches}`;
    await studio.batch(name).catch((error) => ledger.problems.push(`batch ${name}: ${error.message}`));
    write();
  }
  rmSync(folder, { recursive: true });
  return 0;
}

async function look() {
  const config = loadConfig();
  const storage = createStorage(config);
  await storage.open();
  const database = await Database.connect({
    url: config.databaseUrl,
    entities: [],
    poolSize: 4,
    applicationName: 'lab',
    onPoolError: () => undefined,
  });
  const from = performance.now();
  await drain(database, SETTLE_MS).catch((error) => ledger.problems.push(error.message));
  const settled = Math.round((performance.now() - from) / 1000);
  const problems = await audit(ledger, { database, storage });
  await database.close();
  const { uploads, registered, releases, downloads, retries } = ledger;
  console.log(
    `${state.batches} batches, ${uploads.length} uploads, ${registered.size} files, ${releases.length} releases, ` +
      `${downloads} downloads, ${retries} calls repeated; all work done after ${settled} s`,
  );
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('Nothing acknowledged was lost, and nothing came twice.');
  return problems.length === 0 ? 0 : 1;
}

/** Signs up an owner with the code, and a client with an invitation. */
async function signUp() {
  const anyone = new Caller(url, {});
  const password = 'only for the lab';
  const owner = { name: 'Ada Lab', email: 'ada@example.com', password, studioName: 'Lab', code: process.env.LAB_CODE };
  const engineer = cookies(await anyone.post('/api/setup', owner));
  const invite = { name: 'Ben Lab', email: 'ben@example.com' };
  const { data } = good(await new Caller(url, { cookie: engineer }).post('/api/invites', invite));
  const token = inviteToken(process.env.SECRET, data.id, 1);
  const accepted = await anyone.post(`/api/invites/accept/${token}`, { name: invite.name, password });
  return { engineer, client: cookies(accepted), clientId: accepted.data.user.id };
}

function good(answer) {
  if (answer.status >= 300) throw new Error(`refused: ${answer.status} ${answer.message}`);
  return answer;
}

function cookies(answer) {
  return good(answer)
    .headers.getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function read() {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    return {
      ...kept,
      ledger: Object.assign(new Ledger(), kept.ledger, { registered: new Map(kept.ledger.registered) }),
    };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { batches: 0, ledger: new Ledger() };
  }
}

function write() {
  writeFileSync(file, JSON.stringify({ ...state, ledger: { ...ledger, registered: [...ledger.registered] } }));
}
