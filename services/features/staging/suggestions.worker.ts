import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { On } from '../../platform/events/decorators.js';
import type { HandlerContext } from '../../platform/events/handler.js';
import { audioAnalysed, audioProbed } from '../files/audio.events.js';
import { Project } from '../projects/project.entity.js';
import { changeStructure, structureChanged } from '../tracks/tracks.events.js';
import { computeSuggestions } from './compute-suggestions.js';

interface Owner {
  projectId: string;
  studioId: string;
  clientId: string;
  staged: boolean;
}

/** After a computation its project waits so many times as long as it took: analyses of a batch want the cores too. */
const REST = 8;
const MAX_REST_MS = 1500;

/**
 * Keeps the suggestions of a project current: one computation covers all changes that came before it. While a project
 * is behind, one event for it is on its way: from the change that left it behind, or from the computation that came
 * too early for it.
 */
@Injectable()
export class SuggestionsWorker {
  private readonly resting = new Map<string, Promise<unknown>>();

  constructor(private readonly database: Database) {}

  @On(audioProbed, { queue: 'default' })
  probed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.heard(audioId, context);
  }

  @On(audioAnalysed, { queue: 'default' })
  analysed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.heard(audioId, context);
  }

  @On(structureChanged, { queue: 'default', onExhausted: 'giveUp' })
  async suggest({ projectId }: { projectId: string }, context: HandlerContext): Promise<void> {
    await this.resting.get(projectId);
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!project || project.suggestedRevision >= project.stagingRevision) return;
    const from = performance.now();
    const computed = await computeSuggestions(this.database.manager, project);
    this.rest(projectId, performance.now() - from);
    await context.commit(async (tx) => {
      const [current] = await tx.query<{ isBehind: boolean }>(
        `UPDATE projects SET suggested_revision = $2 WHERE id = $1 AND suggested_revision < $2
         RETURNING staging_revision > $2 AS "isBehind"`,
        [projectId, project.stagingRevision],
      );
      if (!current) return;
      if (current.isBehind) tx.emit(structureChanged, { projectId });
      await tx.query(
        `UPDATE staging_files f SET suggestions = n.suggestions, verdict = n.verdict, words = n.words,
           guessed_slot = CASE WHEN n.placed THEN f.guessed_slot ELSE n.suggestions->0->>'slotType' END
         FROM unnest($1::uuid[], $2::jsonb[], $3::text[], $4::jsonb[], $5::boolean[])
           AS n (id, suggestions, verdict, words, placed)
         WHERE f.id = n.id AND f.status <> 'released'`,
        [
          computed.map((file) => file.id),
          computed.map((file) => JSON.stringify(file.suggestions)),
          computed.map((file) => file.verdict),
          computed.map((file) => JSON.stringify(file.words)),
          computed.map((file) => file.placed),
        ],
      );
      tx.live({ topic: 'staging', projectId, studioId: project.studioId });
    });
  }

  /** The next change asks anew. */
  async giveUp({ projectId }: { projectId: string }, _error: Error, tx: Tx): Promise<void> {
    await tx.query('UPDATE projects SET suggested_revision = staging_revision WHERE id = $1', [projectId]);
  }

  private rest(projectId: string, tookMs: number): void {
    const rested = setTimeout(Math.min(tookMs * REST, MAX_REST_MS), undefined, { ref: false });
    this.resting.set(projectId, rested.then(() => this.resting.delete(projectId)));
  }

  /** More is known of a sound: the projects that hold it get new suggestions and show the figures. */
  private heard(audioId: string, context: HandlerContext): Promise<void> {
    return context.commit(async (tx) => {
      const owners = await tx.query<Owner>(
        `SELECT DISTINCT p.id AS "projectId", p.studio_id AS "studioId", p.client_id AS "clientId", owner.staged
         FROM (
           SELECT project_id, true AS staged FROM staging_files WHERE audio_id = $1
           UNION ALL SELECT project_id, false FROM files WHERE audio_id = $1
         ) owner
         JOIN projects p ON p.id = owner.project_id`,
        [audioId],
      );
      for (const { projectId, studioId, clientId, staged } of owners) {
        await changeStructure(tx, projectId);
        if (staged) tx.live({ topic: 'staging', projectId, studioId });
        else tx.live({ topic: 'files', projectId, studioId, userIds: [clientId] });
      }
    });
  }
}
