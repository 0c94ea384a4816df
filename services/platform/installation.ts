import { text } from 'node:stream/consumers';
import type { Database } from './database/database.js';
import { StartError } from './start.js';
import { isNotFound, type Storage } from './storage/storage.js';

/** This object holds the id of the installation to which the store belongs. */
export const STORE_MARKER = 'installation.txt';

interface Installation {
  id: string;
  expectedStore: 'empty' | 'filled' | 'any';
  isMarked: boolean;
}

/**
 * Database and object store are tied together by the installation's id: a sweep with the wrong database would delete
 * every object. The first process marks the store.
 * @throws StartError when the store belongs to another installation, or is missing.
 */
export async function joinStore(database: Database, storage: Storage): Promise<void> {
  const { id, expectedStore, isMarked } = await read(database);
  // The marker is read last: several processes start at once, and the marker of another one is an object too.
  const isEmpty = !isMarked && (await holdsNothing(storage));
  const marker = await markerOf(storage);
  if (marker === null) {
    if (isMarked) throw new StartError(withoutMarker(id));
    if (expectedStore === 'filled' && isEmpty) {
      throw new StartError('The object store is empty, but the database has files: is the store mounted?');
    }
    if (expectedStore === 'empty' && !isEmpty) {
      throw new StartError(
        'The object store holds objects, but the database is new: it belongs to another installation. ' +
          'Give DATABASE_URL of that installation, or an empty store.',
      );
    }
    await storage.put(STORE_MARKER, Buffer.from(`${id}\n`), { contentType: 'text/plain' });
  } else if (marker !== id) throw new StartError(otherStore(marker, id));
  if (!isMarked) await database.query('UPDATE installation SET store_marked_at = now()');
}

/**
 * Every sweep calls this first.
 * @throws when the store is not (or is no longer) the one of this database.
 */
export async function assertStoreAttached(database: Database, storage: Storage): Promise<void> {
  const { id } = await read(database);
  const marker = await markerOf(storage);
  if (marker === null) throw new Error(withoutMarker(id));
  if (marker !== id) throw new Error(otherStore(marker, id));
}

/** Whether the store is there: an unmounted folder and a bucket that is gone for a while look like a store without objects. */
export const storeIsAttached = (storage: Storage): Promise<boolean> =>
  storage.head(STORE_MARKER).then(Boolean, () => false);

/** Records how many unknown objects a sweep of the store found when it stopped; null when all was well. */
export async function noteUnknown(database: Database, found: { unknown: number; total: number } | null): Promise<void> {
  await database.query('UPDATE installation SET unknown_objects = $1', [found && JSON.stringify(found)]);
}

/** @throws while the last sweep of the store had to stop. */
export async function assertSwept(database: Database): Promise<void> {
  const [row] = await database.query<{ found: { unknown: number; total: number } | null }>(
    'SELECT unknown_objects AS found FROM installation',
  );
  if (!row?.found) return;
  const { unknown, total } = row.found;
  throw new Error(`${unknown} of ${total} objects in the store are unknown to the database; the sweep has stopped`);
}

async function read(database: Database): Promise<Installation> {
  const [installation] = await database.query<Installation>(
    `SELECT id, expected_store AS "expectedStore", store_marked_at IS NOT NULL AS "isMarked" FROM installation`,
  );
  return installation!;
}

async function markerOf(storage: Storage): Promise<string | null> {
  try {
    return (await text((await storage.get(STORE_MARKER)).body)).trim();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function holdsNothing(storage: Storage): Promise<boolean> {
  for await (const _object of storage.list('')) return false;
  return true;
}

const withoutMarker = (id: string) =>
  `The object store has no ${STORE_MARKER}: is it mounted, and is STORAGE_URL right? ` +
  `If this is the store of this database, put an object ${STORE_MARKER} with ${id} in it.`;

const otherStore = (marker: string, id: string) =>
  `The object store belongs to installation ${marker}, the database to ${id}: DATABASE_URL or STORAGE_URL is wrong.`;
