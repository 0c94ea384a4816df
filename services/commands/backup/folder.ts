import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Dump } from '../../platform/database/copy.js';
import { StartError } from '../../platform/start.js';

export interface SavedObject {
  sizeBytes: number;
  contentType: string;
  /** Checksum of the copied bytes, lower-case hex; backups of older versions have none. */
  sha256?: string;
}

/** The content of `backup.json` in a backup's folder. */
export interface Manifest {
  version: string;
  /** The moment of the tables. */
  at: string;
  database: Dump;
  /** By key. */
  objects: Record<string, SavedObject>;
}

/** How many objects are copied or read at once. */
export const AT_ONCE = 8;

export const objectPath = (folder: string, key: string): string => join(folder, 'objects', key);
export const manifestPath = (folder: string): string => join(folder, 'backup.json');
export const tablePath = (folder: string, name: string): string => join(folder, 'database', `${name}.gz`);

export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(manifestPath(folder), 'utf8');
  } catch (error) {
    throw new StartError(
      `${folder} has no backup.json: it is not a backup, or the backup is incomplete. Run the backup again.`,
      { cause: error },
    );
  }
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    throw new StartError(`backup.json in ${folder} is damaged: it cannot be read as JSON.`, { cause: error });
  }
}

/** The lines of a copied table, one per row, as PostgreSQL's COPY writes them; a damaged file is an error. */
export function readTable(folder: string, name: string): NodeJS.ReadableStream {
  const unpacked = createGunzip();
  createReadStream(tablePath(folder, name))
    .on('error', (error) => unpacked.destroy(error))
    .pipe(unpacked);
  return unpacked;
}

/** Runs `work` on every item, a few at a time. After a failure it rejects, once the running ones have ended. */
export async function forEachAtOnce<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    const one: Promise<void> = work(item).then(
      () => void running.delete(one),
      (error: unknown) => {
        running.delete(one);
        failures.push(error);
      },
    );
    running.add(one);
    if (running.size >= AT_ONCE) await Promise.race(running);
    if (failures.length > 0) break;
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
