import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../platform/config.js';
import { type Dump, dumpDatabase } from '../platform/database/copy.js';
import { isNotFound, type Storage } from '../platform/storage/storage.js';
import { version } from '../platform/version.js';

export interface Manifest {
  version: string;
  at: string;
  database: Dump;
  /** By key. */
  objects: Record<string, { sizeBytes: number; contentType: string }>;
}

export const objectPath = (folder: string, key: string): string => join(folder, 'objects', key);
export const manifestPath = (folder: string): string => join(folder, 'backup.json');
export const tablePath = (folder: string, name: string): string => join(folder, 'database', `${name}.gz`);

/** Rows of a dumped table as they went in. */
export const readTable = (folder: string, name: string): NodeJS.ReadableStream =>
  createReadStream(tablePath(folder, name)).pipe(createGunzip());

/**
 * The database as of one moment, then the objects: whatever the one names is in the other, because objects never change and
 * outlive their deletion. A second run into the same folder copies only new objects.
 */
export async function backUp(config: Config, storage: Storage, folder: string): Promise<string> {
  const draft = join(folder, 'database.new');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const database = await dumpDatabase(config.databaseUrl, {
    write: (name) => {
      const packed = createGzip();
      packed.pipe(createWriteStream(join(draft, `${name}.gz`), { mode: 0o600 }));
      return packed;
    },
  });
  const before: Manifest['objects'] = await readFile(manifestPath(folder), 'utf8').then(
    (text) => (JSON.parse(text) as Manifest).objects,
    () => ({}),
  );
  const objects: Manifest['objects'] = {};
  let copied = 0;
  for await (const { key, sizeBytes } of storage.list('')) {
    const path = objectPath(folder, key);
    const kept = before[key];
    const present = kept?.sizeBytes === sizeBytes && (await stat(path).catch(() => null))?.size === sizeBytes;
    const object = present ? kept : await copyObject(storage, key, path);
    if (!object) continue;
    objects[key] = object;
    if (!present) copied++;
  }
  await rm(join(folder, 'database'), { recursive: true, force: true });
  await rename(draft, join(folder, 'database'));
  const manifest: Manifest = { version, at: new Date().toISOString(), database, objects };
  await writeFile(`${manifestPath(folder)}.new`, JSON.stringify(manifest), { mode: 0o600 });
  await rename(`${manifestPath(folder)}.new`, manifestPath(folder));
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  return `Copied ${rows} rows and ${Object.keys(objects).length} objects (${copied} of them new) to ${folder}.`;
}

/** Null when it has gone since it was listed: what came in was put in its place, what nobody knows into the trash. */
async function copyObject(storage: Storage, key: string, path: string): Promise<Manifest['objects'][string] | null> {
  const object = await storage.get(key).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (!object) return null;
  const { body, sizeBytes, contentType } = object;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(body, createWriteStream(`${path}.new`, { mode: 0o600 }));
  await rename(`${path}.new`, path);
  return { sizeBytes, contentType };
}
