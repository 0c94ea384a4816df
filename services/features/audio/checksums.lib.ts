import type { AudioContainer } from '../../audio-headers/containers.js';
import { soundRange } from '../../audio-tags/tagged.js';
import { Digester, type Digests } from '../../platform/audio/measure/digest.js';
import type { Database } from '../../platform/database/database.js';
import { conflict } from '../../platform/errors.js';
import { freeBuffer } from '../../platform/storage/free-memory.js';
import { objectSource } from '../../platform/storage/object-source.js';
import type { Storage } from '../../platform/storage/storage.js';
import type { Audio } from './audio.entity.js';
import { OBJECT_CHANGED } from './object-loss.js';

export interface UnreadObject extends Pick<Audio, 'id' | 'objectKey' | 'sizeBytes' | 'sha256'> {
  /** Null for a file that could not be read as audio. Without it, the samples are not looked for. */
  container?: AudioContainer | null;
}

/**
 * Reads an object and stores its checksums, for audio whose analysis has not done so: it was made by an earlier
 * version, is still waiting or has failed.
 * @throws AppError 409 when the bytes are not those that were uploaded, StorageError.
 */
export async function readChecksums(database: Database, storage: Storage, audio: UnreadObject): Promise<Digests> {
  const { id, objectKey, sizeBytes, sha256, container } = audio;
  const source = objectSource(storage, objectKey, sizeBytes);
  const range = container ? await soundRange(source, container) : null;
  const { body } = await storage.get(objectKey);
  const digester = new Digester(range);
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    digester.update(chunk);
    freeBuffer(chunk);
  }
  const digests = digester.digests();
  if (bytes !== sizeBytes || (sha256 !== null && sha256 !== digests.sha256)) {
    throw conflict(OBJECT_CHANGED.code, OBJECT_CHANGED.message);
  }
  await database.query(
    `UPDATE audio SET crc32 = $3, sha256 = coalesce(sha256, $4), samples_sha256 = coalesce($5, samples_sha256)
     WHERE id = $1 AND object_key = $2`,
    [id, objectKey, digests.crc32, digests.sha256, container === undefined ? null : (digests.samplesSha256 ?? '')],
  );
  return digests;
}
