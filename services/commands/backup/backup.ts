import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '../../platform/config.js';
import { dumpDatabase } from '../../platform/database/copy.js';
import { isNotFound, type ListedObject, type Storage } from '../../platform/storage/storage.js';
import { version } from '../../platform/version.js';
import { forEachAtOnce, type Manifest, manifestPath, objectPath, type SavedObject } from './folder.js';

/**
 * Copies the database as of one moment, then the objects. Every object that the database refers to is copied, because
 * objects never change and are kept for a while after their deletion. A second run into the same folder copies only new
 * objects.
 */
export async function backUp(config: Config, storage: Storage, folder: string): Promise<string> {
  const draft = join(folder, 'database.new');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const { at, dump: database } = await dumpDatabase(config.databaseUrl, {
    write: (name, rows) => pipeline(rows, createGzip(), createWriteStream(join(draft, `${name}.gz`), { mode: 0o600 })),
  });
  const before: Manifest['objects'] = await readFile(manifestPath(folder), 'utf8').then(
    (text) => (JSON.parse(text) as Manifest).objects,
    () => ({}),
  );
  const objects: Manifest['objects'] = {};
  let copied = 0;
  const copy = async ({ key, sizeBytes }: ListedObject) => {
    if (objects[key]) return;
    const path = objectPath(folder, key);
    const kept = before[key];
    const isKept = kept?.sizeBytes === sizeBytes && (await stat(path).catch(() => null))?.size === sizeBytes;
    const object = isKept ? kept : await copyObject(storage, key, path);
    if (!object) return;
    objects[key] = object;
    if (!isKept) copied++;
  };
  await forEachAtOnce(storage.list(''), copy);
  // An object that was moved to or from the trash in the meantime may have been in neither place when that was listed.
  await forEachAtOnce(storage.list(''), copy);
  await rm(join(folder, 'database'), { recursive: true, force: true });
  await rename(draft, join(folder, 'database'));
  const manifest: Manifest = { version, at: at.toISOString(), database, objects };
  await writeFile(`${manifestPath(folder)}.new`, JSON.stringify(manifest), { mode: 0o600 });
  await rename(`${manifestPath(folder)}.new`, manifestPath(folder));
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  return `Copied ${rows} rows and ${Object.keys(objects).length} objects (${copied} of them new) to ${folder}.`;
}

/** Null when it has been removed since it was listed: it was moved to its own key, or into the trash. */
async function copyObject(storage: Storage, key: string, path: string): Promise<SavedObject | null> {
  const object = await storage.get(key).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (!object) return null;
  const { body, sizeBytes, contentType } = object;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const watched = new PassThrough().on('data', (bytes: Buffer) => hash.update(bytes));
  await pipeline(body, watched, createWriteStream(`${path}.new`, { mode: 0o600 }));
  await rename(`${path}.new`, path);
  return { sizeBytes, contentType, sha256: hash.digest('hex') };
}
