import { expect, it } from '@jest/globals';
import { domainWords, slotTypes, statusLabel } from './domain-words.js';

it('lists the slots in the order of the engine', () => {
  expect(Object.keys(domainWords.slotTypes)).toEqual(slotTypes);
});

it('writes a status in sentence case', () => {
  expect(statusLabel('quote_accepted')).toBe('Quote accepted');
});
