import type { Database } from '../../platform/database/database.js';
import { advisoryLocks } from '../../platform/database/locks.js';
import type { Tx } from '../../platform/database/tx.js';
import { isNotFound, type Storage } from '../../platform/storage/storage.js';
import { adopt, forgetTrashed, KEPT_DAYS, TRASH } from '../trash-store/trash.writes.js';
import { isUploadExpected } from '../uploads/verify-upload.lib.js';
import { isAudioInUse } from './audio.writes.js';

const DAY_MS = 24 * 3600_000;
const BATCH = 500;

/** One process at a time decides whether an object belongs in the trash. */
const lock = (tx: Tx, objectKey: string) =>
  tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.trash, objectKey]);

/**
 * Moves an object to the trash if the trash has a row for it. It has none if the object was restored or deleted for good
 * in the meantime. Idempotent.
 */
export const moveToTrash = (database: Database, storage: Storage, objectKey: string): Promise<void> =>
  moveObject(database, storage, objectKey, () => Promise.resolve(null));

/** Records an object that no row refers to in the trash, and moves it there. Idempotent. */
export const moveUnknownToTrash = (database: Database, storage: Storage, objectKey: string): Promise<void> =>
  moveObject(database, storage, objectKey, async (tx, sizeBytes) =>
    (await isAudioInUse(tx, objectKey)) || (await isUploadExpected(tx, objectKey))
      ? null
      : await adopt(tx, { objectKey, sizeBytes }),
  );

function moveObject(
  database: Database,
  storage: Storage,
  objectKey: string,
  whenUnknown: (tx: Tx, sizeBytes: number) => Promise<{ trashKey: string } | null>,
): Promise<void> {
  return database.transaction(async (tx) => {
    await lock(tx, objectKey);
    // Restoring and emptying the trash wait for this lock.
    const [known] = await tx.query<{ trashKey: string }>(
      'SELECT trash_key AS "trashKey" FROM trash WHERE object_key = $1 FOR UPDATE',
      [objectKey],
    );
    const object = await storage.head(objectKey);
    if (!object) return;
    const item = known ?? (await whenUnknown(tx, object.sizeBytes));
    if (item) await storage.move(objectKey, item.trashKey);
  });
}

/** Deletes objects for good, and any trash rows that a move has written in the meantime. */
export async function deleteForGood(database: Database, storage: Storage, keys: string[]): Promise<void> {
  for (const key of keys) {
    await database.transaction(async (tx) => {
      await lock(tx, key);
      await storage.delete(key);
      await forgetTrashed(tx, key);
    });
  }
}

/** Moves an object back from the trash to its former key. Returns false if it is not found anywhere. */
export async function bringBack(
  storage: Storage,
  { objectKey, trashKey, trashedAt }: { objectKey: string; trashKey: string; trashedAt: Date },
): Promise<boolean> {
  if (await storage.head(objectKey)) return true;
  for (const kept of [trashKey, ...otherDays(objectKey, trashedAt)]) {
    try {
      await storage.move(kept, objectKey);
      return true;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return false;
}

async function moveBack(storage: Storage, key: string, objectKey: string): Promise<void> {
  if (await storage.head(objectKey)) await storage.delete(key);
  else await storage.move(key, objectKey);
}

/** Workers of the previous version use the date of their own clock in the key, so search every possible day. */
function* otherDays(objectKey: string, trashedAt: Date): Generator<string> {
  for (let day = 0; day <= KEPT_DAYS; day++)
    yield `${TRASH}${new Date(trashedAt.getTime() + day * DAY_MS).toISOString().slice(0, 10)}/${objectKey}`;
}

/** Adds rows for objects in the store's trash that have none or are under another key than their row says. */
export async function recordUnknownTrash(database: Database, storage: Storage): Promise<number> {
  let noted = 0;
  let batch: { key: string; sizeBytes: number }[] = [];
  const look = async () => {
    const unknown = await database.query<{ key: string }>(
      `SELECT key FROM unnest($1::text[]) AS kept (key) WHERE NOT EXISTS (SELECT FROM trash WHERE trash_key = key)`,
      [batch.map(({ key }) => key)],
    );
    const sizes = new Map(batch.map(({ key, sizeBytes }) => [key, sizeBytes]));
    for (const { key } of unknown) {
      const objectKey = key.slice(TRASH.length + 'YYYY-MM-DD/'.length);
      // The backup was taken while the file was being deleted, or an older process moved the object after its
      // restoration.
      if (await isAudioInUse(database, objectKey)) await moveBack(storage, key, objectKey);
      else await adopt(database, { objectKey, sizeBytes: sizes.get(key)!, kept: key });
      noted++;
    }
    batch = [];
  };
  for await (const { key, sizeBytes } of storage.list(TRASH)) {
    batch.push({ key, sizeBytes });
    if (batch.length === BATCH) await look();
  }
  await look();
  return noted;
}
