import type { Request, Response } from 'express';
import type { Tx } from '../../platform/database/tx.js';
import { sendObject } from '../../platform/storage/send-object.js';
import type { Storage } from '../../platform/storage/storage.js';
import { objectsDropped } from './audio.events.js';

interface StoredKeys {
  objectKey: string;
  peaksKey: string | null;
  previewKey: string | null;
}

/**
 * Removes the audio and, after the commit, its objects, unless a staged or a project file still refers to it. The row
 * itself stays as long as a deleted file's row needs it.
 */
export async function dropAudio(tx: Tx, audioId: string): Promise<void> {
  const [audio] = await tx.query<StoredKeys>(
    `SELECT object_key AS "objectKey", peaks_key AS "peaksKey", preview_key AS "previewKey" FROM audio WHERE id = $1
       AND NOT EXISTS (SELECT 1 FROM files WHERE audio_id = $1 AND deleted_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM staging_files WHERE audio_id = $1)
     FOR UPDATE`,
    [audioId],
  );
  if (!audio) return;
  await tx.query('UPDATE audio SET peaks_key = NULL, preview_key = NULL, fingerprint = NULL WHERE id = $1', [audioId]);
  await tx.query('DELETE FROM audio WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM files WHERE audio_id = $1)', [audioId]);
  const keys = [audio.objectKey, audio.peaksKey, audio.previewKey].filter((key) => key !== null);
  tx.emit(objectsDropped, { keys });
}

/** Answers a stored waveform as `platform/audio/peaks.ts` wrote it; browsers keep it and ask again by its ETag. */
export function sendPeaks(request: Request, response: Response, storage: Storage, key: string): Promise<void> {
  return sendObject(request, response, storage, key, { fileName: 'peaks', contentType: 'application/octet-stream' });
}
