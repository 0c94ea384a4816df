import { describe, expect, it } from '@jest/globals';
import { contrast, paletteFrom } from '../lib/theme/palette';
import { CANVAS, hues, SURFACE, tintOf } from './theme';

const all = Object.keys(hues) as (keyof typeof hues)[];
/** Extreme colours that a person may choose. */
const chosen = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#ff0000', '#808080'].map(
  (hex) => [hex, paletteFrom(hex)] as const,
);
const palettes = [...Object.entries(hues), ...chosen];

describe.each(['light', 'dark'] as const)('%s scheme', (scheme) => {
  it.each(palettes)('text on a %s tint is readable', (_name, palette) => {
    const { text, background } = tintOf(palette, scheme);
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(palettes)('%s text is readable on canvas and surface', (_name, palette) => {
    const { text } = tintOf(palette, scheme);
    expect(contrast(text, CANVAS[scheme])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, SURFACE[scheme])).toBeGreaterThanOrEqual(4.5);
  });
});

it.each(all)('a filled %s button has readable text', (hue) => {
  const fill = hues[hue][5];
  expect(Math.max(contrast('#16181d', fill), contrast('#ffffff', fill))).toBeGreaterThanOrEqual(4.5);
});
