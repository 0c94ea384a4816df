import type { Tx } from '../../platform/database/tx.js';
import { objectsDropped } from './audio.events.js';

/** Removes the audio and, after the commit, its objects, unless a staged or a project file still refers to it. */
export async function dropAudio(tx: Tx, audioId: string): Promise<void> {
  const [audio] = await tx.query<{ objectKey: string; peaksKey: string | null; previewKey: string | null }>(
    `DELETE FROM audio WHERE id = $1
       AND NOT EXISTS (SELECT 1 FROM files WHERE audio_id = $1)
       AND NOT EXISTS (SELECT 1 FROM staging_files WHERE audio_id = $1)
     RETURNING object_key AS "objectKey", peaks_key AS "peaksKey", preview_key AS "previewKey"`,
    [audioId],
  );
  if (!audio) return;
  const keys = [audio.objectKey, audio.peaksKey, audio.previewKey].filter((key) => key !== null);
  tx.emit(objectsDropped, { keys });
}
