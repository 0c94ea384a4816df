import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { TrackProposals } from '../../engine/proposals/propose-tracks.js';
import { AUTO_ASSIGN_ABOVE, type SuggestFile } from '../../engine/types.js';
import { Database } from '../../platform/database/database.js';
import { AppError, unprocessable } from '../../platform/errors.js';
import type { Actor } from '../../platform/http/actor.js';
import { TaskRefusedError } from '../../platform/tasks/task-process.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import type { IncomingRow, StagedRow } from '../staging/staging.view.js';
import { incomingRows, stagedRows } from '../staging/staging-rows.view.js';
import { Track } from '../tracks/track.entity.js';
import { User } from '../users/user.entity.js';
import { openProposer, type ProposalsTask } from './proposals-task.js';

/** Computations of one studio that may be open at a time; each is for another project or other files. */
const MAX_OPEN = 4;
/** Remembered refusals; the oldest is forgotten first. */
const MAX_REFUSED = 1000;

@Injectable()
export class TrackProposalsService implements OnApplicationShutdown {
  private readonly proposer = openProposer();
  /** Keys are the inputs, so that identical requests share one computation. */
  private readonly open = new Map<string, { studioId: string; answer: Promise<TrackProposals> }>();
  private readonly refused = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  onApplicationShutdown(): void {
    this.proposer.end();
  }

  /**
   * Proposes tracks that do not exist yet, from the names and tags of the files that are staged or being uploaded.
   * @throws AppError 422 when that takes too long, 429 when the studio has too many such requests open.
   */
  async propose(actor: Actor, projectId: string): Promise<TrackProposals> {
    const project = await this.access.forEngineer(actor, projectId);
    const { manager } = this.database;
    const client = await manager.findOneByOrFail(User, { id: project.clientId });
    const tracks = await manager.findBy(Track, { projectId });
    const staged = (await stagedRows(manager, projectId)).filter(({ file }) => file.status === 'pending');
    const incoming = (await incomingRows(manager, projectId)).filter(({ file }) => !file.deliverable);
    const rows = [...staged, ...incoming];
    const files = rows.map(asNamed);
    if (files.length === 0) return { tracks: [], leftOut: [] };
    const known = tracks.map(({ id, trackNumber, title, isrc }) => ({ id, trackNumber, title, isrc }));
    const placed = rows.filter(isCertain).map(({ file }) => file.id);
    return this.compute(
      { project: { title: project.title, artist: client.name }, known, files, placed },
      project.studioId,
    );
  }

  private compute(task: ProposalsTask, studioId: string): Promise<TrackProposals> {
    const question = createHash('sha256').update(JSON.stringify(task)).digest('hex');
    if (this.refused.has(question)) throw tooCostly();
    const same = this.open.get(question);
    if (same) return same.answer;
    if ([...this.open.values()].filter((each) => each.studioId === studioId).length >= MAX_OPEN) {
      throw new AppError(429, 'proposals_busy', 'Track proposals of other projects are still computed');
    }
    const answer = this.proposer
      .run(task, studioId)
      .catch((error: unknown) => {
        if (!(error instanceof TaskRefusedError)) throw error;
        this.refuse(question);
        throw tooCostly();
      })
      .finally(() => this.open.delete(question));
    this.open.set(question, { studioId, answer });
    return answer;
  }

  private refuse(question: string): void {
    this.refused.add(question);
    if (this.refused.size > MAX_REFUSED) this.refused.delete(this.refused.values().next().value!);
  }
}

const tooCostly = () =>
  unprocessable('proposals_too_costly', 'These file names take too long to read. Please create the tracks yourself');

const isCertain = ({ file: { suggestions } }: StagedRow | IncomingRow): boolean =>
  (suggestions[0]?.confidence ?? 0) > AUTO_ASSIGN_ABOVE;

const asNamed = ({ file: { id, originalName, folder, header }, audio }: StagedRow | IncomingRow): SuggestFile => ({
  id,
  name: originalName,
  folder,
  tags: (audio ? (audio.facts ?? audio.probe) : header)?.tags ?? null,
});
