import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ByteSource } from '../../audio-headers/byte-source.js';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { soundRange } from '../../audio-tags/tagged.js';
import { AudioError } from '../../platform/audio/errors.js';
import { AudioRunner } from '../../platform/audio/runner.js';
import { bothEnds } from '../../platform/storage/byte-range.js';
import { makeTemporaryFolder } from '../../platform/temporary-folders.js';

/** The longest frame of an MP3; the first may describe the others. */
const MAX_FRAME_BYTES = 1441;
const WRITTEN_AT_ONCE = 1 << 20;

const NOT_FOUND = 'could not be opened by other programs once it had tags.';

/** Opens tagged copies with FFmpeg, which shares no code with the programs that lay them out and find their samples. */
@Injectable()
export class CopyReader implements OnApplicationShutdown {
  private readonly runner = new AudioRunner();

  async onApplicationShutdown(): Promise<void> {
    await this.runner.close();
  }

  /**
   * A sentence, to be put after the file's name, if FFmpeg does not find the sound of a copy where our own reader does.
   * `headBytes` come before the sound; only they, and half a megabyte at each end, are read.
   * @throws AudioError if the machine is at fault.
   */
  async refusal(copy: ByteSource, container: AudioContainer, headBytes: number): Promise<string | null> {
    const range = await soundRange(copy, container);
    const folder = await makeTemporaryFolder('copy');
    try {
      const path = join(folder, 'copy');
      await writeEnds(copy, headBytes, path);
      const { soundAt, frames } = await this.runner.openPlainly(path);
      const firstFrameBytes = container === 'mp3' ? MAX_FRAME_BYTES : 0;
      const isFound = range && soundAt >= range.from && soundAt <= range.from + firstFrameBytes;
      return isFound && (range.frames === null || range.frames === frames) ? null : NOT_FOUND;
    } catch (error) {
      if (error instanceof AudioError && !error.transient) return NOT_FOUND;
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
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
