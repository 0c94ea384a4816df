import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../platform/embedded/port.js';

export interface TestRedis {
  url: string;
  /** Forgets everything, as a Redis without a disk does when it restarts. */
  loseData(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * An empty Redis: the database `index` of the server of TEST_REDIS_URL, otherwise a new server. Undefined, with a
 * warning, when there is neither.
 */
export async function startTestRedis(index: number): Promise<TestRedis | undefined> {
  const given = process.env.TEST_REDIS_URL;
  const server = given ? { url: given, stop: async () => undefined } : await ownServer();
  if (!server) {
    console.warn('NO REDIS (TEST_REDIS_URL, or redis-server on the PATH): only the PostgreSQL queue is tested.');
    return undefined;
  }
  const url = `${server.url}/${index}`;
  const client = new Redis(url);
  const loseData = async () => void (await client.flushdb());
  await loseData();
  return {
    url,
    loseData,
    stop: async () => {
      await client.quit();
      await server.stop();
    },
  };
}

async function ownServer(): Promise<{ url: string; stop: () => Promise<void> } | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'lacquer-redis-'));
  const port = await freePort();
  const settings = { bind: '127.0.0.1', port, dir, appendonly: 'yes', 'maxmemory-policy': 'noeviction', save: '' };
  const child = spawn(
    'redis-server',
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]),
  );
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ready = new Promise<true>((resolve) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve(true));
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    process.off('exit', killWithUs);
    await rm(dir, { recursive: true, force: true });
  };
  if (await Promise.race([ready, ended.then(() => false)])) return { url: `redis://127.0.0.1:${port}`, stop };
  await stop();
  return undefined;
}
