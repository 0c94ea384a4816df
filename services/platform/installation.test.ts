import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../testing/servers/postgres.js';
import { Database } from './database/database.js';
import { assertStoreAttached, joinStore, STORE_MARKER } from './installation.js';
import { createStorage } from './storage/create.js';
import type { Storage } from './storage/storage.js';

let folder: string;
let test: TestDatabase;
let database: Database;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installation-'));
  test = await createTestDatabase();
  database = await Database.connect({
    url: test.url,
    entities: [],
    poolSize: 1,
    applicationName: 'test',
    onPoolError: () => undefined,
  });
  storage = createStorage({ storageUrl: `file:${folder}`, publicUrl: 'http://localhost', secret: 'secret' });
  await storage.open();
});
afterEach(async () => {
  await database.close();
  await test.drop();
  await rm(folder, { recursive: true });
});

const put = () => storage.put('projects/1/master.wav', Buffer.from('sound'), { contentType: 'audio/wav' });
const expecting = (store: string) => database.query('UPDATE installation SET expected_store = $1', [store]);

describe('a database and an object store', () => {
  it('belong together once both were new at the same start', async () => {
    await joinStore(database, storage);
    await joinStore(database, storage);
    await assertStoreAttached(database, storage);
  });

  it.each(['list', 'get'] as const)('belong together when another process joins them before %s', async (call) => {
    const racing = new Proxy(storage, {
      get(target, name: keyof Storage) {
        const method = target[name] as (...args: unknown[]) => unknown;
        if (name !== call) return method.bind(target);
        if (name === 'list')
          return async function* () {
            await joinStore(database, storage);
            yield* storage.list('');
          };
        return async (...args: unknown[]) => {
          await joinStore(database, storage);
          return method.apply(target, args);
        };
      },
    });
    await joinStore(database, racing);
    await assertStoreAttached(database, storage);
  });

  it('do not start when they belong together and the store is missing', async () => {
    await joinStore(database, storage);
    await storage.delete(STORE_MARKER);
    await expect(joinStore(database, storage)).rejects.toThrow('is it mounted');
    await expect(assertStoreAttached(database, storage)).rejects.toThrow('is it mounted');
  });

  it("do not start when the store is another installation's", async () => {
    await joinStore(database, storage);
    await database.query('UPDATE installation SET id = uuidv7(), store_marked_at = NULL');
    await expect(joinStore(database, storage)).rejects.toThrow('The object store belongs to installation');
    await expect(assertStoreAttached(database, storage)).rejects.toThrow('The object store belongs to installation');
  });

  it('do not start when the database is new and the store holds objects', async () => {
    await put();
    await expect(joinStore(database, storage)).rejects.toThrow('it belongs to another installation');
  });

  it('that were never joined are joined when both have files, but not when the store is empty', async () => {
    await expecting('filled');
    await expect(joinStore(database, storage)).rejects.toThrow('is the store mounted?');
    await put();
    await joinStore(database, storage);
    await assertStoreAttached(database, storage);
  });
});
