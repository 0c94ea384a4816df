import type { Tx } from '../../platform/database/tx.js';
import { purgeUnused } from '../audio/audio.writes.js';
import { deleteProject } from '../projects/projects.writes.js';
import { purge, purgeObjects } from '../trash-store/trash.writes.js';

export interface Amount {
  files: number;
  bytes: number;
}

/** SQL: number and total size of the files of a project `p`. */
export const HELD = `
  SELECT count(*)::int AS files,
    coalesce(sum(size_bytes + coalesce(derived_bytes, 0) + coalesce(lossless_bytes, 0)), 0)::float8 AS bytes
  FROM audio WHERE id IN (
    SELECT audio_id FROM staging_files WHERE project_id = p.id
    UNION SELECT audio_id FROM files WHERE project_id = p.id AND deleted_at IS NULL)`;

/**
 * Deletes the projects in the trash of a studio, or of all studios, for good. Returns the number and total size of
 * their files.
 */
export async function purgeProjects(tx: Tx, studioId: string | null): Promise<{ files: number; bytes: number }> {
  const projects = await tx.query<{ id: string } & Amount>(
    `SELECT p.id, held.files, held.bytes FROM projects p CROSS JOIN LATERAL (${HELD}) held
     WHERE p.trashed_at IS NOT NULL AND ($1::uuid IS NULL OR p.studio_id = $1) ORDER BY p.id FOR UPDATE OF p`,
    [studioId],
  );
  const gone = { files: 0, bytes: 0 };
  for (const { id, files, bytes } of projects) {
    await removeProject(tx, id);
    gone.files += files;
    gone.bytes += bytes;
  }
  return gone;
}

/** Deletes the project with all its files and texts. */
export async function removeProject(tx: Tx, projectId: string): Promise<void> {
  const sounds = await tx.query<{ id: string }>(
    `SELECT audio_id AS id FROM staging_files WHERE project_id = $1 AND audio_id IS NOT NULL
     UNION SELECT audio_id FROM files WHERE project_id = $1`,
    [projectId],
  );
  const coming = await tx.query<{ key: string }>(
    `SELECT upload_key AS key FROM staging_files WHERE project_id = $1 AND status = 'incoming'`,
    [projectId],
  );
  await purge(tx, 'project_id = $1', [projectId]);
  await deleteProject(tx, projectId);
  await purgeUnused(
    tx,
    sounds.map(({ id }) => id),
  );
  purgeObjects(
    tx,
    coming.map(({ key }) => key),
  );
}
