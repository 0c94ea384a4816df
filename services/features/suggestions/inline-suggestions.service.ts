import { setTimeout } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { TaskFailedError } from '../../platform/tasks/task-process.js';
import type { Project } from '../projects/project.entity.js';
import { noteSuggested } from '../projects/projects.writes.js';
import { noteSuggestions } from '../staged-files/staged-files.writes.js';
import { type AnnouncedFile, type ComputedBatch, computeSuggestions } from './compute-suggestions.js';
import { openEngineProcess } from './engine-process.js';
import type { Batch } from './suggest-batch.js';

/** Time that an announcement waits for suggestions before it replies without them. */
const PATIENCE_MS = 400;
const ENGINE_MS = 5_000;

/** Suggestions and the staging revision that they were computed for. */
export type InlineResult = ComputedBatch & { revision: number };

/**
 * Computes suggestions during the call that announces files, so that they are never shown without. They are computed
 * before the call's transaction and stored in it. If they take too long, or the project has changed in the meantime,
 * `SuggestionsWorker` computes them later, as for any other change.
 */
@Injectable()
export class InlineSuggestions implements OnApplicationShutdown {
  private readonly engine = openEngineProcess(ENGINE_MS);
  private patienceMs = PATIENCE_MS;

  constructor(private readonly database: Database) {}

  /** Keeps a process ready, so that no request waits for one to start. */
  keepReady(): void {
    this.engine.keepReady();
  }

  onApplicationShutdown(): void {
    this.engine.end();
  }

  /** Null if it takes too long or the engine is busy. */
  async compute(project: Project, announced: AnnouncedFile[]): Promise<InlineResult | null> {
    if (this.engine.isBusy(project.studioId)) return null;
    const over = new AbortController();
    const late = setTimeout(this.patienceMs, null, { signal: over.signal }).catch(() => null);
    const engine = (batch: Batch) => this.engine.run(batch, project.studioId);
    const computed = computeSuggestions(this.database.manager, project, engine, announced);
    try {
      return await Promise.race([computed.then((all) => ({ ...all, revision: project.stagingRevision })), late]);
    } catch (error) {
      if (error instanceof TaskFailedError) return null;
      throw error;
    } finally {
      over.abort();
    }
  }

  /**
   * Stores the suggestions for the project's other files, before the announced ones are added. Returns false if the
   * project has changed since. The caller holds the project's lock.
   */
  async note(tx: Tx, project: Project, { revision, staged }: InlineResult): Promise<boolean> {
    if (project.stagingRevision !== revision) return false;
    await noteSuggested(tx, project.id, revision + 1);
    await noteSuggestions(tx, staged);
    return true;
  }
}
