import type { Tx } from '../../platform/database/tx.js';
import { sidesOutdated } from '../staged-files/deliverables.events.js';
import { requestPairing } from './pair-mixes.js';

/** Requests the comparisons of sounds that follow once the suggestions of a project are current. */
export async function requestFollowUps(tx: Tx, projectId: string): Promise<void> {
  await requestPairing(tx, projectId);
  const [side] = await tx.query(
    `SELECT FROM staging_files WHERE project_id = $1 AND deliverable->>'kind' = 'vinyl_side'
     UNION ALL SELECT FROM files WHERE project_id = $1 AND deleted_at IS NULL AND deliverable->>'kind' = 'vinyl_side'
     UNION ALL SELECT FROM tracks JOIN slots ON slots.track_id = tracks.id AND slot_type = 'vinyl_master'
       AND (file_id IS NOT NULL OR staging_file_id IS NOT NULL) WHERE project_id = $1
     LIMIT 1`,
    [projectId],
  );
  if (side) tx.emit(sidesOutdated, { projectId });
}
