import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { loadConfig } from '../platform/config.js';
import { createStorage } from '../platform/storage/create.js';
import type { Storage } from '../platform/storage/storage.js';
import { startTestApp, type TestApp } from '../testing/app.js';
import { createEmptyDatabase, type TestDatabase } from '../testing/servers/postgres.js';
import { backUp } from './backup.js';
import { restore } from './restore.js';

let app: TestApp;
let folder: string;
let empty: TestDatabase;

beforeEach(async () => {
  app = await startTestApp();
  empty = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'lacquer-backup-'));
});

afterEach(async () => {
  await app.close();
  await empty.drop();
  await rm(folder, { recursive: true });
});

const otherInstallation = () =>
  loadConfig({ DATABASE_URL: empty.url, SECRET: app.config.secret, STORAGE_URL: `file:${join(folder, 'other')}` });

/** Every row of every table, and what the next number of each sequence is. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of rows.filter(
    (table) => !['migrations', 'migrations_id_seq', 'event_handler'].includes(table.name),
  )) {
    const lines = await client.query<{ line: string }>(
      name === 'outbox'
        ? 'SELECT id::text || payload::text AS line FROM outbox ORDER BY 1'
        : `SELECT t::text AS line FROM "${name}" t ORDER BY 1`,
    );
    all[name] = lines.rows.map(({ line }) => line);
  }
  await client.end();
  return all;
}

async function bytes(storage: Storage): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const { key } of storage.list('')) {
    const { body } = await storage.get(key);
    all[key] = Buffer.concat(await body.toArray()).toString('base64');
  }
  return all;
}

it('restores into an empty installation what was there, rows and bytes', async () => {
  const { storage, database } = app.platform;
  for (const key of ['staging/a/one.wav', 'derived/b/peaks', 'files/ä/zwei drei.flac'])
    await storage.put(key, Buffer.from(key), { contentType: 'audio/wav' });
  await database.query(`UPDATE studios SET name = E'Tab\\t, line\\n, \\\\backslash, \\u00e9 and NULL'`);
  expect(await backUp(app.config, storage, folder)).toContain('4 objects (4 of them new)');
  await storage.put('staging/a/later.wav', Buffer.from('later'), { contentType: 'audio/wav' });
  expect(await backUp(app.config, storage, folder)).toContain('5 objects (1 of them new)');

  const config = otherInstallation();
  const other = createStorage(config);
  await other.open();
  await restore(config, other, folder);
  expect(await contents(empty.url)).toEqual(await contents(app.config.databaseUrl));
  expect(await bytes(other)).toEqual(await bytes(storage));
  expect((await readdir(folder)).sort()).toEqual(['backup.json', 'database', 'objects', 'other']);
});

it('goes on when an object has gone since it was listed', async () => {
  const { storage } = app.platform;
  for (const key of ['incoming/a', 'staging/b']) await storage.put(key, Buffer.from(key), { contentType: 'audio/wav' });
  const get = storage.get.bind(storage);
  jest.spyOn(storage, 'get').mockImplementation(async (key, range) => {
    if (key === 'incoming/a') await storage.delete(key);
    return get(key, range);
  });
  expect(await backUp(app.config, storage, folder)).toContain('2 objects (2 of them new)');
});

it('keeps what guards the tables', async () => {
  await backUp(app.config, app.platform.storage, folder);
  const config = otherInstallation();
  const other = createStorage(config);
  await other.open();
  await restore(config, other, folder);
  const guards = async (url: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS definition, convalidated
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT tgrelid::regclass::text, tgname, tgenabled::text, true FROM pg_trigger WHERE NOT tgisinternal
       ORDER BY 1, 2`,
    );
    await client.end();
    return rows;
  };
  expect(await guards(empty.url)).toEqual(await guards(app.config.databaseUrl));
  await expect(restore(config, other, folder)).rejects.toThrow('The database is not empty');
});
