import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { TAGGER_VERSION } from '../../audio-tags/tags.js';
import { Database } from '../../platform/database/database.js';
import { Every, On } from '../../platform/events/decorators.js';
import type { HandlerContext, Tick } from '../../platform/events/handler.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { StorageError } from '../../platform/storage/storage.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { mastersReleased } from '../staging/staging.events.js';
import { Edition } from './edition.entity.js';
import { EditionCopies } from './edition-copies.service.js';
import { freezeEdition, storeCopy } from './editions.writes.js';
import { taggedCopyWanted } from './sharing.events.js';

/** Makes an edition of each release, whether or not anyone opens it, and reads the tagged copies of its finals. */
@Injectable()
export class EditionsWorker {
  constructor(
    private readonly database: Database,
    private readonly copies: EditionCopies,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @On(mastersReleased, { queue: 'default' })
  async released({ projectId }: z.output<typeof mastersReleased.schema>, context: HandlerContext): Promise<void> {
    await context.commit((tx) => freezeEdition(tx, projectId));
  }

  @On(taggedCopyWanted, { queue: 'default' })
  async readCopy({ editionId, fileId }: z.output<typeof taggedCopyWanted.schema>, context: HandlerContext) {
    const copy = await this.copyOf(editionId, fileId);
    if (copy) await context.commit((tx) => storeCopy(tx, copy));
  }

  /** Copies of finals that were not analysed yet when their edition was made. */
  @Every('*/10 * * * *', { name: 'sharing.tagged-copies' })
  async sweep(_tick: Tick, { signal }: Pick<HandlerContext, 'signal'>): Promise<void> {
    const missing = await this.database.query<{ editionId: string; fileId: string }>(
      `SELECT e.id AS "editionId", file.id AS "fileId"
       FROM editions e JOIN ${LIVE_PROJECTS} p ON p.id = e.project_id,
         jsonb_to_recordset(e.content->'finals') AS final ("fileId" uuid)
         JOIN files file ON file.id = final."fileId" AND file.deleted_at IS NULL
         JOIN audio ON audio.id = file.audio_id AND audio.state IN ('done', 'failed')
       WHERE e.created_at > now() - interval '7 days' AND e.content ? 'sheet'
         AND NOT EXISTS (SELECT FROM editions newer WHERE newer.project_id = e.project_id AND newer.number > e.number)
         AND NOT EXISTS (SELECT FROM tagged_copies copy
           WHERE copy.edition_id = e.id AND copy.file_id = file.id AND copy.tagger = $1)
       ORDER BY e.created_at, file.id LIMIT 1000`,
      [TAGGER_VERSION],
    );
    await sweepEach(missing, this.logger, async ({ editionId, fileId }) => {
      if (signal.aborted) return;
      const copy = await this.copyOf(editionId, fileId);
      if (copy) await this.database.transaction((tx) => storeCopy(tx, copy));
    });
  }

  private async copyOf(editionId: string, fileId: string) {
    const edition = await this.database.manager.findOneBy(Edition, { id: editionId });
    if (!edition || (await this.copies.known(edition)).has(fileId)) return null;
    return this.copies.read(edition, fileId).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === 'not_found') return null;
      throw error;
    });
  }
}
