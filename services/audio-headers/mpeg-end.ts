import type { ByteSource } from './byte-source.js';
import { areFrames, MAX_FRAME_BYTES, mpegFrameLength } from './mpeg-frames.js';

const READ_BYTES = 1 << 16;
/** Other data may look like fewer frames by chance. */
const FRAMES = 3;
const OVERLAP_BYTES = (FRAMES + 1) * MAX_FRAME_BYTES;
const HEADER_BYTES = 4;

/**
 * Where the last frame of an MP3 ends, whose frames begin at `from`: at most at `to`. It is searched from the end on. Fewer
 * bytes than a header has are a frame that was cut.
 */
export async function mpegEnd(source: ByteSource, from: number, to: number): Promise<number> {
  for (let end = to; end > from; end -= READ_BYTES) {
    const start = Math.max(from, end - READ_BYTES);
    const bytes = await source.read(start, Math.min(to, end + OVERLAP_BYTES) - start);
    const last = lastFrameEnd(bytes, start === from);
    if (last !== null) return start + last > to - HEADER_BYTES ? to : start + last;
  }
  return to;
}

/** Null if there are no frames; beyond the bytes if the last one is cut. `isFirst` if they begin with the first frame. */
function lastFrameEnd(bytes: Uint8Array, isFirst: boolean): number | null {
  let found: number | null = null;
  for (let at = 0; at < bytes.length;) {
    const isFrame = (isFirst && at === 0) || (bytes[at] === 0xff && areFrames(bytes, at, FRAMES));
    const end = isFrame ? endOfRun(bytes, at) : at;
    if (end > at) found = end;
    at = Math.max(at + 1, end);
  }
  return found;
}

/** Where the frames end that follow one another from there on. */
function endOfRun(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = mpegFrameLength(bytes, at); length !== null; length = mpegFrameLength(bytes, at)) at += length;
  return at;
}
