import type { Tx } from '../../platform/database/tx.js';
import { ddpCheckWanted } from './ddp.events.js';

/** Has an uploaded DDP read, checked and compared, again if it has been before. */
export async function wantDdpCheck(tx: Tx, projectId: string, audioId: string): Promise<void> {
  await tx.query(
    `INSERT INTO ddp_reports (audio_id, project_id) VALUES ($1, $2)
     ON CONFLICT (audio_id) DO UPDATE SET state = 'reading', updated_at = now()`,
    [audioId, projectId],
  );
  tx.emit(ddpCheckWanted, { projectId, audioId });
}
