import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { keyset } from '../../platform/database/keyset.js';
import { Every } from '../../platform/events/decorators.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { assertStoreAttached } from '../../platform/installation.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { Storage } from '../../platform/storage/storage.js';
import { recordRepair } from '../health/repairs.writes.js';
import { bumpRevisionForAudio } from '../projects/staging-revision.writes.js';
import { IN_USE, requeueAnalyses } from './audio.writes.js';
import { OBJECT_GONE } from './object-loss.js';

const BATCH = 500;

interface ReadAudio {
  id: string;
  objectKey: string;
  /** Whether the row is already marked as gone. */
  gone: boolean;
}

/** Marks audio whose object is missing from the store, and queues its analysis again when the object has come back. */
@Injectable()
export class LostObjectsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('43 3 * * *', { name: 'files.lost-objects' })
  async sweep(): Promise<void> {
    await assertStoreAttached(this.database, this.storage);
    await sweepEach(this.read(), this.logger, async (audio) => {
      const isGone = (await this.storage.head(audio.objectKey)) === null;
      if (isGone && !audio.gone) await this.lose(audio);
      else if (!isGone && audio.gone) await this.regain(audio);
    });
  }

  private read(): AsyncGenerator<ReadAudio> {
    return keyset<ReadAudio>((last) =>
      this.database.query<ReadAudio>(
        `SELECT id, object_key AS "objectKey", coalesce(error->>'code' = $1, false) AS gone FROM audio
         WHERE state IN ('done', 'failed') AND ($2::uuid IS NULL OR id > $2) AND ${IN_USE} ORDER BY id LIMIT $3`,
        [OBJECT_GONE.code, last?.id ?? null, BATCH],
      ),
    );
  }

  private async lose({ id, objectKey }: ReadAudio): Promise<void> {
    await this.database.transaction(async (tx) => {
      await bumpRevisionForAudio(tx, [id]);
      const lost = await tx.query(
        `UPDATE audio SET state = 'failed', error = $3
         WHERE id = $1 AND object_key = $2 AND state IN ('done', 'failed') AND ${IN_USE} RETURNING 1`,
        [id, objectKey, JSON.stringify(OBJECT_GONE)],
      );
      if (lost.length === 0) return;
      await recordRepair(tx, 'object_gone');
      this.logger.error({ audioId: id, key: objectKey }, 'stored file is missing');
    });
  }

  private async regain({ id, objectKey }: ReadAudio): Promise<void> {
    await this.database.transaction(async (tx) => {
      if ((await requeueAnalyses(tx, [id])) === 0) return;
      await recordRepair(tx, 'object_back');
      this.logger.info({ audioId: id, key: objectKey }, 'stored file has come back');
    });
  }
}
