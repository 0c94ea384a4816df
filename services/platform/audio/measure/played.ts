import type { Frame } from 'node-av/lib';
import type { PlayedSound } from '../facts.js';
import { heardMix, panFilter } from '../speakers.js';
import { FilterChain } from './filters.js';
import { integratedLoudness, readLevel } from './loudness.js';

/** ITU-R BS.1770 adds up the power of the channels, and two speakers play the one channel of a mono file. */
const BOTH_SPEAKERS_LU = 10 * Math.log10(2);

/** Whole decibels by which a sound is played lower, so that none of its samples is above full scale. */
function loweredDb(peakDbfs: number): number {
  return Number.isFinite(peakDbfs) ? Math.max(0, Math.ceil(peakDbfs)) : 0;
}

/** Measures what two speakers play of a sound, before it is lowered: of three and more channels their stereo mix. */
export class PlayedMeter {
  private mix: number[][] = [];
  private channels = 0;
  private readonly chain = new FilterChain((channels, mask) => {
    this.channels = channels;
    this.mix = heardMix(channels, mask);
    return [['aformat', 'sample_fmts=dblp'], panFilter(this.mix), ['ebur128', 'peak=sample:framelog=quiet']];
  });

  /** Null ends it. */
  push(frame: Frame | null): void {
    this.chain.push(frame, () => undefined);
  }

  finish(): PlayedSound {
    this.push(null);
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
