import { createReadStream } from 'node:fs';
import type { Config } from '../../platform/config.js';
import { holdMail, restoreDatabase } from '../../platform/database/copy.js';
import { runMigrations } from '../../platform/migrate.js';
import { StartError } from '../../platform/start.js';
import type { Storage } from '../../platform/storage/storage.js';
import { forEachAtOnce, objectPath, readManifest, readTable } from './folder.js';
import { findDamage, isDamaged, told, wayOut } from './verify.js';

const MAIL_IS_HELD = 'It sends no mail until its operator releases it, on the page /app/operator.';

export interface RestoreOptions {
  /** Restores the rest of a backup in which objects are missing or damaged. */
  withoutDamaged?: boolean;
}

/**
 * Reads the whole backup before anything is written. Objects are written first: the database does not refer to them
 * yet, so an interrupted restoration can simply start again.
 * @throws StartError when the backup is damaged.
 */
export async function restore(
  config: Config,
  storage: Storage,
  folder: string,
  { withoutDamaged = false }: RestoreOptions = {},
): Promise<string> {
  const manifest = await readManifest(folder);
  const damage = await findDamage(folder, manifest);
  if (isDamaged(damage) && !(withoutDamaged && damage.tables.length === 0))
    throw new StartError(`${told(folder, damage)}\nNothing was restored. ${wayOut(damage)}`);
  const entries = Object.entries(manifest.objects).filter(([key]) => !damage.objects.has(key));
  await forEachAtOnce(entries, async ([key, { sizeBytes, contentType }]) => {
    if ((await storage.head(key))?.sizeBytes === sizeBytes) return;
    await storage.put(key, createReadStream(objectPath(folder, key)), { sizeBytes, contentType });
  });
  await restoreDatabase(config.databaseUrl, manifest.database, { read: (name) => readTable(folder, name) });
  await runMigrations(config.databaseUrl, config.queueUrl);
  await holdMail(config.databaseUrl);
  const { at, version } = manifest;
  const without =
    damage.objects.size > 0
      ? `\n${told(folder, damage)}\nThey were left out; within a day the portal names the files that they belong to.`
      : '';
  return `Restored the backup of ${at} (version ${version}) with ${entries.length} objects.${without}\n${MAIL_IS_HELD}`;
}
