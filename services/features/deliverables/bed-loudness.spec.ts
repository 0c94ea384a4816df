import { describe, expect, it } from '@jest/globals';
import { BedMeter } from './bed-loudness.js';

/** A sine of 997 Hz at a level in one channel of several, as 24 bit. */
function sine(channels: number, channel: number, dbfs: number, rate: number, seconds = 3, phase = 0): Buffer {
  const frames = seconds * rate;
  const bytes = Buffer.alloc(frames * channels * 3);
  for (let at = 0; at < frames; at += 1) {
    const value = 10 ** (dbfs / 20) * Math.sin((2 * Math.PI * 997 * at) / rate + phase);
    bytes.writeIntLE(Math.round(value * 0x7fffff), (at * channels + channel) * 3, 3);
  }
  return bytes;
}

function measured(bytes: Buffer, speaker: string, channels: number, channel: number, rate: number, step = 1000) {
  const form = { channels, bytes: 3, float: false, sampleRateHz: rate };
  const meter = new BedMeter([{ channel, speaker }], form);
  for (let at = 0; at < bytes.length; at += step) meter.push(bytes.subarray(at, at + step));
  return meter.finish();
}

describe('the loudness of a bed', () => {
  it.each([48_000, 96_000])('is −23 LKFS for a sine of −20 dBFS in the centre, at %d Hz', (rate) => {
    const found = measured(sine(12, 2, -20, rate), 'C', 12, 2, rate);
    expect(found.integratedLkfs).toBeCloseTo(-23.01, 1);
    expect(found.truePeakDbtp).toBeCloseTo(-20, 1);
    expect(found.leadSilenceS).toBeLessThan(0.001);
  });

  it('counts a side speaker 1.5 dB more and the LFE not at all', () => {
    const bytes = sine(4, 1, -20, 48_000);
    expect(measured(bytes, 'Lss', 4, 1, 48_000).integratedLkfs).toBeCloseTo(-21.51, 1);
    expect(measured(bytes, 'Rts', 4, 1, 48_000).integratedLkfs).toBeCloseTo(-23.01, 1);
    expect(measured(bytes, 'LFE', 4, 1, 48_000).integratedLkfs).toBeNull();
  });

  it('finds the peak between samples, and the first sound after silence', () => {
    // A quarter of the rate, sampled between its peaks: every sample is 3 dB below them.
    const [rate, frames] = [48_000, 48_000];
    const bytes = Buffer.alloc(frames * 3);
    for (let at = rate / 2; at < frames; at += 1) {
      bytes.writeIntLE(Math.round(0.5 * Math.sin((Math.PI / 2) * at + Math.PI / 4) * 0x7fffff), at * 3, 3);
    }
    const found = measured(bytes, 'L', 1, 0, rate, 7);
    expect(found.truePeakDbtp).toBeGreaterThan(-6.6);
    expect(found.truePeakDbtp).toBeLessThan(-5.4);
    expect(found.leadSilenceS).toBeCloseTo(0.5, 3);
  });

  it('has no figures for silence', () => {
    const silent = measured(Buffer.alloc(48_000 * 3), 'L', 1, 0, 48_000);
    expect(silent).toEqual({ integratedLkfs: null, truePeakDbtp: null, leadSilenceS: null });
  });
});
