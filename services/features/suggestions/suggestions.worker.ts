import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { On } from '../../platform/events/decorators.js';
import { type HandlerContext, NotYetError } from '../../platform/events/handler.js';
import { LOGGER, type Logger } from '../../platform/log.js';
import { TaskRefusedError } from '../../platform/tasks/task-process.js';
import { audioAnalysed, audioProbed } from '../audio/audio.events.js';
import { notePairings } from '../files/mix-pairings.writes.js';
import { Project } from '../projects/project.entity.js';
import { publishProjectChange } from '../projects/projects.events.js';
import { giveUpSuggesting, noteSuggested } from '../projects/projects.writes.js';
import { bumpRevisionForAudio, structureChanged } from '../projects/staging-revision.writes.js';
import { noteSuggestions } from '../staged-files/staged-files.writes.js';
import { type ComputedBatch, computeSuggestions } from './compute-suggestions.js';
import { openEngineProcess } from './engine-process.js';
import { requestFollowUps } from './follow-ups.js';
import { pairMixes } from './pair-mixes.js';
import type { Batch, BatchSuggestions } from './suggest-batch.js';
import { mixesToPair } from './suggestions.events.js';

interface ReviewedFile {
  audioId: string;
  isLast?: boolean | undefined;
}

/** After a computation its project pauses for this multiple of the time that it took … */
const PAUSE = 8;
const MAX_PAUSE_MS = 1500;
/** … and longer while its files are being analysed, which needs the CPU too. The last analysis ends the pause. */
const READING_PAUSE = 50;
const MAX_READING_PAUSE_MS = 5000;

interface Pause {
  over: Promise<unknown>;
  /** Time at which the preceding computation began. */
  since: Date;
  /** Ends the pause early. */
  end: AbortController;
}

const ENGINE_MS = 60_000;

/**
 * Maximum number of computations that wait or run in this process, in total and per studio. Others are postponed, so
 * that the queue's other jobs, such as suggestions of other studios, can run.
 */
const MAX_OPEN = 16;
const MAX_OPEN_OF_STUDIO = 4;

/**
 * Keeps the suggestions of projects current. One computation covers all changes before it. While a project's
 * suggestions are out of date, one event for it is pending: from the change that made them so, or from a computation
 * that ended too early for it.
 */
