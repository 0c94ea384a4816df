import { expect, it } from '@jest/globals';
import { arranged, untouched } from './arrangement';

const cards = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id, groups: [] }));
const shown = (arrangement: Parameters<typeof arranged>[1]) => arranged(cards, arrangement).map(({ title }) => title);

it('keeps the chosen order, and adds new cards after it in their own order', () => {
  expect(shown(untouched)).toEqual(['a', 'b', 'c', 'd']);
  expect(shown({ order: ['c', 'gone', 'a'], titles: { a: 'Intro', gone: 'x' } })).toEqual(['c', 'Intro', 'b', 'd']);
});
