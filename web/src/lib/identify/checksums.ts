import {
  containerBehindId3,
  containerOf,
  id3Length,
  SNIFF_BYTES,
} from '../../../../services/audio-headers/containers.js';
import { soundRange } from '../../../../services/audio-tags/tagged.js';
import { Sha256 } from '../../../../services/fingerprint/sha256.js';

/** Small enough that the page stays quick, large enough that reading is. */
const CHUNK_BYTES = 256 << 10;

/** SHA-256 of a file or of a part of it, read in chunks. `onProgress` gets 0 to 1. */
export async function checksum(
  file: Blob,
  { from, to }: { from: number; to: number },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const hash = new Sha256();
  for (let at = from; at < to; at += CHUNK_BYTES) {
    signal.throwIfAborted();
    hash.update(await bytesOf(file, at, Math.min(to, at + CHUNK_BYTES)));
    onProgress((at - from) / (to - from));
  }
  return hash.digest();
}

const bytesOf = async (file: Blob, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** The container of an audio file by its first bytes; null for other files. */
export async function containerOfFile(file: Blob, name: string) {
  const first = await bytesOf(file, 0, SNIFF_BYTES);
  const tagBytes = id3Length(first);
  return tagBytes === 0
    ? containerOf(first, name)
    : containerBehindId3(await bytesOf(file, tagBytes, tagBytes + SNIFF_BYTES));
}

type Container = NonNullable<Awaited<ReturnType<typeof containerOfFile>>>;

/** Where the samples are, without tags and headers; null if they were not found. */
export function samplesOf(file: Blob, container: Container): Promise<{ from: number; to: number } | null> {
  const read = (offset: number, length: number) => bytesOf(file, offset, Math.min(offset + length, file.size));
  return soundRange({ size: file.size, read }, container).catch(() => null);
}
