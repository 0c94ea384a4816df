import { type CodedAudio, type FrameSpan, type Layout, type Source, UnplayableError } from './coded-audio';

/** Samples per frame of MPEG-1 Layer III. */
const FRAME_SAMPLES = 1152;
const PREROLL = 3;

/** Delay that every Layer III decoder adds before the first sample. */
const DECODER_DELAY = 529;
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const SAMPLE_RATES = [44100, 48000, 32000];
const MONO = 3;
/** Offset from the Info tag to the three bytes with encoder delay and padding, not counting optional fields. */
const DELAYS_AFTER_FIELDS = 21;

/** Frame layout of an MP3 with a constant bit rate, not counting the Info frame. */
export interface Mp3Layout extends Layout {
  /** Offset of the first frame. */
  firstByte: number;
  /** Mean frame length; not an integer at 44.1 kHz. */
  frameBytes: number;
}

/** Opens an MP3 with a constant bit rate and an Info frame, such as the portal's previews. */
export function openMp3(source: Source, head: Uint8Array): CodedAudio {
  const layout = readLayout(head);
  return {
    layout,
    async read(span, signal) {
      const { from, to } = bytesOf(layout, span);
      const bytes = new Uint8Array(await source.read(from, to, signal));
      return new Uint8Array(cutFrames(bytes, span.to - span.from)).buffer;
    },
  };
}

interface FrameHeader {
  sampleRateHz: number;
  bitRate: number;
  bytes: number;
  mono: boolean;
}

/** Reads the frame header at `at`; null if there is none. */
function frameAt(bytes: Uint8Array, at: number): FrameHeader | null {
  const [sync, version = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4);
  if (sync !== 0xff || (version & 0xfe) !== 0xfa) return null;
  const bitRate = (BIT_RATES[rates >> 4] ?? 0) * 1000;
  const sampleRateHz = SAMPLE_RATES[(rates >> 2) & 3];
  if (!bitRate || !sampleRateHz) return null;
  const padding = (rates >> 1) & 1;
  return {
    sampleRateHz,
    bitRate,
    bytes: Math.floor((144 * bitRate) / sampleRateHz) + padding,
    mono: mode >> 6 === MONO,
  };
}

/** Reads the layout from the first frames; 4 KiB are enough. @throws UnplayableError */
export function readLayout(head: Uint8Array): Mp3Layout {
  const info = frameAt(head, 0);
  if (!info) throw new UnplayableError('Not an MP3');
  const tag = 4 + (info.mono ? 17 : 32);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const name = String.fromCharCode(...head.subarray(tag, tag + 4));
  if (name !== 'Info' || head.byteLength < tag + 8 + 112 + DELAYS_AFTER_FIELDS + 3)
    throw new UnplayableError('No Info frame');
  const fields = view.getUint32(tag + 4);
  const optional = (fields & 1) * 4 + ((fields >> 1) & 1) * 4 + ((fields >> 2) & 1) * 100 + ((fields >> 3) & 1) * 4;
  if (!(fields & 1)) throw new UnplayableError('No number of frames');
  const frames = view.getUint32(tag + 8);
  const delays = view.getUint32(tag + 8 + optional + DELAYS_AFTER_FIELDS - 1) & 0xffffff;
  const encoderDelay = delays >> 12;
  const padding = delays & 0xfff;
  return {
    sampleRateHz: info.sampleRateHz,
    frames,
    frameSamples: FRAME_SAMPLES,
    preroll: PREROLL,
    firstByte: info.bytes,
    frameBytes: (144 * audioBitRate(head, info.bytes)) / info.sampleRateHz,
    delay: encoderDelay + DECODER_DELAY,
    samples: frames * FRAME_SAMPLES - encoderDelay - padding,
  };
}

function audioBitRate(head: Uint8Array, at: number): number {
  const first = frameAt(head, at);
  if (!first) throw new UnplayableError('No sound after the Info frame');
  return first.bitRate;
}

/** Error of an estimated offset in bytes: frames of one rate differ by one byte of padding. */
const SLACK = 4;

/** Byte range that is certain to contain these frames; `to` is exclusive. */
export function bytesOf({ firstByte, frameBytes }: Mp3Layout, { from, to }: FrameSpan): { from: number; to: number } {
  return {
    from: Math.max(firstByte, Math.floor(firstByte + from * frameBytes) - SLACK),
    to: Math.ceil(firstByte + to * frameBytes) + SLACK,
  };
}

/**
 * Cuts exactly `count` frames from the range that `bytesOf` returned; fewer at the end of the file.
 * @throws UnplayableError
 */
export function cutFrames(bytes: Uint8Array, count: number): Uint8Array {
  let start = 0;
  while (start <= 2 * SLACK && !isFrame(bytes, start)) start++;
  if (start > 2 * SLACK) throw new UnplayableError('No frame where one should begin');
  let end = start;
  for (let frame = 0; frame < count; frame++) {
    const header = frameAt(bytes, end);
    if (!header || end + header.bytes > bytes.length) break;
    end += header.bytes;
  }
  return bytes.subarray(start, end);
}

/** True if a frame header is followed by another; audio data may look like a single header by chance. */
function isFrame(bytes: Uint8Array, at: number): boolean {
  const header = frameAt(bytes, at);
  if (!header) return false;
  const next = at + header.bytes;
  return next + 4 > bytes.length || frameAt(bytes, next) !== null;
}
