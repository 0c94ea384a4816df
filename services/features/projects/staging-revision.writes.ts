import { z } from 'zod';
import type { Tx } from '../../platform/database/tx.js';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';
import { publishProjectChange } from './projects.events.js';

/** Tracks, slots or staged files of a project changed, so its suggestions are out of date. */
export const structureChanged = defineEvent('tracks.structure-changed', z.object({ projectId: id }));

/**
 * Increments the project's staging revision and requests new suggestions, unless an earlier request is still
 * unanswered: one computation covers many changes. The caller holds the project's lock.
 */
export async function bumpStagingRevision(tx: Tx, projectId: string): Promise<void> {
  const [project] = await tx.query<{ wasCurrent: boolean }>(
    `UPDATE projects SET staging_revision = staging_revision + 1 WHERE id = $1
     RETURNING suggested_revision = staging_revision - 1 AS "wasCurrent"`,
    [projectId],
  );
  if (project?.wasCurrent) tx.emit(structureChanged, { projectId });
}

/**
 * Like `bumpStagingRevision`, but always requests suggestions, because requests for a deleted project are not answered.
 */
export async function requestSuggestionsAgain(tx: Tx, projectId: string): Promise<void> {
  await tx.query('UPDATE projects SET staging_revision = staging_revision + 1 WHERE id = $1', [projectId]);
  tx.emit(structureChanged, { projectId });
}

/**
 * Like `bumpStagingRevision`, for the projects that use this audio, before new facts about it are stored. Notifies
 * their browsers. The project rows stay locked, so that no file can stop using the audio before the transaction ends.
 */
export async function bumpRevisionForAudio(tx: Tx, audioIds: string[]): Promise<void> {
  const holders = await tx.query<{
    id: string;
    studioId: string;
    clientId: string;
    topics: ('files' | 'staging')[];
    wasCurrent: boolean;
  }>(
    `UPDATE projects SET staging_revision = staging_revision + 1
     FROM (SELECT project_id, array_agg(DISTINCT topic) AS topics FROM (
       SELECT project_id, 'staging' AS topic FROM staging_files WHERE audio_id = ANY($1)
       UNION ALL SELECT project_id, 'files' FROM files WHERE audio_id = ANY($1) AND deleted_at IS NULL
     ) held GROUP BY project_id) holder
     WHERE projects.id = holder.project_id
     RETURNING projects.id, studio_id AS "studioId", client_id AS "clientId", topics,
       suggested_revision >= staging_revision - 1 AS "wasCurrent"`,
    [audioIds],
  );
  for (const { topics, wasCurrent, ...project } of holders) {
    if (wasCurrent) tx.emit(structureChanged, { projectId: project.id });
    publishProjectChange(tx, project, ...topics);
  }
}
