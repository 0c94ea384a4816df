import type { Frame } from 'node-av/lib';
import type { PlayedSound, ProbeFacts } from '../facts.js';
import { previewRate } from '../preview-rate.js';
import { heardMix, panFilter } from '../speakers.js';
import { FilterChain } from './filters.js';
import { integratedLoudness, readLevel } from './loudness.js';

/** ITU-R BS.1770 adds up the power of the channels, and two speakers play the one channel of a mono file. */
const BOTH_SPEAKERS_LU = 10 * Math.log10(2);

/** Whole decibels by which a sound is played lower, so that none of its samples is above full scale. */
function loweredDb(peakDbfs: number): number {
  return Number.isFinite(peakDbfs) ? Math.max(0, Math.ceil(peakDbfs)) : 0;
}

/**
 * Makes and measures what two speakers play of a sound, before it is lowered. More than two channels get the rate of the
 * preview, because that takes less time.
 */
export class PlayedMeter {
  readonly rateHz: number;
  private mix: number[][] = [];
  private channels = 0;
  private readonly chain: FilterChain;

  constructor({ channels: count, sampleRateHz }: Pick<ProbeFacts, 'channels' | 'sampleRateHz'>) {
    this.rateHz = count > 2 ? previewRate(sampleRateHz) : sampleRateHz;
    this.chain = new FilterChain((channels, mask) => {
      this.channels = channels;
      this.mix = heardMix(channels, mask);
      return [
        ['aformat', 'sample_fmts=fltp'],
        panFilter(this.mix),
        ['aresample', String(this.rateHz)],
        ['ebur128', 'peak=sample:framelog=quiet'],
        ['aformat', 'sample_fmts=fltp'],
      ];
    });
  }

  /** Calls `take` with what is played of a frame, in blocks of 100 ms; null ends it. */
  push(frame: Frame | null, take: (block: Frame) => void = () => undefined): void {
    this.chain.push(frame, take);
  }

  /** The figures of everything that was pushed, after the end. */
  finish(): PlayedSound {
    const ebur128 = this.chain.filter('ebur128');
    const [lufs, peakDbfs] = [integratedLoudness(ebur128), readLevel(ebur128, 'sample_peak')];
    this.chain.close();
    return played(this.channels, lufs, peakDbfs, this.mix);
  }
}

/** The same of one or two channels, from the figures of the file itself. `peak`: linear, full scale = 1. */
export const playedOf = (channels: number, integratedLufs: number | null, peak: number): PlayedSound =>
  played(channels, integratedLufs, 20 * Math.log10(peak), null);

function played(channels: number, lufs: number | null, peakDbfs: number, mix: number[][] | null): PlayedSound {
  const lowered = loweredDb(peakDbfs);
  const heard = lufs === null ? null : lufs - lowered + (channels === 1 ? BOTH_SPEAKERS_LU : 0);
  return {
    integratedLufs: heard === null ? null : Math.round(heard * 100) / 100,
    loweredDb: lowered,
    mix: channels > 2 ? mix : null,
  };
}
