import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
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

/** Keeps the suggestions of a project current: one computation covers all changes that came before it. */
@Injectable()
export class SuggestionsWorker {
  constructor(private readonly database: Database) {}

  @On(audioProbed, { queue: 'default' })
  probed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.heard(audioId, context);
  }

  @On(audioAnalysed, { queue: 'default' })
  analysed({ audioId }: { audioId: string }, context: HandlerContext): Promise<void> {
    return this.heard(audioId, context);
  }

  @On(structureChanged, { queue: 'default' })
  async suggest({ projectId }: { projectId: string }, context: HandlerContext): Promise<void> {
    const project = await this.database.manager.findOneBy(Project, { id: projectId });
    if (!project || project.suggestedRevision >= project.stagingRevision) return;
    const computed = await computeSuggestions(this.database.manager, project);
    await context.commit(async (tx) => {
      const [current] = await tx.query(
        `UPDATE projects SET suggested_revision = $2 WHERE id = $1 AND suggested_revision < $2 RETURNING id`,
        [projectId, project.stagingRevision],
      );
      if (!current) return;
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
