import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { keyset } from '../../platform/database/keyset.js';
import { Every } from '../../platform/events/decorators.js';
import type { HandlerContext, Tick } from '../../platform/events/handler.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { readChecksums, type UnreadObject } from './checksums.lib.js';
import { OBJECT_CHANGED, OBJECT_GONE } from './object-loss.js';

const BATCH = 500;

/**
 * Reads the checksums of project files that were analysed before archives and the recognition of files needed them, so
 * that no download waits for them.
 */
@Injectable()
export class ChecksumsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('29 * * * *', { name: 'files.checksums' })
  async sweep(_tick: Tick, { signal }: Pick<HandlerContext, 'signal'>): Promise<void> {
    await sweepEach(this.unread(signal), this.logger, (audio) => readChecksums(this.database, this.storage, audio));
  }

  /** Terabytes take hours, so it ends when the worker stops. */
  private async *unread(signal: AbortSignal): AsyncGenerator<UnreadObject> {
    for await (const audio of this.all()) {
      if (signal.aborted) return;
      yield audio;
    }
  }

  private all(): AsyncGenerator<UnreadObject> {
    return keyset<UnreadObject>((last) =>
      this.database.query<UnreadObject>(
        `SELECT id, object_key AS "objectKey", size_bytes::float8 AS "sizeBytes", sha256,
           coalesce(facts, probe) ->> 'container' AS container
         FROM audio
         WHERE (crc32 IS NULL OR samples_sha256 IS NULL) AND state IN ('done', 'failed') AND coalesce(error->>'code', '') <> ALL($1)
           AND ($2::uuid IS NULL OR id > $2)
           AND EXISTS (SELECT FROM files WHERE audio_id = audio.id AND deleted_at IS NULL)
         ORDER BY id LIMIT $3`,
        [[OBJECT_GONE.code, OBJECT_CHANGED.code], last?.id ?? null, BATCH],
      ),
    );
  }
}
