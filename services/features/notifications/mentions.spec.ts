import { expect, it } from '@jest/globals';
import { mentionedIn } from './mentions.js';

const people = [
  { id: 'ada', name: 'Ada' },
  { id: 'voss', name: 'Ada Voss' },
  { id: 'bo', name: 'Bo Örn' },
];
const mentioned = (text: string) => mentionedIn(text, people);

it('finds the people whose names follow an @', () => {
  expect(mentioned('@Bo Örn, is this the right mix?')).toEqual(['bo']);
  expect(mentioned('(@ada) and @bo örn: yes')).toEqual(['ada', 'bo']);
  expect(mentioned('Ask Ada')).toEqual([]);
});

it('takes the longest name, and whole words only', () => {
  expect(mentioned('@Ada Voss')).toEqual(['voss']);
  expect(mentioned('@Ada, please')).toEqual(['ada']);
  expect(mentioned('@Adam')).toEqual([]);
});

it('ignores addresses, and people without a name', () => {
  expect(mentioned('ask label@ada')).toEqual([]);
  expect(mentionedIn('@ all', [{ id: 'nobody', name: ' ' }])).toEqual([]);
});

it('includes everyone with the name', () => {
  expect(mentionedIn('@Ada', [...people, { id: 'other', name: 'Ada' }])).toEqual(['ada', 'other']);
});
