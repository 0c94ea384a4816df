import { describe, expect, it } from '@jest/globals';
import { contrast } from '../lib/palette';
import { CANVAS, hues, SURFACE, tintOf } from './theme';

const all = Object.keys(hues) as (keyof typeof hues)[];

describe.each(['light', 'dark'] as const)('%s scheme', (scheme) => {
  it.each(all)('text on a %s tint is readable', (hue) => {
    const { text, background } = tintOf(hue, scheme);
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(all)('%s text is readable on canvas and surface', (hue) => {
    const { text } = tintOf(hue, scheme);
    expect(contrast(text, CANVAS[scheme])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, SURFACE[scheme])).toBeGreaterThanOrEqual(4.5);
  });
});

it.each(all)('a filled %s button has readable text', (hue) => {
  const fill = hues[hue][5];
  expect(Math.max(contrast('#16181d', fill), contrast('#ffffff', fill))).toBeGreaterThanOrEqual(4.5);
});
