import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Every } from '../../platform/events/decorators.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { assertStoreAttached, noteUnknown } from '../../platform/installation.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { INCOMING, Storage } from '../../platform/storage/storage.js';
import { recordRepair } from '../health/repairs.writes.js';
import { forgetAudio, IN_USE } from './audio.writes.js';
import { moveUnknownToTrash } from './trash-objects.lib.js';

const DAY_MS = 24 * 3600_000;
const BATCH = 500;
const PREFIXES = ['projects/', 'derived/', INCOMING];
/**
 * More unknown objects than this share of the store (and than `TOLERATED`) indicate a fault, such as a wrong database;
 * nothing is removed then.
 */
const TOLERATED_SHARE = 0.05;
const TOLERATED = 10;

/**
 * Removes data that has been unreferenced for a day: audio rows, objects, and remains of interrupted uploads. Objects
 * go to the trash.
 */
@Injectable()
export class OrphansWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('17 * * * *', { name: 'files.orphaned-objects' })
  async sweep(): Promise<void> {
    await assertStoreAttached(this.database, this.storage);
    const [{ now }] = (await this.database.query<{ now: Date }>('SELECT now()')) as [{ now: Date }];
    const before = new Date(now.getTime() - DAY_MS);
    await this.removeAudio(before);
    const { total, unknown } = await this.look(before);
    if (unknown.length > Math.max(TOLERATED, total * TOLERATED_SHARE)) {
      await noteUnknown(this.database, { unknown: unknown.length, total });
      this.logger.error(
        { unknown: unknown.length, total, examples: unknown.slice(0, 10) },
        'too many objects in the store are unknown to the database; nothing was removed',
      );
      return;
    }
    await noteUnknown(this.database, null);
    await sweepEach(
      unknown.map((objectKey) => ({ objectKey })),
      this.logger,
      async ({ objectKey }) => {
        await moveUnknownToTrash(this.database, this.storage, objectKey);
        await recordRepair(this.database, 'object_removed');
        this.logger.info({ key: objectKey }, 'moved an unreferenced object to the trash');
      },
    );
    const left = (await this.storage.sweepTemporary(before)) + (await this.storage.sweepUploads(before));
    if (left === 0) return;
    await recordRepair(this.database, 'object_removed', left);
    this.logger.info({ left }, 'removed the remains of interrupted uploads');
  }

  /** Deletes rows whose staged and project files no longer exist. Their objects are unknown from then on. */
  private async removeAudio(before: Date): Promise<void> {
    const orphans = await this.database.query<{ id: string }>(
      `SELECT id FROM audio WHERE created_at < $1 AND NOT ${IN_USE}
         AND NOT EXISTS (SELECT FROM files WHERE audio_id = audio.id)`,
      [before],
    );
    await sweepEach(orphans, this.logger, async ({ id }) => {
      await this.database.transaction(async (tx) => {
        await forgetAudio(tx, id);
        await recordRepair(tx, 'audio_removed');
      });
      this.logger.info({ audioId: id }, 'deleted the row of unreferenced audio');
    });
  }

  /** The number of stored objects, and those older than `before` that the database does not know. */
  private async look(before: Date): Promise<{ total: number; unknown: string[] }> {
    let total = 0;
    const unknown: string[] = [];
    let batch: string[] = [];
    for (const prefix of PREFIXES) {
      for await (const { key, modifiedAt } of this.storage.list(prefix)) {
        total++;
        if (modifiedAt < before) batch.push(key);
        if (batch.length < BATCH) continue;
        unknown.push(...(await this.unknownOf(batch)));
        batch = [];
      }
    }
    unknown.push(...(await this.unknownOf(batch)));
    return { total, unknown };
  }

  /**
   * Objects count as known when a pending upload expects them, or audio in use has them as its original, waveform,
   * preview or FLAC.
   */
  private async unknownOf(keys: string[]): Promise<string[]> {
    const rows = await this.database.query<{ key: string }>(
      `SELECT key FROM unnest($1::text[]) AS stored (key)
       WHERE NOT EXISTS (SELECT FROM staging_files WHERE upload_key = key)
         AND NOT EXISTS (SELECT FROM audio WHERE object_key = key AND ${IN_USE})
         AND NOT EXISTS (
           SELECT FROM staging_files WHERE upload_key = substring(key FROM length($2) + 1) AND starts_with(key, $2))
         AND NOT EXISTS (
           SELECT FROM audio JOIN files ON audio_id = audio.id
           WHERE object_key = substring(key FROM length($2) + 1) AND starts_with(key, $2) AND completed_at IS NULL)
         AND NOT EXISTS (
           SELECT FROM audio
           WHERE id = substring(key FROM '^derived/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/')::uuid
             AND key IN (peaks_key, preview_key, lossless_key))`,
      [keys, INCOMING],
    );
    return rows.map(({ key }) => key);
  }
}
