import { formatBytes } from '../../platform/bytes.js';
import type { Config } from '../../platform/config.js';
import { advisoryLocks } from '../../platform/database/locks.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict } from '../../platform/errors.js';
import type { Storage } from '../../platform/storage/storage.js';

interface Wanted {
  projectId: string;
  /** Who sends it, where that is the client. */
  clientId: string | null;
  /** How a sentence names it. */
  what: string;
  sizeBytes: number;
}

interface Used {
  project: string;
  client: string;
  /** Allowed and not all there yet. */
  coming: string;
}

const STORED_BYTES = 'size_bytes + coalesce(derived_bytes, 0) + coalesce(lossless_bytes, 0)';

/** What is stored for a project or by a client counts with what was made of it, and so does what may still come. */
const USED = `
  SELECT
    (SELECT coalesce(sum(${STORED_BYTES}), 0) FROM audio WHERE id IN (
       SELECT audio_id FROM staging_files WHERE project_id = $1
       UNION SELECT audio_id FROM files WHERE project_id = $1 AND deleted_at IS NULL))
    + (SELECT coalesce(sum(size_bytes), 0) FROM upload_intents WHERE project_id = $1) AS project,
    (SELECT coalesce(sum(${STORED_BYTES}), 0) FROM audio WHERE id IN (
       SELECT audio_id FROM files WHERE uploaded_by = $2 AND file_type = 'upload' AND deleted_at IS NULL)) AS client,
    (SELECT coalesce(sum(size_bytes), 0) FROM upload_intents)
    + (SELECT coalesce(sum(size_bytes), 0) FROM audio WHERE id IN (
         SELECT audio_id FROM files WHERE completed_at IS NULL AND deleted_at IS NULL)) AS coming`;

/**
 * Holds every other permission to upload back until the transaction ends, so that two cannot take the same room.
 * @throws AppError 507 when the disk has no room for it, 409 when the project or the client has stored too much.
 */
export async function mustFit(
  tx: Tx,
  storage: Storage,
  { maxProjectBytes, maxClientBytes }: Config,
  { projectId, clientId, what, sizeBytes }: Wanted,
): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.room]);
  const [used] = await tx.query<Used>(USED, [projectId, clientId]);
  const room = await storage.room();
  if (room !== null && Number(used!.coming) + sizeBytes > room) {
    throw new AppError(507, 'full', `There is no room left to store ${what}`);
  }
  if (Number(used!.project) + sizeBytes > maxProjectBytes) {
    throw conflict(
      'project_full',
      `There is no room for ${what}: a project holds at most ${formatBytes(maxProjectBytes)}`,
    );
  }
  if (clientId && Number(used!.client) + sizeBytes > maxClientBytes) {
    throw conflict(
      'client_full',
      `There is no room for ${what}: a client may store at most ${formatBytes(maxClientBytes)}`,
    );
  }
}
