import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createClient } from '../platform/database/client.js';
import { startPostgres } from '../platform/embedded/postgres.js';
import { childrenOf } from '../platform/embedded/process.js';
import { watchDatabase } from './watch-database.js';

type Server = Awaited<ReturnType<typeof startPostgres>>;

(process.platform === 'win32' ? it.skip : it).each<[string, (server: Server) => void]>([
  [
    'is frozen with all its processes',
    ({ pid }) => [pid, ...childrenOf(pid)].forEach((each) => process.kill(each, 'SIGSTOP')),
  ],
  ['waits for its sessions to end', ({ pid }) => process.kill(pid, 'SIGTERM')],
])('notices a database that %s, which then starts again', async (_what, stop) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-frozen-'));
  const server = await startPostgres({ dataDir, port: 0 });
  const session = createClient({ connectionString: server.url });
  await session.connect();
  const frozen = new Promise<void>((resolve) => {
    watchDatabase(server.url, resolve, { everyMs: 20, patienceMs: 500 });
  });
  stop(server);
  await frozen;
  server.kill();
  await server.exited;
  const again = await startPostgres({ dataDir, port: server.port });
  expect(again.pid).not.toBe(server.pid);
  await again.stop();
  await rm(dataDir, { recursive: true, force: true });
});
