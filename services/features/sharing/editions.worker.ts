import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { z } from 'zod';
import { TAGGER_VERSION } from '../../audio-tags/tags.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { Every, On } from '../../platform/events/decorators.js';
import { type HandlerContext, NotYetError } from '../../platform/events/handler.js';
import { unfinished } from '../../platform/events/unfinished.js';
import { StorageError } from '../../platform/storage/storage.js';
import { LIVE_PROJECTS, Project } from '../projects/project.entity.js';
import { mastersReleased } from '../staging/staging.events.js';
import { Edition } from './edition.entity.js';
import { EditionCopies } from './edition-copies.service.js';
import { freezeEdition, hasStaleCopies, storeCopy, wantNextCopy } from './editions.writes.js';
import { taggedCopyWanted } from './sharing.events.js';

type CopyRequest = z.output<typeof taggedCopyWanted.schema>;

/** Fewer than run at once, so that a studio with many editions leaves room for others. */
const MAX_OF_STUDIO = 2;

/** Makes an edition of each release, whether or not anyone opens it, and reads the tagged copies of the newest ones. */
@Injectable()
export class EditionsWorker {
  /** The studio of each copy that is read here. */
  private readonly reading: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly copies: EditionCopies,
  ) {}

  @On(mastersReleased, { queue: 'default' })
  async released({ projectId }: z.output<typeof mastersReleased.schema>, context: HandlerContext): Promise<void> {
    await context.commit(async (tx) => void (await freezeEdition(tx, projectId)));
  }

  /** Reads one final of a newest edition, or of one whose copies are made again, and continues with the next one, behind the editions that wait. */
  @On(taggedCopyWanted, { queue: 'copies', onExhausted: 'skip' })
  async readCopy({ editionId, fileId }: CopyRequest, context: HandlerContext): Promise<void> {
    const edition = await this.readable(editionId);
    if (!edition) return;
    const studioId = edition.studioId;
    if (this.reading.filter((each) => each === studioId).length >= MAX_OF_STUDIO) {
      throw new NotYetError('Other tagged copies of this studio are read first');
    }
    this.reading.push(studioId);
    try {
      const copy = await this.copyOf(edition, fileId);
      await context.commit(async (tx) => {
        if (copy) await storeCopy(tx, copy);
        await wantNextCopy(tx, edition, fileId);
      });
    } finally {
      this.reading.splice(this.reading.indexOf(studioId), 1);
    }
  }

  async skip({ editionId, fileId }: CopyRequest, _error: Error, tx: Tx): Promise<void> {
    const edition = await tx.manager.findOneBy(Edition, { id: editionId });
    if (edition) await wantNextCopy(tx, edition, fileId);
  }

  /** Copies of finals that were not analysed yet when their edition was made. */
  @Every('*/10 * * * *', { name: 'sharing.tagged-copies' })
  async sweep(): Promise<void> {
    const missing = await this.database.query<{ id: string; fileId: string }>(
      `SELECT DISTINCT ON (e.id) e.id, file.id AS "fileId"
       FROM editions e JOIN ${LIVE_PROJECTS} p ON p.id = e.project_id,
         jsonb_array_elements(e.content->'finals') WITH ORDINALITY AS final (content, place)
         JOIN files file ON file.id = (final.content->>'fileId')::uuid AND file.deleted_at IS NULL
         JOIN audio ON audio.id = file.audio_id AND audio.state IN ('done', 'failed')
       WHERE e.created_at > now() - interval '7 days' AND e.content ? 'sheet'
         AND NOT EXISTS (SELECT FROM editions newer WHERE newer.project_id = e.project_id AND newer.number > e.number)
         AND NOT EXISTS (SELECT FROM tagged_copies copy
           WHERE copy.edition_id = e.id AND copy.file_id = file.id AND copy.tagger = $1)
       ORDER BY e.id, place LIMIT 1000`,
      [TAGGER_VERSION],
    );
    await this.database.transaction(async (tx) => {
      const waiting = await unfinished(tx, taggedCopyWanted, 'editionId', missing);
      for (const { id, fileId } of missing) {
        if (!waiting.has(id)) tx.emit(taggedCopyWanted, { editionId: id, fileId });
      }
    });
  }

  /** The edition with its studio; null if there is a newer one, unless readers want its copies made again. */
  private async readable(id: string): Promise<(Edition & { studioId: string }) | null> {
    const edition = await this.database.manager.findOneBy(Edition, { id });
    if (!edition) return null;
    const { projectId, number } = edition;
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    const isOld = await this.database.manager.existsBy(Edition, { projectId, number: MoreThan(number) });
    const isReadable = !isOld || (await hasStaleCopies(this.database, id));
    return project && isReadable ? Object.assign(edition, { studioId: project.studioId }) : null;
  }

  private async copyOf(edition: Edition, fileId: string) {
    if ((await this.copies.known(edition)).has(fileId)) return null;
    return this.copies.read(edition, fileId).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === 'not_found') return null;
      throw error;
    });
  }
}
