import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { loadConfig } from '../../platform/config.js';
import { createStorage } from '../../platform/storage/create.js';
import type { Storage } from '../../platform/storage/storage.js';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { createEmptyDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { backUp } from './backup.js';
import { AT_ONCE, manifestPath, objectPath, readManifest, tablePath } from './folder.js';
import { restore } from './restore.js';
import { verify } from './verify.js';

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

/** Every row of every table, and the next number of each sequence. */
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

/** A restoration holds mail back; everything else must be unchanged. */
async function releasedMail(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT mail_held_since FROM installation');
  expect(rows).toEqual([{ mail_held_since: expect.any(Date) }]);
  await client.query('UPDATE installation SET mail_held_since = NULL');
  await client.end();
}

async function bytes(storage: Storage): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const { key } of storage.list('')) {
    const { body } = await storage.get(key);
    all[key] = Buffer.concat(await body.toArray()).toString('base64');
  }
  return all;
}

it('restores all rows and bytes into an empty installation', async () => {
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
  await releasedMail(empty.url);
  expect(await contents(empty.url)).toEqual(await contents(app.config.databaseUrl));
  expect(await bytes(other)).toEqual(await bytes(storage));
  expect((await readdir(folder)).sort()).toEqual(['backup.json', 'database', 'objects', 'other']);
});

it('continues when an object was deleted after it was listed', async () => {
  const { storage } = app.platform;
  for (const key of ['incoming/a', 'staging/b']) await storage.put(key, Buffer.from(key), { contentType: 'audio/wav' });
  const get = storage.get.bind(storage);
  jest.spyOn(storage, 'get').mockImplementation(async (key, range) => {
    if (key === 'incoming/a') await storage.delete(key);
    return get(key, range);
  });
  expect(await backUp(app.config, storage, folder)).toContain('2 objects (2 of them new)');
});

it('contains an object that was moved to or from the trash during the copying', async () => {
  const { storage } = app.platform;
  await storage.put('projects/a/one.wav', Buffer.from('one'), { contentType: 'audio/wav' });
  const list = storage.list.bind(storage);
  jest.spyOn(storage, 'list').mockImplementationOnce(async function* (prefix) {
    for await (const object of list(prefix)) if (!object.key.endsWith('one.wav')) yield object;
  });
  expect(await backUp(app.config, storage, folder)).toContain('2 objects (2 of them new)');
  expect(Object.keys((await readManifest(folder)).objects)).toContain('projects/a/one.wav');
});

it('compares an object in the trash with the SHA-256 that the database has of its file', async () => {
  const { storage, database } = app.platform;
  const key = 'projects/a/one.wav';
  await storage.put(`trash/2026-01-31/${key}`, Buffer.from('damaged before'), { contentType: 'audio/wav' });
  await database.query('INSERT INTO audio (object_key, size_bytes, content_type, sha256) VALUES ($1, 1, $2, $3)', [
    key,
    'audio/wav',
    'a'.repeat(64),
  ]);
  await backUp(app.config, storage, folder);
  await expect(verify(folder)).rejects.toThrow(`trash/2026-01-31/${key} does not have the SHA-256`);
});

