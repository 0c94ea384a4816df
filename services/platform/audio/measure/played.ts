import type { Frame } from 'node-av/lib';
import type { PlayedSound, ProbeFacts } from '../facts.js';
import { FilterChain } from '../filters.js';
import { previewRate } from '../preview-rate.js';
import { heardMix, panFilter } from '../speakers.js';
import { integratedLoudness } from './loudness.js';

/** ITU-R BS.1770 adds up the power of the channels, and two speakers play the one channel of a mono file. */
const BOTH_SPEAKERS_LU = 10 * Math.log10(2);

/** Whole decibels by which a sound is played lower, so that none of its samples is above full scale. */
const loweredDb = (peak: number): number => Math.max(0, Math.ceil(20 * Math.log10(peak)));

/**
 * Makes and measures what two speakers play of a sound, before it is lowered. More than two channels get the rate of the
 * preview, because that takes less time; the peak is the highest of both rates, for the lossless copy has that of the file.
 */
export class PlayedMeter {
  readonly rateHz: number;
  private readonly resamples: boolean;
  private mix: number[][] = [];
  private channels = 0;
  private peak = 0;
  private readonly mixer: FilterChain;
  private readonly meter: FilterChain;

  constructor({ channels: count, sampleRateHz }: Pick<ProbeFacts, 'channels' | 'sampleRateHz'>) {
    this.rateHz = count > 2 ? previewRate(sampleRateHz) : sampleRateHz;
    this.resamples = this.rateHz !== sampleRateHz;
    this.mixer = new FilterChain((speakers) => {
      this.channels = speakers.length;
      this.mix = heardMix(speakers);
      return [['aformat', 'sample_fmts=dblp'], panFilter(this.mix)];
    });
    this.meter = new FilterChain([
      ['aformat', 'sample_fmts=fltp'],
      ['aresample', String(this.rateHz)],
      ['ebur128', 'framelog=quiet'],
      ['aformat', 'sample_fmts=fltp'],
    ]);
  }

  /** Calls `take` with what is played of a frame, in blocks of 100 ms; null ends it. */
  push(frame: Frame | null, take: (block: Frame) => void = () => undefined): void {
    const measure = (mixed: Frame | null) =>
      this.meter.push(mixed, (block) => {
        if (this.resamples) this.peak = higherPeak(this.peak, block, Float32Array);
        take(block);
      });
    this.mixer.push(frame, (mixed) => {
      this.peak = higherPeak(this.peak, mixed, Float64Array);
      measure(mixed);
    });
    if (!frame) measure(null);
  }

  /** The figures of everything that was pushed, after the end. */
  finish(): PlayedSound {
    const lufs = integratedLoudness(this.meter.filter('ebur128'));
    this.mixer.close();
    this.meter.close();
    return played(this.channels, lufs, this.peak, this.mix);
  }
}

/** The highest absolute sample of a frame with an array for each channel, or the peak so far. */
function higherPeak(peak: number, frame: Frame, Samples: typeof Float32Array | typeof Float64Array): number {
  for (const { buffer, byteOffset } of frame.data!.slice(0, frame.channels)) {
    const samples = new Samples(buffer as ArrayBuffer, byteOffset, frame.nbSamples);
    for (let at = 0; at < samples.length; at++) {
      const sample = Math.abs(samples[at]!);
      if (sample > peak) peak = sample;
    }
  }
  return peak;
}

/** The same of one or two channels, from the figures of the file itself. `peak`: linear, full scale = 1. */
export const playedOf = (channels: number, integratedLufs: number | null, peak: number): PlayedSound =>
  played(channels, integratedLufs, peak, null);

function played(channels: number, lufs: number | null, peak: number, mix: number[][] | null): PlayedSound {
  const lowered = loweredDb(peak);
  const heard = lufs === null ? null : lufs - lowered + (channels === 1 ? BOTH_SPEAKERS_LU : 0);
  return {
    integratedLufs: heard === null ? null : Math.round(heard * 100) / 100,
    loweredDb: lowered,
    mix: channels > 2 ? mix : null,
  };
}
