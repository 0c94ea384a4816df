/** CD addresses count frames, also called sectors: 75 a second, each with 588 stereo samples of 16 bits. */
export const FRAMES_A_SECOND = 75;
export const SAMPLES_A_FRAME = 588;
export const SAMPLE_BYTES = 4;
export const FRAME_BYTES = SAMPLES_A_FRAME * SAMPLE_BYTES;
/** The last address that a disc can hold: 99:59:74. */
export const LAST_FRAME = 100 * 60 * FRAMES_A_SECOND - 1;
/** Red Book: two seconds before track 1. */
export const FIRST_GAP = 2 * FRAMES_A_SECOND;
export const MAX_TRACKS = 99;

const two = (value: number) => String(value).padStart(2, '0');

/** Minutes, seconds and frames of an address: each has two digits, minutes may have more. */
function parts(frames: number): string[] {
  const seconds = Math.floor(frames / FRAMES_A_SECOND);
  return [Math.floor(seconds / 60), seconds % 60, frames % FRAMES_A_SECOND].map(two);
}

/** MM:SS:FF. */
export const msf = (frames: number): string => parts(frames).join(':');

/** MMSSFF, as PQ descriptors write it. */
export const digitsOfTime = (frames: number): string => parts(frames).join('');

/** Frames of MMSSFF with digits or spaces; null if it is not a time. */
export function framesOf(text: string): number | null {
  const match = /^( {2}|[\d ]\d)( {2}|[\d ]\d)([\d ]\d)$/.exec(text);
  if (!match) return null;
  const [minutes, seconds, frames] = match.slice(1).map(Number) as [number, number, number];
  if (seconds > 59 || frames >= FRAMES_A_SECOND) return null;
  return (minutes * 60 + seconds) * FRAMES_A_SECOND + frames;
}
