import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordHealing } from '../health/healing.service.js';
import { dropAudio, IN_USE } from './audio.writes.js';

const DAY_MS = 24 * 3600_000;
const BATCH = 500;
const PREFIXES = ['projects/', 'derived/'];

/** Removes what nobody has referred to for a day: rows of audio, objects, and what interrupted uploads have left. */
@Injectable()
export class OrphansWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('17 * * * *', { name: 'files.orphaned-objects' })
  async sweep({ slot }: Tick): Promise<void> {
    const before = new Date(slot.getTime() - DAY_MS);
    await this.removeAudio(before);
    for (const prefix of PREFIXES) {
      let batch: string[] = [];
      for await (const { key, modifiedAt } of this.storage.list(prefix)) {
        if (modifiedAt >= before) continue;
        batch.push(key);
        if (batch.length < BATCH) continue;
        await this.removeObjects(batch);
        batch = [];
      }
      await this.removeObjects(batch);
    }
    const left = (await this.storage.sweepTemporary(before)) + (await this.storage.sweepUploads(before));
    if (left === 0) return;
    await recordHealing(this.database, 'object_removed', left);
    this.logger.info({ left }, 'removed what interrupted uploads have left');
  }

  /** Rows whose staged and project files are all gone, not only deleted; their objects follow after the commit. */
  private async removeAudio(before: Date): Promise<void> {
    const orphans = await this.database.query<{ id: string }>(
      `SELECT id FROM audio WHERE created_at < $1 AND NOT ${IN_USE}
         AND NOT EXISTS (SELECT FROM files WHERE audio_id = audio.id)`,
      [before],
    );
    for (const { id } of orphans) {
      await this.database.transaction(async (tx) => {
        await dropAudio(tx, id);
        await recordHealing(tx, 'audio_removed');
      });
      this.logger.info({ audioId: id }, 'removed audio that nobody refers to');
    }
  }

  /** An object is referred to by an upload that was allowed, and by audio in use as its sound, waveform or preview. */
  private async removeObjects(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    const orphans = await this.database.query<{ key: string }>(
      `SELECT key FROM unnest($1::text[]) AS stored (key)
       WHERE NOT EXISTS (SELECT FROM upload_intents WHERE object_key = key)
         AND NOT EXISTS (SELECT FROM audio WHERE object_key = key AND ${IN_USE})
         AND NOT EXISTS (
           SELECT FROM audio
           WHERE id = substring(key FROM '^derived/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/')::uuid
             AND key IN (peaks_key, preview_key))`,
      [keys],
    );
    for (const { key } of orphans) {
      await this.storage.delete(key);
      this.logger.info({ key }, 'removed an object that nobody refers to');
    }
    await recordHealing(this.database, 'object_removed', orphans.length);
  }
}
