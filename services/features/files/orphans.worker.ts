import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';

const DAY_MS = 24 * 3600_000;
const BATCH = 500;
const PREFIXES = ['projects/', 'derived/'];

/** Removes objects that nobody has referred to for a day, and what interrupted uploads have left. */
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
    let removed = 0;
    for (const prefix of PREFIXES) {
      let batch: string[] = [];
      for await (const { key, modifiedAt } of this.storage.list(prefix)) {
        if (modifiedAt >= before) continue;
        batch.push(key);
        if (batch.length < BATCH) continue;
        removed += await this.remove(batch);
        batch = [];
      }
      removed += await this.remove(batch);
    }
    const temporary = await this.storage.sweepTemporary(before);
    const uploads = await this.storage.sweepUploads(before);
    if (removed + temporary + uploads > 0) {
      this.logger.info({ removed, temporary, uploads }, 'removed objects that nobody refers to');
    }
  }

  private async remove(keys: string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const orphans = await this.database.query<{ key: string }>(
      `SELECT key FROM unnest($1::text[]) AS stored (key)
       WHERE NOT EXISTS (SELECT FROM audio WHERE object_key = key)
         AND NOT EXISTS (SELECT FROM audio WHERE id = substring(key FROM '^derived/([0-9a-f-]{36})/')::uuid)
         AND NOT EXISTS (SELECT FROM upload_intents WHERE object_key = key)`,
      [keys],
    );
    for (const { key } of orphans) {
      await this.storage.delete(key);
      this.logger.info({ key }, 'removed an object that nobody refers to');
    }
    return orphans.length;
  }
}
