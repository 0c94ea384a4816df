// Drops a batch of 50 files into the real product and measures when the first suggestion, all suggestions that use the
// header, and all final suggestions are available, beside the CPU time of the analyses alone; then the staging list of
// 300 files.
//   npm run bench -- batch
//
// It polls as a browser does, when live updates report a change; that cost counts as the product's. Cores that other
// programs kept busy do not count; on a busy machine the first two figures mean little.
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { makeAudioFile } from '../dist/testing/audio/audio.js';
import { median, withProduct } from './product.mjs';

const BATCH = 50;
const LIST = 300;
const LIST_ROUNDS = 50;
const SONG_S = 60;
/** Polling takes CPU time from the analyses. */
const LOOK_MS = 50;

await withProduct({}, async (product) => {
  const path = join(product.dir, 'song.wav');
  makeAudioFile(path, { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: SONG_S });
  await dropBatch(product, await readFile(path));
  makeAudioFile(path, { format: 'wav', durationS: 1, channels: 1 });
  await listMany(product, await readFile(path));
});

async function dropBatch(product, bytes) {
  const projectId = await product.project(BATCH);
  const one = await drop(product, await product.project(1), bytes, 1);
  await one.seen((file) => file.analysis.state === 'done');
  one.close();
  const { seen, begun, close } = await drop(product, projectId, bytes, BATCH);
  const first = await seen((file) => file.assignmentSuggestions.length > 0, 1);
  const probed = await seen((file) => file.analysis.container && file.assignmentSuggestions.length > 0);
  const read = await seen((file) => file.analysis.state === 'done' && file.assignmentSuggestions.length > 0);
  const current = await untilCurrent(product, projectId);
  const ended = await cpuTimes(product);
  close();
  const final = read + current;
  const { analyses, ...rest } = Object.fromEntries(
    Object.entries(ended.product).map(([part, seconds]) => [part, seconds - begun.product[part]]),
  );
  const own = sum(Object.values(rest));
  const others = ended.machine - begun.machine - own - analyses;
  const cores = availableParallelism() - Math.max(0, others / final);
  const floor = analyses / cores;
  console.log(
    `${BATCH} files of ${SONG_S} s of 24/48 WAV, registered at once, ${round(cores)} of ${availableParallelism()} cores free\n`,
  );
  console.table({
    'first suggestion': { s: round(first) },
    'all know their header': { s: round(probed) },
    'all analysed': { s: round(read) },
    'all suggestions final': { s: round(final) },
    'CPU time of the analyses ÷ free cores': { s: round(floor) },
    'final ÷ that': { s: round(final / floor) },
    'CPU time of the rest of the product': { s: round(own) },
    ...Object.fromEntries(Object.entries(rest).map(([part, seconds]) => [`  ${part}`, { s: round(seconds) }])),
    'idle time of the cores': { s: round(ended.idle - begun.idle) },
  });
}

/** CPU seconds up to now: in total, of the product, and idle. */
async function cpuTimes(product) {
  const all = (await readFile('/proc/stat', 'utf8')).split('\n', 1)[0].split(/ +/).slice(1, 9).map(Number);
  // proc(5): everything except idle and waiting time of the machine, in hundredths of a second.
  const [user, nice, system, idle, waiting, ...interrupts] = all;
  return {
    machine: sum([user, nice, system, ...interrupts]) / 100,
    idle: (idle + waiting) / 100,
    product: await product.cpuSeconds(),
  };
}

async function drop(product, projectId, bytes, count) {
  const files = Array.from({ length: count }, (_, n) => {
    return {
      originalName: `${String(n + 1).padStart(2, '0')} Song ${n + 1}.wav`,
      sizeBytes: bytes.length,
      contentType: 'audio/wav',
    };
  });
  const permissions = [];
  // In batches of the size that the server accepts.
  for (let at = 0; at < count; at += 100)
    permissions.push(...(await product.permissions(projectId, files.slice(at, at + 100))));
  for (const [n, { uploadUrl, headers }] of permissions.entries()) {
    const body = Buffer.from(bytes);
    // Each file needs different bytes, because copies get no suggestion.
    body.writeUInt32LE(n, body.length - 4);
    await fetch(uploadUrl, { method: 'PUT', headers, body });
  }
  const list = await product.watch(projectId);
  const begun = await cpuTimes(product);
  const registered = performance.now();
  for (let at = 0; at < count; at += 100) await product.register(projectId, permissions.slice(at, at + 100));
  const seen = async (isThere, wanted = count) => {
    await list.until((all) => all.filter(isThere).length >= wanted);
    return (performance.now() - registered) / 1000;
  };
  return { seen, begun, close: list.close };
}

/** Seconds until every suggestion is based on all known facts. */
async function untilCurrent(product, projectId) {
  const from = performance.now();
  await withDatabase(product, async (client) => {
    const behind = 'SELECT 1 FROM projects WHERE id = $1 AND suggested_revision < staging_revision';
    while ((await client.query(behind, [projectId])).rowCount > 0) await pause(LOOK_MS);
  });
  return (performance.now() - from) / 1000;
}

async function listMany(product, bytes) {
  const projectId = await product.project(LIST / 6);
  const { seen, close } = await drop(product, projectId, bytes, LIST);
  await seen((file) => file.analysis.state === 'done');
  close();
  await untilCurrent(product, projectId);
  const times = [];
  for (let n = 0; n < LIST_ROUNDS; n++) {
    const from = performance.now();
    await product.staged(projectId);
    times.push(performance.now() - from);
  }
  const queries = await queriesOf(product, () => product.staged(projectId));
  console.log(
    `Staging list with ${LIST} files: one request, ${queries} queries, ${round(median(times))} ms (median of ${LIST_ROUNDS})`,
  );
}

/** Number of statements that the API sends for one call, counted in the server's log. */
async function queriesOf(product, call) {
  const set = async (client, ...settings) => {
    for (const setting of settings) await client.query(`ALTER SYSTEM ${setting}`);
    await client.query('SELECT pg_reload_conf()');
  };
  return withDatabase(product, async (client) => {
    await set(client, `SET log_line_prefix = '%a|'`, `SET log_statement = 'all'`);
    const counts = [];
    for (let n = 0; n < 5; n++) {
      const before = (await readFile(product.databaseLog, 'utf8')).length;
      await call();
      const logged = (await readFile(product.databaseLog, 'utf8')).slice(before);
      counts.push(logged.match(/^lacquer api\|LOG: {2}(statement|execute)/gm)?.length ?? 0);
    }
    await set(client, 'RESET log_statement', 'RESET log_line_prefix');
    return median(counts);
  });
}

async function withDatabase(product, use) {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function round(value) {
  return Number(value.toFixed(2));
}

function sum(values) {
  return values.reduce((total, each) => total + each, 0);
}
