import { expect, it } from '@jest/globals';
import { tokenize } from '../reading/tokens.js';
import { PHRASES, ROWS, WORD_CLASSES, WORD_ROLES, wordsOf } from './words.js';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

it('is sorted by language, class and word, so that every language is in one place', () => {
  const sorted = [...ROWS].sort(
    (a, b) => compare(a.language, b.language) || compare(a.class, b.class) || compare(a.word, b.word),
  );
  expect(ROWS.map(({ word }) => word)).toEqual(sorted.map(({ word }) => word));
});

it('has whole lines of known classes and sensible strengths', () => {
  const classes: readonly string[] = [...WORD_CLASSES, ...WORD_ROLES];
  const wrong = ROWS.filter(
    ({ word, language, class: of, strength, value }) =>
      word.trim() !== word ||
      word === '' ||
      !/^[a-z]{2}$/.test(language) ||
      !classes.includes(of) ||
      !(strength > 0 && strength <= 1) ||
      value === undefined,
  );
  expect(wrong).toEqual([]);
});

it('has every word once in a class', () => {
  const keys = ROWS.map(({ word, class: of }) => `${word},${of}`);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

it('has no two words with a meaning of their own that a file name would write alike', () => {
  const keys = PHRASES.map(({ word }) =>
    tokenize(word)
      .map((token) => token.word)
      .join(''),
  );
  expect(keys.filter((key, i) => key === '' || keys.indexOf(key) !== i)).toEqual([]);
});

it('has words for every class and role', () => {
  const used = new Set(ROWS.map((row) => row.class));
  expect([...WORD_CLASSES, ...WORD_ROLES].filter((of) => !used.has(of))).toEqual([]);
});

it('folds the words of a role as names are folded', () => {
  expect(wordsOf('side-label')).toContain('seite');
});
