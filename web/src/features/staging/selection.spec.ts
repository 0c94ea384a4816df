import { expect, it } from '@jest/globals';
import { allToggled, extended, nothingSelected, toggled } from './selection';

const shown = ['a', 'b', 'c', 'd'];
const ids = (selection: typeof nothingSelected) => [...selection.ids].sort().join('');

it('toggles one row and remembers it as the anchor of a range', () => {
  const once = toggled(nothingSelected, 'b');
  expect([ids(once), once.anchor]).toEqual(['b', 'b']);
  expect(ids(toggled(once, 'b'))).toBe('');
});

it('extends from the anchor in both directions and keeps the selection', () => {
  const start = toggled(toggled(nothingSelected, 'a'), 'c');
  expect(ids(extended(start, 'd', shown))).toBe('acd');
  expect(ids(extended(toggled(nothingSelected, 'c'), 'a', shown))).toBe('abc');
});

it('selects a single row if the anchor is gone or hidden', () => {
  expect(ids(extended(nothingSelected, 'c', shown))).toBe('c');
  expect(ids(extended({ ids: new Set(), anchor: 'x' }, 'b', shown))).toBe('b');
});

it('selects all visible rows, and deselects them the second time', () => {
  const all = allToggled(nothingSelected, shown);
  expect(ids(all)).toBe('abcd');
  expect(ids(allToggled(toggled(all, 'z'), ['a', 'b']))).toBe('cdz');
});
