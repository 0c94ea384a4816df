import { Digester, type Digests } from '../../platform/audio/measure/digest.js';
import type { Database } from '../../platform/database/database.js';
import { conflict } from '../../platform/errors.js';
import { freeBuffer } from '../../platform/storage/free-memory.js';
import type { Storage } from '../../platform/storage/storage.js';
import type { Audio } from './audio.entity.js';
import { OBJECT_CHANGED } from './object-loss.js';

export type UnreadObject = Pick<Audio, 'id' | 'objectKey' | 'sizeBytes' | 'sha256'>;

/**
 * Reads an object and stores its checksums, for audio whose analysis has not done so: it was made by an earlier
 * version, is still waiting or has failed.
 * @throws AppError 409 when the bytes are not those that were uploaded, StorageError.
 */
export async function readChecksums(database: Database, storage: Storage, audio: UnreadObject): Promise<Digests> {
  const { id, objectKey, sizeBytes, sha256 } = audio;
  const { body } = await storage.get(objectKey);
  const digester = new Digester();
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
  await database.query('UPDATE audio SET crc32 = $3, sha256 = coalesce(sha256, $4) WHERE id = $1 AND object_key = $2', [
    id,
    objectKey,
    digests.crc32,
    digests.sha256,
  ]);
  return digests;
}
