import { describe, expect, it } from '@jest/globals';
import { blend, contrast, paletteFrom } from './palette';

describe('palette', () => {
  it('has five tints, the colour itself and four darker shades', () => {
    expect(paletteFrom('#0FADA8')).toEqual([
      '#e7f7f6',
      '#cfefee',
      '#9fdedc',
      '#6fcecb',
      '#3fbdb9',
      '#0fada8',
      '#0d938f',
      '#0b7976',
      '#085f5c',
      '#064543',
    ]);
  });

  it('measures black on white as 21 to 1', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });

  it('blends a colour over its background', () => {
    expect(blend('#ffffff', '#000000', 0.5)).toBe('#808080');
  });
});
