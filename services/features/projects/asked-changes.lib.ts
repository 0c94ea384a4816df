/** SQL: no newer version answers the request for changes in the row `a` of `approvals`, which is about the file `f`. */
export const UNANSWERED = `NOT EXISTS (
  SELECT FROM files newer WHERE newer.project_id = f.project_id AND newer.deleted_at IS NULL
    AND newer.completed_at > a.created_at
    AND (newer.parent_file_id = f.id OR (newer.track_id = f.track_id AND newer.slot_type = f.slot_type)))`;

/** SQL: the number of tracks in a project with such requests. */
export const changesAskedIn = (projectId: string): string => `(
  SELECT count(DISTINCT coalesce(f.track_id, f.id))::int FROM files f JOIN approvals a ON a.file_id = f.id
  WHERE f.project_id = ${projectId} AND f.deleted_at IS NULL AND a.verdict = 'changes_requested' AND ${UNANSWERED})`;