it('keeps constraints, indexes and triggers of the tables', async () => {
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

/** A backup with two audio files; the database has the SHA-256 of one of them. */
async function backUpSounds(): Promise<void> {
  const { storage, database } = app.platform;
  for (const key of ['staging/a/one.wav', 'staging/a/two.wav']) {
    const { sizeBytes, sha256 } = await storage.put(key, Buffer.from(`sound ${key}`), { contentType: 'audio/wav' });
    await database.query('INSERT INTO audio (object_key, size_bytes, content_type, sha256) VALUES ($1, $2, $3, $4)', [
      key,
      sizeBytes,
      'audio/wav',
      key.endsWith('one.wav') ? sha256 : null,
    ]);
  }
  await backUp(app.config, storage, folder);
}

async function flipByte(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, position);
  await file.write(Buffer.from([byte[0]! ^ 1]), 0, 1, position);
  await file.close();
}

async function forgetCopiedSums(): Promise<void> {
  const manifest = await readManifest(folder);
  for (const object of Object.values(manifest.objects)) delete object.sha256;
  await writeFile(manifestPath(folder), JSON.stringify(manifest));
}

it('accepts an undamaged backup, also when a text has unusual line ends', async () => {
  await app.platform.database.query(`UPDATE studios SET name = E'one\\u2028two\\rthree\\n\\\\four'`);
  await backUpSounds();
  expect(await verify(folder)).toMatch(/^The backup of .* is whole: \d+ rows and \d+ objects\.$/);
});

it('finds one flipped byte of an object, and restores nothing', async () => {
  await backUpSounds();
  await flipByte(objectPath(folder, 'staging/a/two.wav'), 3);
  const sentence = 'The object staging/a/two.wav has changed since it was copied.';
  await expect(verify(folder)).rejects.toThrow(sentence);
  const config = otherInstallation();
  const other = createStorage(config);
  await other.open();
  await expect(restore(config, other, folder)).rejects.toThrow(sentence);
  expect(await bytes(other)).toEqual({});
  expect(await contents(empty.url)).toEqual({});
});

it('finds it by the SHA-256 in the database when the backup is of an older version', async () => {
  await backUpSounds();
  await forgetCopiedSums();
  await flipByte(objectPath(folder, 'staging/a/one.wav'), 3);
  await expect(verify(folder)).rejects.toThrow(
    'The object staging/a/one.wav does not have the SHA-256 that the database has of it.',
  );
});

it('names missing and truncated objects, and restores the rest on request', async () => {
  await backUpSounds();
  await app.platform.storage.put('staging/a/three.wav', Buffer.from('three'), { contentType: 'audio/wav' });
  await backUp(app.config, app.platform.storage, folder);
  await rm(objectPath(folder, 'staging/a/one.wav'));
  await writeFile(objectPath(folder, 'staging/a/two.wav'), 'sound');
  const config = otherInstallation();
  const other = createStorage(config);
  await other.open();
  const damaged = restore(config, other, folder);
  await expect(damaged).rejects.toThrow('The object staging/a/one.wav is missing.');
  await expect(damaged).rejects.toThrow('The object staging/a/two.wav has 5 bytes instead of 23.');
  await expect(damaged).rejects.toThrow('npm run restore -- --without-damaged');
  const said = await restore(config, other, folder, { withoutDamaged: true });
  await releasedMail(empty.url);
  expect(said).toContain('The object staging/a/one.wav is missing.');
  expect(Object.keys(await bytes(other))).toEqual(
    Object.keys(await bytes(app.platform.storage)).filter((key) => !/one|two/.test(key)),
  );
  expect(await contents(empty.url)).toEqual(await contents(app.config.databaseUrl));
});

it('describes damage of the tables, and a missing backup', async () => {
  await expect(verify(folder)).rejects.toThrow(/has no backup\.json: it is not a backup, or the backup is incomplete/);
  await backUpSounds();
  await rm(tablePath(folder, 'studios'));
  await flipByte(tablePath(folder, 'users'), 20);
  const checked = verify(folder);
  await expect(checked).rejects.toThrow('The table studios is missing.');
  await expect(checked).rejects.toThrow('The table users is damaged');
  const config = otherInstallation();
  await expect(restore(config, createStorage(config), folder, { withoutDamaged: true })).rejects.toThrow(
    'Nothing was restored. Without whole tables nothing can be restored from it',
  );
  await writeFile(manifestPath(folder), '{"version":');
  await expect(verify(folder)).rejects.toThrow(/backup\.json in .* is damaged/);
});

it('has the moment of its tables as its date', async () => {
  const { storage, database } = app.platform;
  let afterTables: Date | undefined;
  const list = storage.list.bind(storage);
  jest.spyOn(storage, 'list').mockImplementation(async function* (prefix) {
    afterTables = (await database.query<{ now: Date }>('SELECT clock_timestamp() AS now'))[0]!.now;
    yield* list(prefix);
  });
  await backUp(app.config, storage, folder);
  expect(new Date((await readManifest(folder)).at).getTime()).toBeLessThan(afterTables!.getTime());
});

it('copies several objects at a time', async () => {
  const { storage } = app.platform;
  for (let n = 0; n < 2 * AT_ONCE; n++)
    await storage.put(`staging/a/${n}`, Buffer.from('x'), { contentType: 'audio/wav' });
  const get = storage.get.bind(storage);
  let running = 0;
  let allBegun = () => {};
  const many = new Promise<void>((resolve) => (allBegun = resolve));
  jest.spyOn(storage, 'get').mockImplementation(async (key, range) => {
    if (++running === AT_ONCE) allBegun();
    await many;
    return get(key, range);
  });
  await backUp(app.config, storage, folder);
  expect(running).toBeGreaterThan(AT_ONCE);
});
