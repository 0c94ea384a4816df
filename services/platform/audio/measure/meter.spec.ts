import { describe, expect, it } from '@jest/globals';
import { SampleMeter } from './meter.js';

/** Meters interleaved samples in blocks of that many frames. */
function measure(
  samples: number[],
  options: { channels?: number; bits?: number | null; rate?: number; block?: number } = {},
) {
  const { channels = 1, bits = 24, rate = 1000, block = 7 } = options;
  const meter = new SampleMeter(channels, rate, bits);
  for (let at = 0; at < samples.length; at += block * channels) {
    meter.push(Float64Array.from(samples.slice(at, at + block * channels)));
  }
  return meter.finish();
}

describe('SampleMeter', () => {
  it('draws minimum and maximum of every fiftieth of a second', () => {
    const samples = [...new Array<number>(20).fill(0.5), ...new Array<number>(20).fill(-0.25), 1, -2];
    expect(Array.from(measure(samples).waveform)).toEqual([64, 64, -32, -32, -127, 127]);
  });

  it('stays in step when a fiftieth is not a whole number of samples', () => {
    expect(measure(new Array<number>(11025).fill(0.1), { rate: 11025 }).waveform.length).toBe(100);
  });

  it('draws the loudest of all channels', () => {
    const frames = Array.from({ length: 20 }, () => [0.5, -0.5]).flat();
    expect(Array.from(measure(frames, { channels: 2 }).waveform)).toEqual([-63, 64]);
  });

  it.each([
    [24, 2 ** -23, 24],
    [24, 3 * 2 ** -15, 16],
    [16, 2 ** -15, 16],
    [24, 2 ** -19, 20],
    [8, 2 ** -7, 8],
    [32, 2 ** -31, 32],
    [null, 2 ** -23, 24],
  ])('finds the bits in use: %s stored, a sample of %f uses %i', (bits, sample, inUse) => {
    expect(measure([0, sample, 0.5], { bits }).bitsInUse).toBe(inUse);
  });

  it('finds no bits in silence', () => {
    expect(measure([0, 0, 0])).toMatchObject({
      bitsInUse: null,
      peaks: [0],
      leadSilenceFrames: 3,
      tailSilenceFrames: 3,
    });
  });

  it('counts full-scale samples and runs of three, also across blocks', () => {
    const full = 1 - 2 ** -23;
    const lowest = 2 ** -23;
    const samples = [lowest, 0.5, full, full, 0.5, full, full, full, full, full, 0.1, -1, -1, -1, 0];
    expect(measure(samples, { block: 4 })).toMatchObject({ clippedSamples: 10, clipRuns: 2 });
  });

  it('counts runs in each channel separately', () => {
    const samples = [1, 0, 0, 1, 1, 0, 0, 1, 1, 0];
    expect(measure(samples, { channels: 2 })).toMatchObject({ clippedSamples: 5, clipRuns: 0 });
  });

  it('uses the full scale of 16 bits for 16-bit sound in a longer word, and 1 for float', () => {
    const full16 = 1 - 2 ** -15;
    const run = [2 ** -15, full16, full16, full16];
    expect(measure(run, { bits: 24 }).clipRuns).toBe(1);
    expect(measure([2 ** -23, ...run], { bits: 24 }).clipRuns).toBe(0);
    expect(measure(run, { bits: null }).clipRuns).toBe(0);
    expect(measure([1, 1, 1], { bits: null }).clipRuns).toBe(1);
  });

  it('counts floats above full scale only where they are flat', () => {
    const round = [0.9, 1.2, 1.4, 1.45, 1.4, 1.2, 0.9, -1, -1.2, -1.2, -1];
    expect(measure(round, { bits: null })).toMatchObject({ clippedSamples: 0, clipRuns: 0 });
    const flat = [0.9, 1.5, 1.5, 1.5, 1.5, 0.9, 1, -1, 1];
    expect(measure(flat, { bits: null })).toMatchObject({ clippedSamples: 4, clipRuns: 1 });
  });

  it('measures the offset of each channel', () => {
    const { dcOffset } = measure([0.25, 0, 0.25, -0.5, 0.25, 0.25], { channels: 2 });
    expect(dcOffset[0]).toBeCloseTo(0.25, 12);
    expect(dcOffset[1]).toBeCloseTo(-0.25 / 3, 12);
  });

  it('finds where sound above −60 dBFS begins and ends, and the levels of the edges', () => {
    const samples = [...new Array<number>(25).fill(0.0005), 0.002, 0, 0, -0.002, ...new Array<number>(40).fill(0.0009)];
    const figures = measure(samples);
    expect(figures).toMatchObject({ leadSilenceFrames: 25, tailSilenceFrames: 40, frames: 69 });
    expect([figures.firstLevel, figures.lastLevel]).toEqual([0.0005, 0.0009]);
  });

  it('distinguishes identical channels from different ones', () => {
    expect(measure([0.1, 0.1, 0.2, 0.2], { channels: 2 }).identical).toBe(true);
    expect(measure([0.1, 0.1, 0.2, 0.3], { channels: 2 }).identical).toBe(false);
    expect(measure([0.1, 0.1 + 2 ** -22, 0.2, 0.2], { channels: 2 }).identical).toBe(true);
    expect(measure([0.1, 0.2], { channels: 1 }).identical).toBe(false);
  });
});
