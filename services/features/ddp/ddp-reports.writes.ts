import type { Tx } from '../../platform/database/tx.js';
import { ddpCheckWanted } from './ddp.events.js';

/** Has the DDPs of an uploaded archive read, checked and compared, again if they have been before. */
export async function wantDdpCheck(tx: Tx, projectId: string, audioId: string): Promise<void> {
  await tx.query('INSERT INTO ddp_reports (audio_id, project_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    audioId,
    projectId,
  ]);
  await tx.query(`UPDATE ddp_reports SET state = 'reading', updated_at = now() WHERE audio_id = $1`, [audioId]);
  tx.emit(ddpCheckWanted, { projectId, audioId });
}

/** Has a restored DDP read again, because an unpacked image is not kept in the trash. Does nothing for other files. */
export async function recheckRestored(tx: Tx, projectId: string, audioId: string): Promise<void> {
  const known = await tx.query('SELECT 1 FROM ddp_reports WHERE audio_id = $1', [audioId]);
  if (known.length > 0) await wantDdpCheck(tx, projectId, audioId);
}
