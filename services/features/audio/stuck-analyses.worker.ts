import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { awaited } from '../../platform/events/awaited.js';
import { Every } from '../../platform/events/decorators.js';
import type { Tick } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { recordRepair } from '../health/repairs.writes.js';
import { analysisQueued, audioReopened, audioStored, originalStored } from './audio.events.js';
import { queueAnalyses } from './audio.writes.js';

/** Longer than any queue takes. A job older than this is lost, even if the queue still lists it. */
const OVERDUE_MS = 6 * 3600_000;
const BATCH = 500;

/** Queues analyses again whose job has been lost. */
@Injectable()
export class StuckAnalysesWorker {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('*/10 * * * *', { name: 'files.stuck-analyses' })
  async sweep({ slot }: Tick): Promise<void> {
    const since = new Date(slot.getTime() - OVERDUE_MS);
    for await (const ids of this.unread()) {
      const live = await awaited(
        this.database,
        [analysisQueued, audioStored, audioReopened, originalStored],
        'audioId',
        ids,
        since,
      );
      for (const id of ids) if (!live.has(id)) await this.restart(id);
    }
  }

  private async *unread(): AsyncGenerator<string[]> {
    let last: string | undefined;
    do {
      const rows: { id: string }[] = await this.database.query<{ id: string }>(
        `SELECT id FROM audio
         WHERE state IN ('queued', 'running') AND ($1::uuid IS NULL OR id > $1)
           AND (EXISTS (SELECT FROM staging_files WHERE audio_id = audio.id)
             OR EXISTS (SELECT FROM files WHERE audio_id = audio.id AND deleted_at IS NULL AND completed_at IS NOT NULL))
         ORDER BY id LIMIT $2`,
        [last ?? null, BATCH],
      );
      yield rows.map(({ id }) => id);
      last = rows.at(-1)?.id;
    } while (last);
  }

  private async restart(audioId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const stuck = await tx.query(
        `UPDATE audio SET state = 'queued', progress = 0 WHERE id = $1 AND state IN ('queued', 'running') RETURNING 1`,
        [audioId],
      );
      if (stuck.length === 0) return;
      queueAnalyses(tx, [audioId]);
      await recordRepair(tx, 'analysis_restarted');
      this.logger.warn({ audioId }, 'restarted an analysis that never finished');
    });
  }
}
