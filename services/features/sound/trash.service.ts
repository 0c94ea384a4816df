import type { Database } from '../../platform/database/database.js';
import type { Storage } from '../../platform/storage/storage.js';

const TRASH = 'trash/';
const KEPT_MS = 30 * 24 * 3600_000;

/** The database's clock: the machines' own may differ, and what a sweep decides by must not. */
export async function databaseTime(database: Database): Promise<Date> {
  const [row] = await database.query<{ now: Date }>('SELECT now()');
  return row!.now;
}

/** Moves an object to `trash/DAY/KEY`, from where it can be taken back for 30 days. */
export async function moveToTrash(storage: Storage, key: string, now: Date): Promise<void> {
  await storage.move(key, `${TRASH}${now.toISOString().slice(0, 10)}/${key}`);
}

/** Moves the object of an upload that came to nothing to the trash, if there is one. */
export async function discard(database: Database, storage: Storage, key: string): Promise<void> {
  if (await storage.head(key)) await moveToTrash(storage, key, await databaseTime(database));
}

/** Deletes for good what has lain in the trash for 30 days; answers how many. */
export async function emptyTrash(storage: Storage, now: Date): Promise<number> {
  let deleted = 0;
  for await (const { key } of storage.list(TRASH)) {
    const day = Date.parse(key.slice(TRASH.length, TRASH.length + 10));
    if (!(day + KEPT_MS < now.getTime())) continue;
    await storage.delete(key);
    deleted++;
  }
  return deleted;
}
