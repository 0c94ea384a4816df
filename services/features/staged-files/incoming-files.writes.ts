import { In } from 'typeorm';
import type { Deliverable } from '../../file-kinds/deliverables.js';
import type { Tx } from '../../platform/database/tx.js';
import type { MultipartUpload } from '../../platform/storage/storage.js';
import { storableJson } from '../../platform/text.js';
import { type IncomingFile, StagingFile } from './staging-file.entity.js';

export type NewIncomingFile = Pick<
  IncomingFile,
  | 'projectId'
  | 'uploadedBy'
  | 'objectKey'
  | 'fileName'
  | 'originalName'
  | 'folder'
  | 'sizeBytes'
  | 'contentType'
  | 'lastModified'
  | 'upload'
  | 'header'
  | 'deliverable'
>;

type NewSuggestions = Pick<IncomingFile, 'suggestions' | 'verdict' | 'words' | 'question' | 'guessedSlot'>;

/** Adds files whose upload has been permitted. Returns their rows. */
export async function announceFiles(tx: Tx, files: (NewIncomingFile & NewSuggestions)[]): Promise<IncomingFile[]> {
  const announced = { status: 'incoming', plannedSlotId: null, contradiction: null } as const;
  const rows = files.map((file) => tx.manager.create(StagingFile, { ...file, ...announced }));
  await tx.manager.insert(StagingFile, rows);
  return rows as IncomingFile[];
}

/** An upload that was checked, and its new audio. */
interface ArrivedUpload {
  objectKey: string;
  audioId: string;
  fileName: string;
  uploadedBy: string;
  /** As its content says; a kind that a person has chosen during the upload stays. */
  deliverable: Deliverable | null;
}

/** Turns announced files into staged ones. Files that are not announced any more are left out. Returns the ids. */
export async function registerArrivals(tx: Tx, uploads: ArrivedUpload[]): Promise<string[]> {
  const registered = await tx.query<{ id: string }>(
    `UPDATE staging_files f
     SET status = CASE WHEN n.deliverable IS NULL THEN 'pending' ELSE 'assigned' END, deliverable = n.deliverable,
       planned_slot_id = CASE WHEN n.deliverable IS NULL THEN planned_slot_id END, audio_id = n.audio_id, file_name = n.file_name, uploaded_by = n.uploaded_by,
       created_at = now(), upload_key = NULL, upload_bytes = NULL, upload_type = NULL, upload = NULL
     FROM unnest($1::text[], $2::uuid[], $3::text[], $4::uuid[], $5::jsonb[])
       AS n (upload_key, audio_id, file_name, uploaded_by, deliverable)
     WHERE f.upload_key = n.upload_key RETURNING f.id`,
    [
      uploads.map((upload) => upload.objectKey),
      uploads.map((upload) => upload.audioId),
      uploads.map((upload) => upload.fileName),
      uploads.map((upload) => upload.uploadedBy),
      uploads.map(({ deliverable }) => deliverable && storableJson(deliverable)),
    ],
  );
  return registered.map(({ id }) => id);
}

export async function forgetIncoming(tx: Tx, objectKeys: string[]): Promise<void> {
  await tx.manager.delete(StagingFile, { objectKey: In(objectKeys) });
}

/**
 * Stores an upload that the object store has begun, in place of `before`. Returns false, and writes nothing, if another
 * process has stored one in the meantime.
 */
export async function saveMultipartUpload(
  database: Pick<Tx, 'query'>,
  { objectKey, upload: before }: Pick<IncomingFile, 'objectKey' | 'upload'>,
  upload: MultipartUpload,
): Promise<boolean> {
  const kept = await database.query(
    `UPDATE staging_files SET upload = $2
     WHERE upload_key = $1 AND upload IS NOT DISTINCT FROM $3 RETURNING 1`,
    [objectKey, JSON.stringify(upload), before && JSON.stringify(before)],
  );
  return kept.length > 0;
}

/** Stores an upload that the object store has begun, whatever was stored before. */
export async function replaceMultipartUpload(
  database: Pick<Tx, 'query'>,
  objectKey: string,
  upload: MultipartUpload,
): Promise<void> {
  await database.query('UPDATE staging_files SET upload = $2 WHERE upload_key = $1', [
    objectKey,
    JSON.stringify(upload),
  ]);
}
