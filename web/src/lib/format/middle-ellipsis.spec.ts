import { expect, it } from '@jest/globals';
import { splitForEllipsis } from './middle-ellipsis';

it.each([
  ['01 Ember - Master.wav', 10, ['01 Ember - ', 'Master.wav']],
  ['a.wav', 10, ['', 'a.wav']],
  ['', 3, ['', '']],
  ['Night 🎵🎵.wav', 5, ['Night 🎵', '🎵.wav']],
  ['Family 👩‍👩‍👧.wav', 5, ['Family ', '👩‍👩‍👧.wav']],
  [`L${'o\u0308'}we`, 3, ['L', 'o\u0308we']],
])('splits %j before its last %d characters', (text, length, parts) => {
  expect(splitForEllipsis(text, length)).toEqual(parts);
});
