import type { Database } from '../../platform/database/database.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { publishStudioChange } from '../projects/projects.events.js';
import type { Audio } from './audio.entity.js';

/** SQL: notifies the studios that use the row `running`; its result is not used. */
const NOTIFY = `(
  SELECT count(${publishStudioChange('holder.topic')}) FROM (
    SELECT project_id, 'staging' AS topic FROM staging_files WHERE audio_id = running.id
    UNION ALL SELECT project_id, 'files' FROM files WHERE audio_id = running.id
  ) holder JOIN ${LIVE_PROJECTS} projects ON projects.id = holder.project_id)`;

interface StartedAudio extends Pick<Audio, 'id' | 'objectKey' | 'sha256' | 'sizeBytes' | 'contentType'> {
  /** Whether it is a Dolby Atmos master, whose many channels are not decoded. */
  isAtmos: boolean;
}

/** SQL: the row `running` is the file of a Dolby Atmos master. */
const IS_ATMOS = `EXISTS (
  SELECT FROM staging_files WHERE audio_id = running.id AND deliverable->>'kind' = 'atmos'
  UNION ALL SELECT FROM files WHERE audio_id = running.id AND deliverable->>'kind' = 'atmos')`;

/** Marks an analysis as running. Returns undefined when another job has finished it or the audio was deleted. */
export async function startAnalysis(database: Database, audioId: string): Promise<StartedAudio | undefined> {
  const [begun] = await database.query<StartedAudio>(
    `WITH running AS (
       UPDATE audio SET state = 'running', progress = 0 WHERE id = $1 AND state IN ('queued', 'running')
       RETURNING id, object_key, sha256, size_bytes, content_type)
     SELECT id, object_key AS "objectKey", sha256, size_bytes::float8 AS "sizeBytes", content_type AS "contentType",
       ${IS_ATMOS} AS "isAtmos", ${NOTIFY} FROM running`,
    [audioId],
  );
  return begun;
}

/** Stores the progress of a running analysis (0–1) and notifies the studio's browsers. */
export async function reportProgress(database: Database, audioId: string, fraction: number): Promise<void> {
  await database.query(
    `WITH running AS (UPDATE audio SET progress = $2 WHERE id = $1 AND state = 'running' RETURNING id)
     SELECT ${NOTIFY} FROM running`,
    [audioId, fraction],
  );
}
