import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { entities } from '../features/entities.js';
import { createTestDatabase, type TestDatabase } from '../testing/servers/postgres.js';
import { loadConfig } from './config.js';
import { openPlatform } from './open.js';
import { StartError } from './start.js';

let test: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'lacquer-open-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The message when it does not start. */
async function refusal(settings: Record<string, string> = {}): Promise<string> {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    SECRET: 'a secret of the tests, 32 characters',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  try {
    const platform = await openPlatform(config, 'test', entities);
    await platform.database.close();
    return 'It started.';
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

it('starts when database and store are fine', async () => {
  expect(await refusal()).toBe('It started.');
});

it('refuses to start where the clock is an hour off', async () => {
  const now = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
  expect(await refusal()).toMatch(/^This machine's clock is 3600 s ahead of the database's/);
});

it('explains that the disk has too little room', async () => {
  expect(await refusal({ MIN_FREE_BYTES: String(2 ** 52) })).toBe(
    `The disk of file:${join(dataDir, 'objects')} has too little room: MIN_FREE_BYTES keeps 4503599627370496 bytes of it ` +
      'free. Make room, or set MIN_FREE_BYTES to less.',
  );
});
