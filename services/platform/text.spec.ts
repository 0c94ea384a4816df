import { expect, it } from '@jest/globals';
import { clockTime, excerpt, isStorable, storable, storableError, storableJson } from './text.js';

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

it.each([
  ['Gr\u00fc\u00dfe \ud83c\udfa7', 'Gr\u00fc\u00dfe \ud83c\udfa7'],
  ['a\0b', 'a\ufffdb'],
  ['\ud83c', '\ufffd'],
  ['\udfa7\ud83c', '\ufffd\ufffd'],
])('makes %j storable', (text, stored) => {
  expect(storable(text)).toBe(stored);
  expect(isStorable(text)).toBe(text === stored);
});

it('writes JSON whose texts and keys are storable, and leaves written escapes alone', () => {
  const value = { 'key\0': ['a\0', '\ud83c', '\ud83c\udfa7', '\\u0000', '\\\ud800', 'a\n"'], nothing: null };
  expect(JSON.parse(storableJson(value))).toEqual({
    'key\ufffd': ['a\ufffd', '\ufffd', '\ud83c\udfa7', '\\u0000', '\\\ufffd', 'a\n"'],
    nothing: null,
  });
});

it('makes the texts of an error and of its causes storable, whatever was thrown', () => {
  class Odd extends Error {
    override name = 'Odd\0';
  }
  const error = new Odd('no\0', { cause: new Error('half \ud83c') });
  expect(storableError(error)).toBe(error);
  for (const text of [error.name, error.message, error.stack!, (error.cause as Error).message])
    expect(isStorable(text)).toBe(true);
  expect(error.message).toBe('no\ufffd');
  expect(storableError('a\0').message).toBe('a\ufffd');
});
