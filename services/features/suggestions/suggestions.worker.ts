import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { TaskProcess } from '../../platform/tasks/task-process.js';
import { Project } from '../projects/project.entity.js';
import { tellProject } from '../projects/projects.events.js';
import { giveUpSuggesting, noteSuggested } from '../projects/projects.writes.js';
import { changeStructure, structureChanged } from '../projects/structure.events.js';
import { audioAnalysed, audioProbed } from '../sound/audio.events.js';
import { noteSuggestions } from '../staging/staging.writes.js';
import { noteUploadSuggestions } from '../uploads/uploads.writes.js';
import { computeSuggestions } from './compute-suggestions.js';
import type { Batch, Judged } from './judge-batch.js';

interface Owner {
  projectId: string;
  studioId: string;
  clientId: string;
  staged: boolean;
  /** Nothing more of the kind that just became known is to come. */
  isLast: boolean;
}

/** After a computation its project pauses this many times as long as it took … */
const PAUSE = 8;
const MAX_PAUSE_MS = 1500;
/** … and this much longer while its files are read, which needs the cores too; the last of them ends the pause. */
const WHILE_READING = 2;

/** SQL: files of which more will be known that suggestions are made from: their header, or all of their sound. */
const UNPROBED = `audio.state IN ('queued', 'running') AND audio.probe IS NULL`;
const UNREAD = `audio.state IN ('queued', 'running')`;

interface Pause {
  over: Promise<unknown>;
  /** Ends it early. */
  end: AbortController;
}

/** Names that are alike by the hundred take seconds, and this process has other things to do. */
const JUDGE = new URL(import.meta.url.endsWith('.ts') ? './judge.child.ts' : './judge.child.js', import.meta.url);
const LIMITS = { timeoutMs: 60_000, maxRssBytes: 768 * 1024 ** 2 };

/**
 * Keeps the suggestions of a project current: one computation covers all changes that came before it. While a project
 * is behind, one event for it is on its way: from the change that left it behind, or from the computation that came
 * too early for it.
 */
@Injectable()
export class SuggestionsWorker {
  private readonly pauses = new Map<string, Pause>();
  private readonly judge = new TaskProcess<Batch, Judged>(JUDGE, LIMITS);

  constructor(private readonly database: Database) {}

  @On(audioProbed, { queue: 'default' })
  probed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.soundKnown(audioId, UNPROBED, context);
  }

  @On(audioAnalysed, { queue: 'default' })
  analysed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.soundKnown(audioId, UNREAD, context);
  }

  @On(structureChanged, { queue: 'default', onExhausted: 'giveUp' })
  async suggest({ projectId }: { projectId: string }, context: HandlerContext): Promise<void> {
    await this.pauses.get(projectId)?.over;
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!project || project.suggestedRevision >= project.stagingRevision) return;
    const from = performance.now();
    const computed = await computeSuggestions(this.database.manager, project, (batch) => this.judge.run(batch));
    await this.pause(projectId, performance.now() - from);
    await context.commit(async (tx) => {
      const current = await noteSuggested(tx, projectId, project.stagingRevision);
      if (!current) return;
      if (current.isBehind) tx.emit(structureChanged, { projectId });
      await noteSuggestions(tx, computed);
      await noteUploadSuggestions(tx, computed);
      tellProject(tx, project, 'staging');
    });
  }

  /** The next change asks anew. */
  async giveUp({ projectId }: { projectId: string }, _error: Error, tx: Tx): Promise<void> {
    await giveUpSuggesting(tx, projectId);
  }

  private async pause(projectId: string, tookMs: number): Promise<void> {
    const reading = await this.database.query(`SELECT 1 ${stagedIn('$1', UNREAD)} LIMIT 1`, [projectId]);
    const ms = Math.min(tookMs * PAUSE, MAX_PAUSE_MS) * (reading.length > 0 ? WHILE_READING : 1);
    const end = new AbortController();
    const over = setTimeout(ms, undefined, { ref: false, signal: end.signal }).catch(() => undefined);
    this.pauses.set(projectId, { end, over: over.then(() => this.pauses.delete(projectId)) });
  }

  /** More is known of a sound: the projects that hold it get new suggestions and show the figures. */
  private async soundKnown(audioId: string, moreToCome: string, context: HandlerContext): Promise<void> {
    const projects = await context.commit(async (tx) => {
      const owners = await tx.query<Owner>(
        `SELECT DISTINCT p.id AS "projectId", p.studio_id AS "studioId", p.client_id AS "clientId", owner.staged,
           NOT EXISTS (SELECT ${stagedIn('p.id', moreToCome)}) AS "isLast"
         FROM (
           SELECT project_id, true AS staged FROM staging_files WHERE audio_id = $1
           UNION ALL SELECT project_id, false FROM files WHERE audio_id = $1
         ) owner
         JOIN projects p ON p.id = owner.project_id`,
        [audioId],
      );
      for (const { projectId, studioId, clientId, staged } of owners) {
        await changeStructure(tx, projectId);
        tellProject(tx, { id: projectId, studioId, clientId }, staged ? 'staging' : 'files');
      }
      return owners;
    });
    for (const { projectId, isLast } of projects) if (isLast) this.pauses.get(projectId)?.end.abort();
  }
}

const stagedIn = (projectId: string, which: string): string =>
  `FROM staging_files JOIN audio ON audio.id = staging_files.audio_id WHERE staging_files.project_id = ${projectId} AND ${which}`;
