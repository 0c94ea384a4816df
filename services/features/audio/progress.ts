import { type DeliverableKind, isReadAlike } from '../../file-kinds/deliverables.js';
import type { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';
import { publishStudioChange } from '../projects/projects.events.js';
import type { Audio } from './audio.entity.js';
import { requeueAnalyses } from './audio.writes.js';

/** SQL: notifies the studios that use the row `running`; its result is not used. */
const NOTIFY = `(
  SELECT count(${publishStudioChange('holder.topic')}) FROM (
    SELECT project_id, 'staging' AS topic FROM staging_files WHERE audio_id = running.id
    UNION ALL SELECT project_id, 'files' FROM files WHERE audio_id = running.id
  ) holder JOIN ${LIVE_PROJECTS} projects ON projects.id = holder.project_id)`;

export interface StartedAudio extends Pick<Audio, 'id' | 'objectKey' | 'sha256' | 'sizeBytes' | 'contentType'> {
  /** The kind of deliverable, if it is one: Dolby Atmos is not decoded, and more is measured of sides of a record. */
  kind: DeliverableKind | null;
}

/** SQL: the kind of deliverable that a file with this audio is. */
const kindOf = (audioId: string) => `(
  SELECT deliverable->>'kind' FROM staging_files WHERE audio_id = ${audioId} AND deliverable IS NOT NULL
  UNION SELECT deliverable->>'kind' FROM files WHERE audio_id = ${audioId} AND deliverable IS NOT NULL LIMIT 1)`;

/**
 * Marks an analysis as running, also one that was given up and is retried by hand. Returns undefined when another job has
 * finished it or the audio was deleted.
 */
export async function startAnalysis(database: Database, audioId: string): Promise<StartedAudio | undefined> {
  const [begun] = await database.query<StartedAudio>(
    `WITH running AS (
       UPDATE audio SET state = 'running', progress = 0 WHERE id = $1 AND state <> 'done'
       RETURNING id, object_key, sha256, size_bytes, content_type)
     SELECT id, object_key AS "objectKey", sha256, size_bytes::float8 AS "sizeBytes", content_type AS "contentType",
       ${kindOf('running.id')} AS kind, ${NOTIFY} FROM running`,
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

/** Queues the analysis again if the file has become a deliverable that is read in another way while it ran. */
export async function requeueIfReadOtherwise(tx: Tx, { id, kind }: Pick<StartedAudio, 'id' | 'kind'>): Promise<void> {
  const [now] = await tx.query<Pick<StartedAudio, 'kind'>>(`SELECT ${kindOf('$1')} AS kind`, [id]);
  if (now && !isReadAlike(kind, now.kind)) await requeueAnalyses(tx, [id]);
}
