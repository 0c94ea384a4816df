import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { freePort } from '../../platform/embedded/port.js';
import { heardFacts } from '../../testing/audio/heard-facts.js';
import { build } from '../../testing/build.js';
import { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { sha256 } from '../../testing/servers/stores.js';
import { audioBytes } from '../../testing/staging.js';
import { unpacked } from '../../testing/unpacked.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { makeLink } from './deliveries.testing.js';

const { app, own, engineer } = useApp({ worker: true, project: { title: 'Night Songs', status: 'paid' } });

const SLOTS = ['streaming_master', 'cd_master', 'vinyl_master'] as const;
const CUTS = 2;

let trackId: string;
let path: string;
let port: number;
let api: ChildProcess;

beforeEach(async () => {
  trackId = (await build(app).track({ projectId: own.project.id, title: 'Ember' })).track.id;
  for (const [seed, slotType] of SLOTS.entries()) await release(slotType, seed);
  ({ path } = await makeLink(engineer, own.project.id));
  await app.anonymous.fetch(path);
  await drain(app.database);
  port = await freePort();
  await start();
});
afterEach(kill);

async function release(slotType: (typeof SLOTS)[number], seed: number, parentFileId: string | null = null) {
  const bytes = await audioBytes({ format: 'wav', bits: 24, durationS: 45, seed });
  const heard = await heardFacts(bytes, 'wav');
  const facts = { ...heard, loudness: { integratedLufs: -9.5 } as never, truePeakDbtp: -1 };
  const audio = await build(app).audio({ sizeBytes: bytes.length, sha256: sha256(bytes), facts, state: 'done' });
  await app.platform.storage.put(audio.objectKey, bytes, { contentType: 'audio/wav' });
  const given = { projectId: own.project.id, audioId: audio.id, trackId, slotType, parentFileId };
  return (await build(app).file({ ...given, originalName: `${slotType} ${seed}.wav` })).id;
}

/** The API as a process of its own, on the database and the store of this test. */
async function start(): Promise<void> {
  const root = join(import.meta.dirname, '../../..');
  const { config } = app;
  const words = ['--import', join(root, 'services/testing/swc-hooks.mjs'), join(root, 'services/api/main.ts')];
  api = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      PUBLIC_URL: config.publicUrl,
      SECRET: config.secret,
      LOG_LEVEL: 'fatal',
      SMTP_URL: 'none',
      PORT: String(port),
    },
  });
  await until('the API answers', () =>
    other()
      .fetch('/api/health')
      .then(
        () => true,
        () => false,
      ),
  );
}

async function kill(): Promise<void> {
  if (api.exitCode !== null || api.signalCode !== null) return;
  api.kill('SIGKILL');
  await once(api, 'exit');
}

const other = () => new Caller(`http://127.0.0.1:${port}`, {});

it.each(['as uploaded', 'tagged'])(
  'a ZIP of files %s arrives whole although the API is killed again and again and a release comes meanwhile',
  async (form) => {
    const address = `${path}/editions/1/a.zip${form === 'tagged' ? '?tagged=1' : ''}`;
    const whole = Buffer.from(await (await app.anonymous.fetch(address)).arrayBuffer());
    const stopAt = (cut: number) => ((cut + 1) * whole.length) / (CUTS + 1);
    const parts: Buffer[] = [];
    let [arrived, etag, cuts] = [0, '', 0];
    while (arrived < whole.length) {
      const headers: Record<string, string> = etag ? { range: `bytes=${arrived}-`, 'if-range': etag } : {};
      const answer = await other().fetch(address, { headers });
      expect([answer.status, etag || answer.headers.get('etag')]).toEqual([
        etag ? 206 : 200,
        answer.headers.get('etag'),
      ]);
      etag = answer.headers.get('etag')!;
      try {
        for await (const chunk of answer.body!) {
          parts.push(Buffer.from(chunk));
          arrived += chunk.length;
          if (cuts < CUTS && arrived >= stopAt(cuts) && api.exitCode === null && api.signalCode === null) await kill();
        }
      } catch {
        // The connection broke with the process; what had arrived counts.
      }
      if (arrived === whole.length) break;
      cuts += 1;
      if (cuts === 1) await release('cd_master', 9);
      await start();
      await other().fetch(path);
    }
    expect(cuts).toBeGreaterThanOrEqual(2);
    expect(sha256(Buffer.concat(parts))).toBe(sha256(whole));
    expect(Object.keys(await unpacked(Buffer.concat(parts)))).toHaveLength(SLOTS.length + 5);
    expect(await (await other().fetch(path)).text()).toContain('Edition 2');
  },
);
