import type { TestApp } from '../../testing/app.js';

/** Each finds rows that must not be; `$1` is the project. */
const RULES: Record<string, string> = {
  'a slot points at a staged file that is not assigned': `
    SELECT slots.id FROM slots JOIN staging_files f ON f.id = slots.staging_file_id
    WHERE f.project_id = $1 AND f.status <> 'assigned'`,
  'an assigned file has no slot of its project': `
    SELECT f.id FROM staging_files f WHERE f.project_id = $1 AND f.status = 'assigned' AND f.deliverable IS NULL AND NOT EXISTS (
      SELECT FROM slots JOIN tracks ON tracks.id = slots.track_id
      WHERE slots.staging_file_id = f.id AND tracks.project_id = f.project_id)`,
  'a deliverable has a slot or is pending': `
    SELECT f.id FROM staging_files f WHERE f.project_id = $1 AND f.deliverable IS NOT NULL AND (
      f.status = 'pending' OR f.planned_slot_id IS NOT NULL OR EXISTS (SELECT FROM slots WHERE staging_file_id = f.id))`,
  'a released staged file has not exactly one project file': `
    SELECT s.id FROM staging_files s WHERE s.project_id = $1 AND s.status = 'released' AND 1 <> (
      SELECT count(*) FROM files WHERE audio_id = s.audio_id AND project_id = s.project_id
        AND completed_at IS NOT NULL AND deleted_at IS NULL)`,
  'a file that is not released has a project file': `
    SELECT s.id FROM staging_files s JOIN files ON files.audio_id = s.audio_id
    WHERE s.project_id = $1 AND s.status <> 'released'`,
  'a slot points at a file that is not a live final of its project': `
    SELECT slots.id FROM slots JOIN tracks ON tracks.id = slots.track_id JOIN files ON files.id = slots.file_id
    WHERE tracks.project_id = $1 AND (files.deleted_at IS NOT NULL OR files.completed_at IS NULL
      OR files.project_id <> $1 OR files.file_type = 'upload')`,
  'audio has no file any more': `
    SELECT id FROM audio WHERE object_key LIKE 'projects/' || $1 || '/%'
      AND NOT EXISTS (SELECT FROM staging_files WHERE audio_id = audio.id)
      AND NOT EXISTS (SELECT FROM files WHERE audio_id = audio.id)`,
};

/**
 * Describes what is wrong with a project's staging area, in sentences; empty when all is well. Objects that an event
 * will remove count as removed.
 */
export async function stagingViolations({ database, platform }: TestApp, projectId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [rule, sql] of Object.entries(RULES)) {
    const rows = await database.query<{ id: string }>(sql, [projectId]);
    found.push(...rows.map(({ id }) => `${rule}: ${id}`));
  }
  const prefix = `projects/${projectId}/`;
  const dropped = await database.query<{ key: string }>(
    `SELECT key FROM outbox, jsonb_array_elements_text(payload->'keys') key
     WHERE event = 'files.objects-dropped' AND key LIKE $1 || '%'`,
    [prefix],
  );
  const needed = await database.query<{ key: string }>(
    `SELECT object_key AS key FROM audio WHERE object_key LIKE $1 || '%' AND (
       EXISTS (SELECT FROM staging_files WHERE audio_id = audio.id)
       OR EXISTS (SELECT FROM files WHERE audio_id = audio.id AND deleted_at IS NULL))
     UNION SELECT upload_key FROM staging_files WHERE upload_key LIKE $1 || '%'`,
    [prefix],
  );
  const gone = new Set(dropped.map(({ key }) => key));
  if (gone.size < dropped.length) found.push('an object is removed twice');
  const stored = new Set<string>();
  for await (const { key } of platform.storage.list(prefix)) if (!gone.has(key)) stored.add(key);
  for (const { key } of needed) if (!stored.delete(key)) found.push(`an object is missing: ${key}`);
  for (const key of stored) found.push(`nobody refers to the object ${key}`);
  return found;
}
