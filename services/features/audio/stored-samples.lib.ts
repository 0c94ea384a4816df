import { type ChunkFacts, readChunks, type StoredSamples, storedSamples } from '../../audio-headers/chunks.js';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { objectSource } from '../../platform/storage/object-source.js';
import type { Storage } from '../../platform/storage/storage.js';

/** A stored file of which other files are made. */
export interface StoredMaster {
  fileName: string;
  objectKey: string;
  sizeBytes: number;
  /** Null before the analysis, like the frames. */
  container: AudioContainer | null;
  decodedFrames: number | null;
}

/** SQL: the columns of StoredMaster except the name, from `audio`. */
export const STORED_MASTER = `audio.object_key AS "objectKey", audio.size_bytes::float8 AS "sizeBytes",
  coalesce(audio.facts, audio.probe)->>'container' AS container,
  round((audio.facts->>'durationS')::float8 * (audio.facts->>'sampleRateHz')::float8) AS "decodedFrames"`;

type Header = Pick<ChunkFacts, 'format' | 'sound' | 'commonFrames'>;

/** Stored files never change, so what was read of one stays true. */
const known = new Map<string, Promise<Header | null>>();
const MAX_KNOWN = 5_000;

/** The samples of a stored WAV, Wave64 or AIFF, or a sentence why they cannot be used. Null for FLAC and MP3. */
export async function samplesIn(storage: Storage, master: StoredMaster): Promise<StoredSamples | string | null> {
  const { fileName, objectKey, sizeBytes, container, decodedFrames } = master;
  if (!container) return `${fileName} has not been analysed yet.`;
  const read = async () => {
    const chunks = await readChunks(objectSource(storage, objectKey, sizeBytes), container);
    return chunks && { format: chunks.format, sound: chunks.sound, commonFrames: chunks.commonFrames };
  };
  const found = known.get(objectKey) ?? read();
  known.set(objectKey, found);
  found.catch(() => known.delete(objectKey));
  const oldest = known.keys().next();
  if (known.size > MAX_KNOWN && !oldest.done) known.delete(oldest.value);
  const header = await found;
  const samples = header && storedSamples(header, decodedFrames);
  return typeof samples === 'string' ? `${fileName} ${samples}` : samples;
}
