import { expect, it } from '@jest/globals';
import { splitEnd } from './split-end';

it.each([
  ['01 Ember - Master.wav', 10, ['01 Ember - ', 'Master.wav']],
  ['a.wav', 10, ['', 'a.wav']],
  ['', 3, ['', '']],
  ['Night 🎵🎵.wav', 5, ['Night 🎵', '🎵.wav']],
  ['Family 👩‍👩‍👧.wav', 5, ['Family ', '👩‍👩‍👧.wav']],
  [`L${'o\u0308'}we`, 3, ['L', 'o\u0308we']],
])('%j, the last %d', (text, length, parts) => {
  expect(splitEnd(text, length)).toEqual(parts);
});
