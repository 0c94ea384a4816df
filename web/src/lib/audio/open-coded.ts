import { findAudio } from '../../../../services/audio-headers/find-audio.js';
import type { CodedAudio, Source } from './coded-audio';
import { openFlac } from './flac';
import { openMp3 } from './mp3';
import { openPcm } from './pcm';

const HEAD_BYTES = 8192;

/** Reads the start of a file and returns a reader for its format. @throws UnplayableError */
export async function openCoded(file: Source, signal: AbortSignal): Promise<CodedAudio> {
  const { source, head } = await skipTags(file, signal);
  return (await openPcm(source, head, signal)) ?? (await openFlac(source, head, signal)) ?? openMp3(source, head);
}

/** The file from where its sound begins, and its first bytes. */
export async function skipTags(file: Source, signal: AbortSignal): Promise<{ source: Source; head: Uint8Array }> {
  const first = new Uint8Array(await file.read(0, HEAD_BYTES, signal));
  const isHere = (to: number) => to <= HEAD_BYTES || first.length < HEAD_BYTES;
  // A server refuses ranges after the end.
  const isBehind = (from: number) => from >= (file.sizeBytes() ?? Infinity);
  const read = async (from: number, length: number) =>
    isHere(from + length) || isBehind(from)
      ? first.subarray(from, from + length)
      : new Uint8Array(await file.read(from, from + length, signal));
  const found = await findAudio({ read });
  if (!found?.from) return { source: file, head: first };
  const { from } = found;
  const source: Source = {
    read: (first, last, readSignal) => file.read(from + first, from + last, readSignal),
    sizeBytes: () => {
      const size = file.sizeBytes();
      return size === null ? null : size - from;
    },
  };
  return { source, head: await read(from, HEAD_BYTES) };
}
