import { describe, expect, it } from '@jest/globals';
import { barsOf, decodePeaks } from './peaks';

function stored(pairs: number[]): ArrayBuffer {
  const buffer = new ArrayBuffer(12 + pairs.length);
  new Uint8Array(buffer).set([...'LPK1'].map((letter) => letter.charCodeAt(0)));
  const view = new DataView(buffer);
  view.setUint32(4, 50, true);
  view.setUint32(8, pairs.length / 2, true);
  new Int8Array(buffer, 12).set(pairs);
  return buffer;
}

describe('decodePeaks', () => {
  it('reads the rate and the pairs', () => {
    const peaks = decodePeaks(stored([-10, 20, -128, 127]));
    expect(peaks.pairsPerSecond).toBe(50);
    expect([...peaks.pairs]).toEqual([-10, 20, -128, 127]);
  });

  it('refuses other data and a truncated file', () => {
    expect(() => decodePeaks(new ArrayBuffer(12))).toThrow('Not a waveform');
    expect(() => decodePeaks(stored([1, 2, 3, 4]).slice(0, 14))).toThrow('incomplete');
  });
});

describe('barsOf', () => {
  it('averages the peaks under each bar and scales the tallest to 1', () => {
    const peaks = decodePeaks(stored([-127, 0, 0, 0, 0, 127, -127, 127]));
    expect(barsOf(peaks, 2)).toEqual([0.5, 1]);
  });

  it('draws quiet audio at full height, and silence at none', () => {
    expect(barsOf(decodePeaks(stored([-10, 10, -20, 20])), 2)).toEqual([0.5, 1]);
    const [noise = 1] = barsOf(decodePeaks(stored([-1, 1])), 1);
    expect(noise).toBeLessThan(0.01);
  });

  it('repeats pairs when there are fewer than bars, and stays within 0 to 1', () => {
    expect(barsOf(decodePeaks(stored([-128, 127])), 3)).toEqual([1, 1, 1]);
    expect(barsOf(decodePeaks(stored([])), 2)).toEqual([0, 0]);
  });
});
