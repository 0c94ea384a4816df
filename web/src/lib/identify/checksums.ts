import { readChunks } from '../../../../services/audio-headers/chunks.js';
import type { AudioContainer } from '../../../../services/audio-headers/containers.js';
import { findAudio } from '../../../../services/audio-headers/find-audio.js';
import { soundRange } from '../../../../services/audio-tags/tagged.js';
import { Sha256 } from '../../../../services/fingerprint/sha256.js';

/** Small enough that the page stays quick, large enough that reading is. Holds whole samples of 2, 3, 4 and 8 bytes. */
const CHUNK_BYTES = 192 << 10;

interface Reading {
  /** Gets 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}
interface Range {
  from: number;
  to: number;
}

/** SHA-256 of a file, read in chunks. */
export async function checksum(file: Blob, reading: Reading): Promise<string> {
  const hash = new Sha256();
  await eachChunk(file, { from: 0, to: file.size }, reading, (chunk) => hash.update(chunk));
  return hash.digest();
}

/** SHA-256 of the samples as the file has them, and in the other byte order if it is uncompressed. Null without samples. */
export async function samplesChecksum(
  file: Blob,
  container: AudioContainer,
  reading: Reading,
): Promise<{ own: string; swapped: string | null } | null> {
  const found = await findSamples(file, container).catch(() => null);
  if (!found || found.to <= found.from) return null;
  const { sampleBytes } = found;
  const own = new Sha256();
  const swapped = new Sha256();
  await eachChunk(file, found, reading, (chunk) => {
    own.update(chunk);
    if (sampleBytes > 1) swapped.update(reversed(chunk, sampleBytes));
  });
  return { own: own.digest(), swapped: sampleBytes > 1 ? swapped.digest() : null };
}

async function eachChunk(
  file: Blob,
  { from, to }: Range,
  { onProgress, signal }: Reading,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  for (let at = from; at < to; at += CHUNK_BYTES) {
    signal.throwIfAborted();
    take(await bytesOf(file, at, Math.min(to, at + CHUNK_BYTES)));
    onProgress((at - from) / (to - from));
  }
}

/** Where the samples are, without tags and headers; `sampleBytes` is 1 unless they are whole uncompressed numbers. */
async function findSamples(file: Blob, container: AudioContainer): Promise<(Range & { sampleBytes: number }) | null> {
  const source = sourceOf(file);
  const range = await soundRange(source, container);
  if (!range) return null;
  const { storedBits = 8, encoding = 'other' } = (await readChunks(source, container))?.format ?? {};
  return { ...range, sampleBytes: encoding === 'other' ? 1 : storedBits / 8 };
}

function reversed(bytes: Uint8Array, each: number): Uint8Array {
  const turned = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) turned[at] = bytes[at - (at % each) + each - 1 - (at % each)]!;
  return turned;
}

const bytesOf = async (file: Blob, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

const sourceOf = (file: Blob) => ({
  size: file.size,
  read: (offset: number, length: number) => bytesOf(file, offset, Math.min(offset + length, file.size)),
});

/** Format of an audio file by its first bytes; null for other files. */
export async function formOfFile(file: Blob): Promise<AudioContainer | 'aac' | 'ogg' | null> {
  const found = await findAudio(sourceOf(file));
  if (found) return found.container;
  const first = await bytesOf(file, 0, 8);
  const words = String.fromCharCode(...first);
  if (words.slice(4) === 'ftyp' || isAdts(first)) return 'aac';
  return words.startsWith('OggS') ? 'ogg' : null;
}

/** The sync word of an AAC stream without a container. */
const isAdts = ([first = 0, second = 0]: Uint8Array): boolean => first === 0xff && (second & 0xf6) === 0xf0;
