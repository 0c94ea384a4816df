import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../platform/config.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { noRoomLeft } from '../../platform/errors.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { Storage, StorageError } from '../../platform/storage/storage.js';
import { storableJson } from '../../platform/text.js';
import { Audio } from '../audio/audio.entity.js';
import { StudioShares } from '../audio/studio-shares.service.js';
import { keepUnpacked, releaseReserved, reserveUnpacked, UNPACKED } from '../audio/unpacked.writes.js';
import { discPlans } from '../orders/disc-plans.lib.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { deliverableStaged } from '../staged-files/deliverables.events.js';
import { ddpCheckWanted } from './ddp.events.js';
import { DdpReportRow } from './ddp-report.entity.js';
import { wantDdpCheck } from './ddp-reports.writes.js';
import { discsOf } from './discs.lib.js';
import { replacedCdMasters } from './masters.lib.js';
import { reportsOn } from './report.js';

type CheckRequest = z.output<typeof ddpCheckWanted.schema>;

/** Reads uploaded DDPs and compares them with the released CD masters. */
@Injectable()
export class DdpReportsWorker {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly shares: StudioShares,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** An archive with a DDP has arrived in staging, or someone has said that an archive is one. */
  @On(deliverableStaged, { queue: 'default' })
  async staged(
    { projectId, audioId, kind }: z.output<typeof deliverableStaged.schema>,
    context: HandlerContext,
  ): Promise<void> {
    if (kind === 'ddp') await context.commit((tx) => wantDdpCheck(tx, projectId, audioId));
  }

  @On(ddpCheckWanted, { queue: 'analysis', retries: 2, onExhausted: 'giveUp' })
  check({ projectId, audioId }: CheckRequest, context: HandlerContext): Promise<void> {
    return this.shares.run({ projectId }, () => this.compare(projectId, audioId, context));
  }

  private async compare(projectId: string, audioId: string, context: HandlerContext): Promise<void> {
    const { manager } = this.database;
    const [project, audio] = await Promise.all([
      manager.findOneBy(Project, { id: projectId }),
      manager.findOneBy(Audio, { id: audioId }),
    ]);
    if (!project || !audio) return;
    // Before the discs, so that a change meanwhile makes the report out of date.
    const plans = await discPlans(this.database, projectId);
    const discs = await discsOf(manager, this.storage, project);
    const replaced = await replacedCdMasters(manager, projectId);
    let unpacked: { key: string; sizeBytes: number } | null = null;
    const reports = await reportsOn(this.storage, audio, discs, replaced, async (bytes, sizeBytes) => {
      // A stored archive never changes.
      if (audio.losslessKey && audio.losslessBytes === sizeBytes) {
        unpacked = { key: audio.losslessKey, sizeBytes };
        return audio.losslessKey;
      }
      await this.database.transaction((tx) =>
        reserveUnpacked(tx, this.storage, this.config, { audioId, projectId, sizeBytes }),
      );
      // The key contains the event's id, so that a repeated job does not write over what is played.
      const key = `derived/${audioId}/ddp-${context.eventId}.dat`;
      await this.storage.delete(key);
      const options = { contentType: 'application/octet-stream', sizeBytes };
      await this.storage.put(key, Readable.from(bytes), options).catch((failure: unknown) => {
        const isFull = failure instanceof StorageError && failure.code === 'full';
        throw isFull ? noRoomLeft(`There is no room left to store ${UNPACKED}`) : failure;
      });
      unpacked = { key, sizeBytes };
      return key;
    });
    await context.commit(async (tx) => {
      await keepUnpacked(tx, audioId, unpacked);
      // Fewer DDPs are found where there is no room for unpacking any more.
      await tx.query('DELETE FROM ddp_reports WHERE audio_id = $1 AND part >= $2', [audioId, reports.length]);
      // The file may have been deleted meanwhile.
      await tx.query(
        `INSERT INTO ddp_reports (audio_id, part, project_id, state, report)
         SELECT id, place - 1, $2, 'done', report
         FROM audio, jsonb_array_elements($3::jsonb) WITH ORDINALITY AS read (report, place) WHERE id = $1
         ON CONFLICT (audio_id, part) DO UPDATE SET state = 'done', report = EXCLUDED.report, updated_at = now()`,
        [
          audioId,
          projectId,
          storableJson(reports.map((report) => ({ ...report, plan: plans.get(report.disc ?? 0)?.plan ?? '' }))),
        ],
      );
      publishProjectChange(tx, project, 'files', 'staging');
    });
  }

  async giveUp({ audioId }: CheckRequest, _error: Error, tx: Tx): Promise<void> {
    await releaseReserved(tx, audioId);
    await tx.manager.update(DdpReportRow, { audioId, state: 'reading' }, { state: 'failed' });
  }
}
