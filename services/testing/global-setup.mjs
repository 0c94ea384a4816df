// Jest: one throw-away PostgreSQL for the whole run, on its own port and in its own folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../scripts/ts-hooks.mjs';

export default async function setUp() {
  const { startPostgres } = await import('../platform/embedded/postgres.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'lacquer-test-'));
  const server = await startPostgres({ dataDir, port: 0, database: 'postgres', durable: false });
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.stopTestPostgres = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
