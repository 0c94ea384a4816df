import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Config } from '../platform/config.js';
import { restoreDatabase } from '../platform/database/copy.js';
import { runMigrations } from '../platform/database/migrate.js';
import { StartError } from '../platform/start.js';
import type { Storage } from '../platform/storage/storage.js';
import { type Manifest, manifestPath, objectPath, readTable } from './backup.js';

/** Objects first: until the database names them nobody misses them, and a restoration that broke off begins again. */
export async function restore(config: Config, storage: Storage, folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  const entries = Object.entries(manifest.objects);
  for (const [key, { sizeBytes, contentType }] of entries) {
    if ((await storage.head(key))?.sizeBytes === sizeBytes) continue;
    await storage.put(key, createReadStream(objectPath(folder, key)), { sizeBytes, contentType });
  }
  await restoreDatabase(config.databaseUrl, manifest.database, { read: (name) => readTable(folder, name) });
  await runMigrations(config.databaseUrl, config.queueUrl);
  return `Restored the backup of ${manifest.at} (version ${manifest.version}) with ${entries.length} objects.`;
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(manifestPath(folder), 'utf8')) as Manifest;
  } catch (error) {
    throw new StartError(`${folder} holds no whole backup.`, { cause: error });
  }
}
