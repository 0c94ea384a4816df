import { describe, expect, it } from '@jest/globals';
import { compactIsrc, isIsrc } from './isrc.js';

describe('ISRC', () => {
  it.each(['USRC17607839', 'us-rc1-76-07839', 'GB ABC 26 00123'])('accepts %s', (isrc) => {
    expect(isIsrc(isrc)).toBe(true);
  });

  it.each(['', 'USRC1760783', '12RC17607839', 'USRC1760783X'])('warns of %j', (isrc) => {
    expect(isIsrc(isrc)).toBe(false);
  });

  it('is stored without hyphens and spaces', () => {
    expect(compactIsrc('gb-abc-26-00123')).toBe('GBABC2600123');
  });
});
