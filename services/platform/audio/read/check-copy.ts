import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteSource } from '../../../audio-headers/byte-source.js';
import type { AudioContainer } from '../../../audio-headers/containers.js';
import { MAX_FRAME_BYTES } from '../../../audio-headers/mpeg-frames.js';
import { soundRange } from '../../../audio-tags/tagged.js';
import { bothEnds } from '../../storage/byte-range.js';
import { AudioError } from '../errors.js';
import type { PlainFacts } from '../facts.js';

const WRITTEN_AT_ONCE = 1 << 20;

const MISREAD = 'would get a copy that FFmpeg does not read correctly.';

interface CheckedCopy {
  copy: ByteSource;
  container: AudioContainer;
  /** Bytes before the sound. Only they, and half a megabyte at each end, are read. */
  headBytes: number;
}

/**
 * A sentence, to be put after the file's name, if FFmpeg does not find the sound of its tagged copy where our own reader does;
 * null if it does. `openPlainly` opens a file in `folder` with FFmpeg alone, which shares no code with the program that laid
 * the copy out.
 * @throws AudioError if the machine is at fault.
 */
export async function copyRefusal(
  { copy, container, headBytes }: CheckedCopy,
  folder: string,
  openPlainly: (path: string) => PlainFacts | Promise<PlainFacts>,
): Promise<string | null> {
  const range = await soundRange(copy, container);
  const path = join(folder, 'copy');
  try {
    await writeEnds(copy, headBytes, path);
    const { soundAt, soundBytes, frames } = await openPlainly(path);
    // The first frame of an MP3 may describe the others.
    const firstFrameBytes = container === 'mp3' ? MAX_FRAME_BYTES : 0;
    const isFound = range && soundAt >= range.from && soundAt <= range.from + firstFrameBytes;
    if (!isFound) return MISREAD;
    // FFmpeg goes by the valid bits of a WAV, so it may count other frames, in the original too.
    const isWhole = range.frames === null || range.frames === frames || range.to - range.from === soundBytes;
    return isWhole ? null : MISREAD;
  } catch (error) {
    if (error instanceof AudioError && !error.transient) return MISREAD;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** The rest of the file reads as zeros. */
async function writeEnds(copy: ByteSource, headBytes: number, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o444);
  try {
    // The child has no rights of its own, whatever the process's mask is.
    await file.chmod(0o444);
    await file.truncate(copy.size);
    const soundEnd = bothEnds(copy.size - headBytes)[0]?.end ?? -1;
    const ranges = [{ start: 0, end: headBytes + soundEnd }, ...bothEnds(copy.size).slice(1)];
    for (const { start, end } of ranges) {
      for (let at = start; at <= end; at += WRITTEN_AT_ONCE) {
        await file.write(await copy.read(at, Math.min(WRITTEN_AT_ONCE, end + 1 - at)), 0, undefined, at);
      }
    }
  } finally {
    await file.close();
  }
}
