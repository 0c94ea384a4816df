import { expect, it } from '@jest/globals';
import { clockTime, excerpt } from './text.js';

it.each([
  [0, '0:00'],
  [59.99, '0:59'],
  [61, '1:01'],
  [3725, '62:05'],
])('formats %d seconds as %s', (seconds, shown) => expect(clockTime(seconds)).toBe(shown));

it.each([
  ['  Louder,\n\tplease ', 20, 'Louder, please'],
  ['Louder, please', 14, 'Louder, please'],
  ['Louder, please', 8, 'Louder,…'],
  ['🎧🎧🎧🎧', 3, '🎧🎧…'],
])('shortens %j to %d characters', (text, max, shown) => expect(excerpt(text, max)).toBe(shown));
