import { viewOf } from './byte-source.js';
import { ascii } from './containers.js';

/** The longest frame of usual bit rates. */
export const MAX_FRAME_BYTES = 1441;

const BIT_RATES_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BIT_RATES_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES_MPEG1 = [44100, 48000, 32000];

/** Length in bytes of the layer III frame whose header is at `at` (ISO 11172-3 §2.4.2.3), or null if there is none. */
export function mpegFrameLength(bytes: Uint8Array, at: number): number | null {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const bitRateIndex = third >> 4;
  const rate = SAMPLE_RATES_MPEG1[(third >> 2) & 3];
  if (sync !== 0xff || second >> 5 !== 7 || version === 1 || layer !== 1 || rate === undefined) return null;
  const isMpeg1 = version === 3;
  const bitRate = (isMpeg1 ? BIT_RATES_MPEG1 : BIT_RATES_MPEG2)[bitRateIndex];
  if (!bitRate) return null;
  const sampleRate = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4;
  return Math.floor(((isMpeg1 ? 144 : 72) * bitRate * 1000) / sampleRate) + ((third >> 1) & 1);
}

/** Other data may look like two frames by chance, but hardly like this many. */
const FRAMES_BEHIND_STRAY_BYTES = 3;

/** Where the first frame begins, behind at most `strayBytes` that are not sound; null if there is none. */
export function firstMpegFrame(bytes: Uint8Array, strayBytes: number): number | null {
  const length = mpegFrameLength(bytes, 0);
  if (length !== null && (length + 4 > bytes.length || mpegFrameLength(bytes, length) !== null)) return 0;
  for (let at = 1; at <= strayBytes && at < bytes.length; at++) {
    if (bytes[at] === 0xff && areFrames(bytes, at, FRAMES_BEHIND_STRAY_BYTES)) return at;
  }
  return null;
}

const LONGEST_FREE_FRAME = 4_000;

/**
 * Whether the bytes begin with frames of free format, whose headers say no bit rate (ISO 11172-3 §2.4.2.3), so that a
 * frame ends where the next header is.
 */
export function isFreeFormat(bytes: Uint8Array): boolean {
  const isHeader = (at: number) =>
    bytes[at] === 0xff && bytes[at + 1] === bytes[1] && ((bytes[at + 2] ?? 0xff) & 0xfc) === (bytes[2]! & 0xfc);
  const [second = 0, third = 0xff] = bytes.subarray(1, 3);
  const isLayer3 = (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  if (!isHeader(0) || !isLayer3 || third >> 4 !== 0 || (third & 0x0c) === 0x0c) return false;
  for (let length = 24; length <= LONGEST_FREE_FRAME; length++) {
    // Frames may have a byte of padding.
    if (isHeader(length) && [0, 1, -1].some((padding) => isHeader(2 * length + padding))) return true;
  }
  return false;
}

/** Whether `count` frames of the same version, layer and sample rate follow one another. */
export function areFrames(bytes: Uint8Array, first: number, count: number): boolean {
  const kindAt = (at: number) => ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) & 0x0c);
  let at = first;
  for (let frame = 0; frame < count; frame++) {
    const length = mpegFrameLength(bytes, at);
    if (length === null || kindAt(at) !== kindAt(first)) return false;
    at += length;
  }
  return true;
}

/** Samples per channel that this header says, with those that the encoder added at both ends; null without one. */
export function declaredMpegSamples(frame: Uint8Array): number | null {
  const frames = declaredMpegFrames(frame);
  const isMpeg1 = ((frame[1] ?? 0) & 0x18) === 0x18;
  return frames && frames * (isMpeg1 ? 1152 : 576);
}

const VBRI_AT = 36;

/**
 * The number of frames that the header of Xing, LAME or Fraunhofer in the first frame says; null without one. Sound may
 * hold the same letters at other places.
 */
export function declaredMpegFrames(frame: Uint8Array): number | null {
  if (mpegFrameLength(frame, 0) === null || frame.length < VBRI_AT + 18) return null;
  const view = viewOf(frame);
  const isMpeg1 = (frame[1]! & 0x18) === 0x18;
  const isMono = frame[3]! >> 6 === 3;
  const at = 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  const name = ascii(frame, at, at + 4);
  const saysFrames = (view.getUint32(at + 4) & 1) === 1;
  if ((name === 'Xing' || name === 'Info') && saysFrames) return view.getUint32(at + 8) || null;
  return ascii(frame, VBRI_AT, VBRI_AT + 4) === 'VBRI' ? view.getUint32(VBRI_AT + 14) || null : null;
}
