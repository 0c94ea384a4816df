import { AV_CHANNEL_ORDER_CUSTOM, AV_CHANNEL_ORDER_NATIVE } from 'node-av/constants';
import { avChannelLayoutDescribe, type ChannelLayout } from 'node-av/lib';

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
 * Linear gains to the left and the right of each speaker by FFmpeg's name, in the order of the bits of a WAVE channel mask.
 * They are those of FFmpeg (libswresample/rematrix.c): centre, sides and backs at −3 dB, back centre at −6 dB to each side,
 * no LFE. Speakers above the listener count like those beside.
 */
const SPEAKERS = new Map<string, readonly [left: number, right: number]>([
  ['FL', [1, 0]],
  ['FR', [0, 1]],
  ['FC', [MINUS_3_DB, MINUS_3_DB]],
  ['LFE', [0, 0]],
  ['BL', [MINUS_3_DB, 0]],
  ['BR', [0, MINUS_3_DB]],
  ['FLC', [1, 0]],
  ['FRC', [0, 1]],
  ['BC', [0.5, 0.5]],
  ['SL', [MINUS_3_DB, 0]],
  ['SR', [0, MINUS_3_DB]],
  ['TC', [0.5, 0.5]],
  ['TFL', [MINUS_3_DB, 0]],
  ['TFC', [0.5, 0.5]],
  ['TFR', [0, MINUS_3_DB]],
  ['TBL', [MINUS_3_DB, 0]],
  ['TBC', [0.5, 0.5]],
  ['TBR', [0, MINUS_3_DB]],
]);
const NAMES = [...SPEAKERS.keys()];

/** The speaker of each channel, by FFmpeg's name; null unless all of them are known. */
export function speakersOf({ order, nbChannels, mask }: ChannelLayout): string[] | null {
  let speakers: string[] = [];
  if (order === AV_CHANNEL_ORDER_NATIVE && mask >> BigInt(NAMES.length) === 0n)
    speakers = NAMES.filter((_name, bit) => (mask >> BigInt(bit)) & 1n);
  // An AIFF may have them in any order. The mask is then FFmpeg's pointer to them, described as '3 channels (FC+FL+FR)'.
  if (order === AV_CHANNEL_ORDER_CUSTOM)
    speakers = /\((.*)\)/.exec(avChannelLayoutDescribe({ order, nbChannels, mask }) ?? '')?.[1]?.split('+') ?? [];
  return speakers.length === nbChannels && speakers.every((name) => SPEAKERS.has(name)) ? speakers : null;
}

/** The usual speakers of that many channels; none if there are no usual ones. */
export function usualSpeakers(channels: number): string[] {
  const mask = defaultMask(channels);
  return (mask && speakersOf({ order: AV_CHANNEL_ORDER_NATIVE, nbChannels: channels, mask })) || [];
}

/**
 * How a sound is heard from two speakers: for each output the linear gains of the channels, in their order. One and two
 * channels are heard as they are.
 */
export function heardMix(speakers: string[]): number[][] {
  if (speakers.length === 1) return [[1]];
  if (speakers.length === 2) {
    return [
      [1, 0],
      [0, 1],
    ];
  }
  const gains = speakers.map((name) => SPEAKERS.get(name)!);
  return [gains.map(([left]) => left), gains.map(([, right]) => right)];
}

/** FFmpeg's `pan` filter that makes these outputs, `loweredDb` decibels lower. Integers are exact if nothing is mixed. */
export function panFilter(outputs: number[][], loweredDb = 0): [name: string, args: string] {
  const scale = 10 ** (-loweredDb / 20);
  const sum = (gains: number[]) => gains.map((gain, channel) => `${gain * scale}*c${channel}`).join('+');
  const layout = outputs.length === 1 ? 'mono' : 'stereo';
  return ['pan', [layout, ...outputs.map((gains, index) => `c${index}=${sum(gains)}`)].join('|')];
}
