import type { Database } from '../../platform/database/database.js';
import { tellProject } from '../projects/projects.events.js';

/** Notes how far a running analysis has come (0–1) and tells the studio's browsers. */
export async function reportProgress(database: Database, audioId: string, fraction: number): Promise<void> {
  await database.transaction(async (tx) => {
    const owners = await tx.query<{ projectId: string; studioId: string; staged: boolean }>(
      `WITH running AS (UPDATE audio SET progress = $2 WHERE id = $1 AND state = 'running' RETURNING id)
       SELECT p.id AS "projectId", p.studio_id AS "studioId", owner.staged
       FROM running
       JOIN LATERAL (
         SELECT project_id, true AS staged FROM staging_files WHERE audio_id = running.id
         UNION ALL SELECT project_id, false FROM files WHERE audio_id = running.id
       ) owner ON true
       JOIN projects p ON p.id = owner.project_id`,
      [audioId, fraction],
    );
    for (const { projectId, studioId, staged } of owners) {
      tellProject(tx, { id: projectId, studioId, clientId: null }, staged ? 'staging' : 'files');
    }
  });
}
