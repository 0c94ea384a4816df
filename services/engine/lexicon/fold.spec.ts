import { describe, expect, it } from '@jest/globals';
import { fold } from './fold.js';

describe('folding for comparison', () => {
  it.each([
    ['accents and case', 'PÁJARO', 'pajaro'],
    ['Cyrillic', 'Минус', 'minus'],
    ['symbols with a name', '∞', 'inf'],
    ['a dollar for an s', '$AVE', 'save'],
    ['punctuation', 'idk??', 'idk'],
  ])('ignores %s', (_, text, key) => expect(fold(text)).toBe(key));
});
