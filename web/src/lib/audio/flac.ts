import { type CodedAudio, type FrameSpan, type Source, UnplayableError } from './coded-audio';
import { type FlacHeader, frameAt, readFlacHeader, smallFlac } from './flac-frames';

/** Minimum size of a read when searching for a frame, in bytes and in frames. */
const WINDOW_BYTES = 64 * 1024;
const WINDOW_FRAMES = 4;
/** Guesses based on the mean frame length converge within a few reads. */
const MOST_GUESSES = 12;
/** Reads a little more than the mean length, so that most stretches need a single request. */
const MARGIN = 1.1;

/** Opens a FLAC file with a fixed frame length; null for other formats. @throws UnplayableError */
export async function openFlac(source: Source, head: Uint8Array, signal: AbortSignal): Promise<CodedAudio | null> {
  const header = await readFlacHeader(source, head, signal);
  if (!header) return null;
  const sizeBytes = source.sizeBytes();
  if (sizeBytes === null) throw new UnplayableError('Its length is not known');
  const { sampleRateHz, frameSamples, samples } = header;
  const frames = Math.ceil(samples / frameSamples);
  const finder = new FrameFinder(source, header, { frames, sizeBytes });
  return {
    layout: { sampleRateHz, frames, frameSamples, delay: 0, samples, preroll: 1 },
    async read(span, readSignal) {
      const bytes = await finder.read(span, readSignal);
      const count = Math.min(span.to * frameSamples, samples) - span.from * frameSamples;
      return smallFlac(header, bytes, count);
    },
  };
}

/**
 * Finds the byte offsets of frames. Frames differ in length and FLAC has no table of them, but each carries its number:
 * a guess from the mean length is corrected by the numbers found there. Results are cached.
 */
class FrameFinder {
  private readonly found = new Map<number, number>();
  private readonly frameBytes: number;
  private readonly window: number;
  /** Reads run one at a time, because the end of one is the start of the next. */
  private busy: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly source: Source,
    private readonly header: FlacHeader,
    private readonly all: { frames: number; sizeBytes: number },
  ) {
    this.found.set(0, header.firstByte);
    this.found.set(all.frames, all.sizeBytes);
    this.frameBytes = (all.sizeBytes - header.firstByte) / all.frames;
    this.window = Math.max(WINDOW_BYTES, Math.ceil(this.frameBytes * WINDOW_FRAMES));
  }

  read(span: FrameSpan, signal: AbortSignal): Promise<Uint8Array> {
    const reading = this.busy.then(() => this.readNow(span, signal));
    this.busy = reading.catch(() => undefined);
    return reading;
  }

  private async readNow({ from, to }: FrameSpan, signal: AbortSignal): Promise<Uint8Array> {
    const start = await this.locate(from, signal);
    const { sizeBytes } = this.all;
    const likely = Math.ceil(start + (to - from + 1) * this.frameBytes * MARGIN);
    let end = this.found.get(to) ?? Math.min(sizeBytes, likely);
    let bytes = await this.bytes(start, end, signal);
    let last = this.note(bytes, start, from);
    while (!this.found.has(to) && end < sizeBytes) {
      const more = await this.bytes(end, Math.min(sizeBytes, end + this.window), signal);
      bytes = joined(bytes, more);
      end += more.length;
      last = this.note(bytes, start, last);
    }
    const behind = this.found.get(to);
    if (behind === undefined) throw new UnplayableError(`No frame ${to}`);
    return bytes.subarray(0, behind - start);
  }

  private async locate(frame: number, signal: AbortSignal): Promise<number> {
    for (let guesses = 0; guesses < MOST_GUESSES; guesses++) {
      const known = this.found.get(frame);
      if (known !== undefined) return known;
      const { before, behind } = this.neighbours(frame);
      const share = (frame - before.frame) / (behind.frame - before.frame);
      const guess = Math.floor(before.at + share * (behind.at - before.at));
      const from = Math.max(before.at, guess - Math.floor(this.window / 2));
      const bytes = await this.bytes(from, Math.min(behind.at, from + this.window), signal);
      if (!this.noteSome(bytes, from, before.frame, behind.frame)) break;
    }
    throw new UnplayableError(`No frame ${frame}`);
  }

  /** The nearest frames with known offsets. */
  private neighbours(frame: number) {
    let before = { frame: 0, at: this.header.firstByte };
    let behind = { frame: this.all.frames, at: this.all.sizeBytes };
    for (const [each, at] of this.found) {
      if (each <= frame && each > before.frame) before = { frame: each, at };
      if (each > frame && each < behind.frame) behind = { frame: each, at };
    }
    return { before, behind };
  }

  /**
   * Records the frames that follow frame `first`, which begins at offset `at`, and returns the number of the last one.
   */
  private note(bytes: Uint8Array, at: number, first: number): number {
    let last = first;
    for (let index = this.found.get(first)! - at + 1; index < bytes.length; index++) {
      if (frameAt(bytes, index, this.header) !== last + 1) continue;
      this.found.set(++last, at + index);
    }
    return last;
  }

  /**
   * Records frames found in an arbitrary stretch of bytes and returns whether any were new. Audio data may look like
   * one frame header by chance, but not like two consecutive ones.
   */
  private noteSome(bytes: Uint8Array, at: number, after: number, before: number): boolean {
    const seen = new Map<number, number>();
    for (let index = 0; index < bytes.length; index++) {
      const frame = frameAt(bytes, index, this.header);
      if (frame !== null && frame > after && frame < before) seen.set(frame, at + index);
    }
    const known = this.found.size;
    for (const [frame, place] of seen) {
      const follows = (seen.get(frame - 1) ?? this.found.get(frame - 1) ?? Infinity) < place;
      const leads = (seen.get(frame + 1) ?? this.found.get(frame + 1) ?? 0) > place;
      if (follows || leads) this.found.set(frame, place);
    }
    return this.found.size > known;
  }

  private async bytes(from: number, to: number, signal: AbortSignal): Promise<Uint8Array> {
    return new Uint8Array(await this.source.read(from, to, signal));
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}
