import { Not } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import { Slot } from './slot.entity.js';
import { defaultSlots } from './slots.schema.js';
import { Track } from './track.entity.js';

export async function addTracks(
  tx: Tx,
  projectId: string,
  tracks: (Pick<Track, 'trackNumber' | 'title'> & Partial<Track>)[],
): Promise<Track[]> {
  const added = await tx.manager.save(tracks.map((track) => tx.manager.create(Track, { ...track, projectId })));
  await addDefaultSlots(
    tx,
    added.map(({ id }) => id),
  );
  return added;
}

export async function addDefaultSlots(tx: Tx, trackIds: string[]): Promise<void> {
  await tx.query(
    `INSERT INTO slots (track_id, slot_type, is_required)
     SELECT * FROM unnest($1::uuid[]) AS track, unnest($2::text[], $3::boolean[]) AS slot
     ON CONFLICT (track_id, slot_type) DO NOTHING`,
    [trackIds, defaultSlots.map((slot) => slot.slotType), defaultSlots.map((slot) => slot.isRequired)],
  );
}

/** Sets the content of a slot. */
export async function fillSlot(
  tx: Tx,
  slotId: string,
  holds: Partial<Pick<Slot, 'fileId' | 'stagingFileId'>>,
): Promise<void> {
  await tx.manager.update(Slot, { id: slotId }, holds);
}

/** SQL: the chain of files that the file $1 has replaced. */
const OLDER = `
  WITH RECURSIVE older AS (
    SELECT parent_file_id AS id, 1 AS depth FROM files WHERE id = $1
    UNION ALL
    SELECT files.parent_file_id, older.depth + 1 FROM older JOIN files ON files.id = older.id WHERE older.depth < 1000
  )`;

/** Puts a restored file back into its slot if the slot is empty, or holds a file that it had replaced. */
export async function takeSlotBack(tx: Tx, fileId: string, slotId: string): Promise<void> {
  await tx.query(
    `${OLDER} UPDATE slots SET file_id = $1
     WHERE id = $2 AND (file_id IS NULL OR file_id IN (SELECT id FROM older))`,
    [fileId, slotId],
  );
}

/**
 * Puts the newest file that the deleted one had replaced back into its slot, if that file still exists and is in no
 * other slot. Otherwise the slot becomes empty.
 */
export async function giveSlotBack(tx: Tx, fileId: string): Promise<void> {
  await tx.query(
    `${OLDER} UPDATE slots SET file_id = (
       SELECT files.id FROM older JOIN files ON files.id = older.id
       WHERE files.deleted_at IS NULL AND files.completed_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM slots taken WHERE taken.file_id = files.id)
       ORDER BY older.depth LIMIT 1
     )
     WHERE file_id = $1`,
    [fileId],
  );
}

/** Empties the slots that hold the staged file. */
export async function takeFromSlots(tx: Tx, stagingFileId: string): Promise<void> {
  await tx.manager.update(Slot, { stagingFileId }, { stagingFileId: null });
}

/** Empties the other slots that hold the released file. */
export async function takeFromOtherSlots(tx: Tx, fileId: string, slotId: string): Promise<void> {
  await tx.manager.update(Slot, { fileId, id: Not(slotId) }, { fileId: null });
}

export const saveSlot = (tx: Tx, slot: Slot): Promise<Slot> => tx.manager.save(slot);

export const addSlot = (tx: Tx, slot: Pick<Slot, 'trackId' | 'slotType' | 'isRequired'>): Promise<Slot> =>
  tx.manager.save(tx.manager.create(Slot, slot));

export const saveTrack = (tx: Tx, track: Track): Promise<Track> => tx.manager.save(track);

/**
 * Gives the project's tracks the order of `ids`, which are all of them, and new titles by track id. The numbers that the
 * tracks have stay the same numbers: the lowest goes to the first.
 */
export async function arrangeTracks(
  tx: Tx,
  projectId: string,
  ids: string[],
  titles: Record<string, string>,
): Promise<void> {
  // Every row's number is unique at every moment, so the old ones make room first.
  await tx.query('UPDATE tracks SET track_number = -track_number WHERE project_id = $1', [projectId]);
  await tx.query(
    `UPDATE tracks SET track_number = numbers.number, title = coalesce($3::jsonb ->> tracks.id::text, title)
     FROM unnest($2::uuid[]) WITH ORDINALITY AS places (id, place)
       JOIN (SELECT -track_number AS number, row_number() OVER (ORDER BY -track_number) AS place
             FROM tracks WHERE project_id = $1) numbers USING (place)
     WHERE tracks.id = places.id AND tracks.project_id = $1`,
    [projectId, ids, titles],
  );
}

export async function deleteTrack(tx: Tx, trackId: string): Promise<void> {
  await tx.manager.delete(Track, { id: trackId });
}