@Injectable()
export class SuggestionsWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pauses = new Map<string, Pause>();
  private readonly engine = openEngineProcess(ENGINE_MS);
  /** The studio of each computation that waits or runs here. */
  private readonly open: string[] = [];

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Keeps a process ready, so that the first suggestion does not wait for one to start. */
  onApplicationBootstrap(): void {
    this.engine.keepReady();
  }

  onApplicationShutdown(): void {
    this.engine.end();
  }

  @On(audioProbed, { queue: 'default' })
  probed(known: ReviewedFile, context: HandlerContext): Promise<void> {
    return this.endPauses(known, context);
  }

  @On(audioAnalysed, { queue: 'default' })
  analysed(known: ReviewedFile, context: HandlerContext): Promise<void> {
    return this.endPauses(known, context);
  }

  @On(structureChanged, { queue: 'default', onExhausted: 'giveUp' })
  async suggest({ projectId }: { projectId: string }, context: HandlerContext): Promise<void> {
    const known = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!known) return;
    await this.whileOpen(known, () => this.compute(projectId, context));
  }

  /** @throws NotYetError when too many computations wait or run. */
  private async whileOpen<T>({ studioId }: Project, compute: () => Promise<T>): Promise<T> {
    const ofStudio = this.open.filter((each) => each === studioId).length;
    if (this.open.length >= MAX_OPEN || ofStudio >= MAX_OPEN_OF_STUDIO)
      throw new NotYetError('Other projects are suggested first');
    this.open.push(studioId);
    try {
      return await compute();
    } finally {
      this.open.splice(this.open.indexOf(studioId), 1);
    }
  }

  /** Gives up; the next change requests suggestions again. */
  async giveUp({ projectId }: { projectId: string }, _error: Error, tx: Tx): Promise<void> {
    await giveUpSuggesting(tx, projectId);
  }

  /** Pairs the client's originals with the tracks, once the suggestions are current. */
  @On(mixesToPair, { queue: 'default' })
  async pair({ projectId }: { projectId: string }, context: HandlerContext): Promise<void> {
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!project) return;
    const pairings = await this.whileOpen(project, () =>
      pairMixes(this.database.manager, project, (batch) => this.namesOf(project, batch)),
    );
    await context.commit(async (tx) => {
      if (await notePairings(tx, projectId, pairings)) publishProjectChange(tx, project, 'files');
    });
  }

  /** Without names if the engine refuses them; sounds still decide. */
  private async namesOf({ id, studioId }: Project, batch: Batch): Promise<BatchSuggestions> {
    try {
      return await this.engine.run(batch, studioId);
    } catch (error) {
      if (!(error instanceof TaskRefusedError)) throw error;
      this.logger.warn({ err: error, projectId: id }, 'Originals are paired by sound only: their names cost too much');
      return new Map();
    }
  }

  private async compute(projectId: string, context: HandlerContext): Promise<void> {
    const pause = this.pauses.get(projectId);
    if (pause && !(await this.hasNewUploads(projectId, pause.since))) await pause.over;
    const since = new Date();
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!project) return;
    if (project.suggestedRevision >= project.stagingRevision)
      return context.commit((tx) => requestFollowUps(tx, projectId));
    const from = performance.now();
    const computation = await this.suggested(project, context);
    if (!computation) return;
    const { staged, isReading } = computation;
    this.pause(projectId, since, { tookMs: performance.now() - from, isReading });
    await context.commit(async (tx) => {
      const current = await noteSuggested(tx, projectId, project.stagingRevision);
      if (!current) return;
      if (current.isBehind) tx.emit(structureChanged, { projectId });
      else await requestFollowUps(tx, projectId);
      if (await noteSuggestions(tx, staged)) publishProjectChange(tx, project, 'staging');
    });
  }

  /** Null if the engine refuses the batch. Another attempt would take as long and fail as well. */
  private async suggested(project: Project, context: HandlerContext): Promise<ComputedBatch | null> {
    try {
      const engine = (batch: Batch) => this.engine.run(batch, project.studioId);
      return await computeSuggestions(this.database.manager, project, engine);
    } catch (error) {
      if (!(error instanceof TaskRefusedError)) throw error;
      this.logger.warn({ err: error, projectId: project.id }, 'No suggestions: the names cost too much to judge');
      await context.commit(async (tx) => {
        const current = await noteSuggested(tx, project.id, project.stagingRevision);
        if (current?.isBehind) tx.emit(structureChanged, { projectId: project.id });
        else await requestFollowUps(tx, project.id);
      });
      return null;
    }
  }

  private pause(projectId: string, since: Date, { tookMs, isReading }: { tookMs: number; isReading: boolean }): void {
    const ms = isReading
      ? Math.min(tookMs * READING_PAUSE, MAX_READING_PAUSE_MS)
      : Math.min(tookMs * PAUSE, MAX_PAUSE_MS);
    const end = new AbortController();
    const over = setTimeout(ms, undefined, { ref: false, signal: end.signal }).catch(() => undefined);
    const pause: Pause = { end, since, over };
    pause.over = over.then(() => this.pauses.get(projectId) === pause && this.pauses.delete(projectId));
    this.pauses.set(projectId, pause);
  }

  /** Files that were just dropped are being looked at, so they do not wait for a pause. */
  private async hasNewUploads(projectId: string, since: Date): Promise<boolean> {
    const query = `SELECT 1 FROM staging_files
      WHERE project_id = $1 AND created_at > $2 AND status = 'incoming' LIMIT 1`;
    return (await this.database.query(query, [projectId, since])).length > 0;
  }

  /** Ends the pause of the projects after their last file has been probed or analysed. */
  private async endPauses({ audioId, isLast }: ReviewedFile, context: HandlerContext): Promise<void> {
    // A worker of the previous version sends the event without `isLast` and has not marked the projects as changed.
    if (isLast === undefined) return context.commit((tx) => bumpRevisionForAudio(tx, [audioId]));
    if (!isLast) return;
    const files = await this.database.query<{ projectId: string }>(
      'SELECT project_id AS "projectId" FROM staging_files WHERE audio_id = $1',
      [audioId],
    );
    for (const { projectId } of files) this.pauses.get(projectId)?.end.abort();
  }
}
