import type { Config } from '../../platform/config.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Storage } from '../../platform/storage/storage.js';
import { assertWithinQuota } from '../uploads/quota.lib.js';
import { dropObjects } from './audio.writes.js';

export const UNPACKED = 'its unpacked image';

/**
 * Reserves room for the unpacked sound of an archive before it is unpacked, so that nothing else takes it meanwhile.
 * @throws AppError 507 or 409 like an upload that is too large.
 */
export async function reserveUnpacked(
  tx: Tx,
  storage: Storage,
  config: Config,
  { audioId, projectId, sizeBytes }: { audioId: string; projectId: string; sizeBytes: number },
): Promise<void> {
  const [known] = await tx.query<{ bytes: number }>(
    'SELECT coalesce(lossless_bytes, 0)::float8 AS bytes FROM audio WHERE id = $1 FOR UPDATE',
    [audioId],
  );
  // A job that is repeated has reserved it before.
  const more = sizeBytes - (known?.bytes ?? 0);
  await assertWithinQuota(tx, storage, config, { projectId, clientId: null, what: UNPACKED, sizeBytes: more });
  await tx.query('UPDATE audio SET lossless_bytes = $2 WHERE id = $1', [audioId, sizeBytes]);
}

/** Gives back the room of sound that was not unpacked after all. */
export async function releaseReserved(tx: Tx, audioId: string): Promise<void> {
  await tx.query('UPDATE audio SET lossless_bytes = NULL WHERE id = $1 AND lossless_key IS NULL', [audioId]);
}

/**
 * Stores where the unpacked sound of a compressed archive is, or that there is none. It counts as the lossless version
 * of the file, and so for the quota, and is deleted with it.
 */
export async function keepUnpacked(
  tx: Tx,
  audioId: string,
  unpacked: { key: string; sizeBytes: number } | null,
): Promise<void> {
  const before = await tx.query<{ key: string | null }>(
    `WITH known AS (SELECT id, lossless_key FROM audio WHERE id = $1 FOR UPDATE)
     UPDATE audio SET lossless_key = $2, lossless_bytes = $3 FROM known WHERE audio.id = known.id
     RETURNING known.lossless_key AS key`,
    [audioId, unpacked?.key ?? null, unpacked?.sizeBytes ?? null],
  );
  // The file may have been deleted meanwhile.
  const isKept = before.length > 0;
  const dropped = [...before.map(({ key }) => key), ...(isKept ? [] : [unpacked?.key])];
  dropObjects(
    tx,
    dropped.filter((key): key is string => typeof key === 'string' && (!isKept || key !== unpacked?.key)),
  );
}
