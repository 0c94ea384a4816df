import { describe, expect, it } from '@jest/globals';
import { LatheMeter } from './lathe.js';

const RATE = 44_100;
const BLOCK = RATE / 10;

/** Ten seconds; each sound has a frequency, levels of both channels, and the seconds at which it is heard. */
function measured(sounds: { hertz: number; left: number; right: number; from?: number; to?: number }[], lufs = -14) {
  const meter = new LatheMeter(RATE);
  for (let block = 0; block < 100; block += 1) {
    const samples = new Float64Array(2 * BLOCK);
    for (let at = 0; at < BLOCK; at += 1) {
      const seconds = (block * BLOCK + at) / RATE;
      for (const { hertz, left, right, from = 0, to = 10 } of sounds) {
        if (seconds < from || seconds >= to) continue;
        const value = Math.sin(2 * Math.PI * hertz * seconds);
        samples[2 * at]! += left * value;
        samples[2 * at + 1]! += right * value;
      }
    }
    meter.push(samples);
  }
  return meter.finish(lufs);
}

describe('figures for cutting a record', () => {
  it('is the level of sibilance in both channels, whether they agree or not', () => {
    // A sine of this peak has −9 dBFS; the two filters take 1.5 dB at 7 kHz.
    const mono = measured([{ hertz: 7000, left: 0.5, right: 0.5 }]);
    expect(mono.sibilanceDbfs).toBeCloseTo(-10.5, 1);
    expect(measured([{ hertz: 7000, left: 0.5, right: -0.5 }]).sibilanceDbfs).toBeCloseTo(mono.sibilanceDbfs!, 1);
    expect(measured([{ hertz: 500, left: 0.5, right: 0.5 }]).sibilanceAtS).toEqual([]);
  });

  it('lists places that are seconds apart, the worst first, and none without a fault', () => {
    const esses = measured([
      { hertz: 7000, left: 0.4, right: 0.4, from: 1, to: 1.5 },
      { hertz: 7000, left: 0.5, right: 0.5, from: 8, to: 8.5 },
    ]);
    expect(esses.sibilanceAtS).toHaveLength(2);
    expect(esses.sibilanceAtS[0]).toBeCloseTo(8.2, 0);
    expect(esses.sibilanceAtS[1]).toBeCloseTo(1.2, 0);
    expect(measured([{ hertz: 7000, left: 0.05, right: 0.05 }]).sibilanceAtS).toEqual([]);
  });

  it('compares sibilance with the loudness of the side, so that its level says nothing', () => {
    const quiet = [{ hertz: 7000, left: 0.05, right: 0.05 }];
    expect(measured(quiet, -28).sibilanceAtS).not.toEqual([]);
    expect(measured(quiet, -14).sibilanceAtS).toEqual([]);
  });

  it('is the share of the difference in the bass: none in mono, half in one channel, all in opposite polarity', () => {
    const share = (right: number) => measured([{ hertz: 60, left: 0.5, right }]);
    expect(share(0.5).widestBassShare).toBeCloseTo(0, 2);
    expect(share(0).widestBassShare).toBeCloseTo(0.5, 2);
    expect(share(-0.5).widestBassShare).toBeCloseTo(1, 2);
    expect([share(0.5), share(0)].map(({ wideBassAtS }) => wideBassAtS.length > 0)).toEqual([false, true]);
    expect(measured([{ hertz: 60, left: 0.02, right: -0.02 }]).widestBassShare).toBeNull();
    expect(measured([{ hertz: 1000, left: 0.5, right: -0.5 }]).wideBassAtS).toEqual([]);
  });

  it('has no figures for no sound', () => {
    expect(new LatheMeter(RATE).finish(null)).toMatchObject({ sibilanceDbfs: null, widestBassShare: null });
  });
});
