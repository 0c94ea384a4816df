// Jest: one throw-away PostgreSQL for the whole run, on its own port and in its own folder.
import '../platform/tasks/ts-hooks.mjs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'lacquer-test-';

export default async function setUp() {
  const { startPostgres } = await import('../platform/embedded/postgres.ts');
  const { isAlive } = await import('../platform/embedded/process.ts');
  await removeLeftovers(isAlive);
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startPostgres({ dataDir, port: 0, database: 'postgres', durable: false });
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.stopTestPostgres = async () => {
    await server.stop('immediate');
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Removes what killed runs left; the process id in a folder's name shows which run created it. */
async function removeLeftovers(isAlive) {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(PREFIX) && Number(name.slice(PREFIX.length).split('-')[0]);
    if (owner && !isAlive(owner))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
