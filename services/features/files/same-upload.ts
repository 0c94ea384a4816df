import type { Tx } from '../../platform/database/tx.js';
import type { Actor } from '../../platform/http/actor.js';
import type { StartedUpload } from '../uploads/upload-parts.lib.js';
import type { UploadUrlBody } from './files.schema.js';

/**
 * Finds the upload of the same file (name, type, size and time) by the same user in the project, complete or not. The
 * caller holds the project's lock, so that two tabs do not begin the same upload.
 */
export async function sameUpload(
  tx: Tx,
  { userId }: Actor,
  { projectId, fileType, fileName, sizeBytes, lastModified, resumable }: UploadUrlBody,
): Promise<(StartedUpload & { id: string }) | null> {
  if (!resumable || lastModified == null || sizeBytes === undefined) return null;
  const [known] = await tx.query<StartedUpload & { id: string }>(
    `SELECT file.id, object_key AS "objectKey", size_bytes::float8 AS "sizeBytes", content_type AS "contentType", upload
     FROM files file JOIN audio ON audio.id = audio_id
     WHERE project_id = $1 AND uploaded_by = $2 AND file_type = $3 AND original_name = $4 AND size_bytes = $5
       AND last_modified = $6 AND deleted_at IS NULL AND state <> 'failed'
     ORDER BY completed_at NULLS LAST, file.id LIMIT 1`,
    [projectId, userId, fileType, fileName, sizeBytes, lastModified],
  );
  return known ?? null;
}
