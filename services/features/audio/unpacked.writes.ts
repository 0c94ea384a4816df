import type { Tx } from '../../platform/database/tx.js';
import { dropObjects } from './audio.writes.js';

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
