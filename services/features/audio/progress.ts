import type { Database } from '../../platform/database/database.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { publishStudioChange } from '../projects/projects.events.js';
import type { Audio } from './audio.entity.js';

/** SQL: tells the studios that hold the row `running`; what it answers is of no interest. */
const TELL = `(
  SELECT count(${publishStudioChange('holder.topic')}) FROM (
    SELECT project_id, 'staging' AS topic FROM staging_files WHERE audio_id = running.id
    UNION ALL SELECT project_id, 'files' FROM files WHERE audio_id = running.id
  ) holder JOIN ${LIVE_PROJECTS} projects ON projects.id = holder.project_id)`;

/** A sound is being read from now on; nothing when another job of it, or its deletion, was faster. */
export async function beginReading(
  database: Database,
  audioId: string,
): Promise<Pick<Audio, 'id' | 'objectKey' | 'sha256'> | undefined> {
  const [begun] = await database.query<Pick<Audio, 'id' | 'objectKey' | 'sha256'>>(
    `WITH running AS (
       UPDATE audio SET state = 'running', progress = 0 WHERE id = $1 AND state IN ('queued', 'running')
       RETURNING id, object_key, sha256)
     SELECT id, object_key AS "objectKey", sha256, ${TELL} FROM running`,
    [audioId],
  );
  return begun;
}

/** Notes how far a running analysis has come (0–1) and tells the studio's browsers. */
export async function reportProgress(database: Database, audioId: string, fraction: number): Promise<void> {
  await database.query(
    `WITH running AS (UPDATE audio SET progress = $2 WHERE id = $1 AND state = 'running' RETURNING id)
     SELECT ${TELL} FROM running`,
    [audioId, fraction],
  );
}
