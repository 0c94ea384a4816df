/** Default speaker positions by channel count (3.0, quad, 5.0, 5.1, 6.1, 7.1). */
const DEFAULT_MASKS: Record<number, bigint> = {
  1: 0x4n,
  2: 0x3n,
  3: 0x7n,
  4: 0x33n,
  5: 0x37n,
  6: 0x3fn,
  7: 0x70fn,
  8: 0x63fn,
};

/** The usual speakers of files that name none, as a WAVE channel mask; undefined for more than eight channels. */
export const defaultMask = (channels: number): bigint | undefined => DEFAULT_MASKS[channels];

const MINUS_3_DB = Math.SQRT1_2;

/**
 * Linear gains to the left and the right, by the bit of each speaker in a WAVE channel mask. They are those of FFmpeg
 * (libswresample/rematrix.c): centre, sides and backs at −3 dB, back centre at −6 dB to each side, no LFE. Speakers
 * above the listener count like those beside.
 */
const SPEAKERS: readonly (readonly [left: number, right: number])[] = [
  [1, 0], // front left
  [0, 1],
  [MINUS_3_DB, MINUS_3_DB], // front centre
  [0, 0], // LFE
  [MINUS_3_DB, 0], // back left
  [0, MINUS_3_DB],
  [1, 0], // front left of centre
  [0, 1],
  [0.5, 0.5], // back centre
  [MINUS_3_DB, 0], // side left
  [0, MINUS_3_DB],
  [0.5, 0.5], // top centre
  [MINUS_3_DB, 0], // top front left
  [0.5, 0.5],
  [0, MINUS_3_DB],
  [MINUS_3_DB, 0], // top back left
  [0.5, 0.5],
  [0, MINUS_3_DB],
];

/**
 * How a sound is heard from two speakers: for each output the linear gains of the channels, in their order. One and two
 * channels are heard as they are. `mask` has the bit of a known speaker for each channel, or the usual speakers of that
 * count are taken.
 */
export function heardMix(channels: number, mask: bigint): number[][] {
  if (channels === 1) return [[1]];
  if (channels === 2) {
    return [
      [1, 0],
      [0, 1],
    ];
  }
  const isComplete = mask >> BigInt(SPEAKERS.length) === 0n && mask.toString(2).replaceAll('0', '').length === channels;
  const speakers = isComplete ? mask : (defaultMask(channels) ?? 0n);
  const gains = SPEAKERS.filter((_gains, bit) => (speakers >> BigInt(bit)) & 1n);
  const all = Array.from({ length: channels }, (_, channel) => gains[channel] ?? [0, 0]);
  return [all.map(([left]) => left), all.map(([, right]) => right)];
}

/** FFmpeg's `pan` filter that makes these outputs, `loweredDb` decibels lower. Integers are exact if nothing is mixed. */
export function panFilter(outputs: number[][], loweredDb = 0): [name: string, args: string] {
  const scale = 10 ** (-loweredDb / 20);
  const sum = (gains: number[]) => gains.map((gain, channel) => `${gain * scale}*c${channel}`).join('+');
  const layout = outputs.length === 1 ? 'mono' : 'stereo';
  return ['pan', [layout, ...outputs.map((gains, index) => `c${index}=${sum(gains)}`)].join('|')];
}
