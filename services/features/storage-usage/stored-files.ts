import type { Tx } from '../../platform/database/tx.js';
import type { StorageKind } from '../../platform/domain-words.js';
import { LIVE_PROJECTS } from '../projects/project.entity.js';

export interface StoredFile {
  id: string;
  projectId: string;
  audioId: string;
  fileName: string;
  kind: Exclude<StorageKind, 'cover' | 'derived' | 'trash'>;
  sizeBytes: number;
  derivedBytes: number;
  /** Whether a newer file has replaced it and no slot holds it. */
  superseded: boolean;
  createdAt: Date;
}

/** SQL: total size of waveform, preview and, if one was requested, FLAC. */
const DERIVED = 'coalesce(a.derived_bytes, 0) + coalesce(a.lossless_bytes, 0)';

/**
 * SQL: each object of the projects of the studio $1 once: project files, and staged files that were not released, which
 * share no objects.
 */
export const STORED_FILES = `
  SELECT f.id, f.project_id AS "projectId", f.audio_id AS "audioId", f.original_name AS "fileName", f.file_type AS kind,
         a.size_bytes AS "sizeBytes", ${DERIVED} AS "derivedBytes", f.created_at AS "createdAt",
         f.file_type <> 'upload' AND NOT EXISTS (SELECT FROM slots WHERE file_id = f.id)
           AND EXISTS (SELECT FROM files newer WHERE newer.parent_file_id = f.id
                       AND newer.completed_at IS NOT NULL AND newer.deleted_at IS NULL) AS superseded
  FROM ${LIVE_PROJECTS} p JOIN files f ON f.project_id = p.id JOIN audio a ON a.id = f.audio_id
  WHERE p.studio_id = $1 AND f.completed_at IS NOT NULL AND f.deleted_at IS NULL
  UNION ALL
  SELECT s.id, s.project_id, s.audio_id, s.original_name, 'staging', a.size_bytes, ${DERIVED},
         s.created_at, false
  FROM ${LIVE_PROJECTS} p JOIN staging_files s ON s.project_id = p.id JOIN audio a ON a.id = s.audio_id
  WHERE p.studio_id = $1 AND s.status <> 'released'`;

/** Restricts the rows to one project. */
export async function storedFiles(source: Pick<Tx, 'query'>, studioId: string, projectId: string) {
  const rows = await source.query<StoredFile>(`SELECT * FROM (${STORED_FILES}) stored WHERE "projectId" = $2`, [
    studioId,
    projectId,
  ]);
  return rows.map((row) => ({
    ...row,
    sizeBytes: Number(row.sizeBytes),
    derivedBytes: Number(row.derivedBytes),
  }));
}

/** SQL condition: files that archiving deletes; `isArchivable` is the same in TypeScript. */
export const ARCHIVABLE = `(superseded OR kind IN ('upload', 'staging'))`;
export const isArchivable = ({ superseded, kind }: Pick<StoredFile, 'superseded' | 'kind'>): boolean =>
  superseded || kind === 'upload' || kind === 'staging';
