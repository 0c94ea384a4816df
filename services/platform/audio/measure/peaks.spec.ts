import { expect, it } from '@jest/globals';
import { decodePeaks, encodePeaks } from './peaks.js';

it('keeps pairs of minimum and maximum after a header', () => {
  const bytes = encodePeaks(Int8Array.from([-127, 127, -1, 0]));
  expect(bytes.toString('hex')).toBe('4c504b3132000000020000008' + '17fff00');
  expect(decodePeaks(bytes)).toEqual({ pairsPerSecond: 50, pairs: Int8Array.from([-127, 127, -1, 0]) });
});

it('refuses a truncated file or one of another kind', () => {
  const bytes = encodePeaks(Int8Array.from([-127, 127, -1, 0]));
  expect(() => decodePeaks(bytes.subarray(0, -1))).toThrow('wrong length');
  expect(() => decodePeaks(Buffer.from('RIFF and so on'))).toThrow('not a peaks file');
});
