import { expect, it } from '@jest/globals';
import { folderOf, refusalFor } from './acceptance';

it.each([
  ['01 Dawn.wav', 100, null],
  ['01 DAWN.FLAC', 100, null],
  ['cover.jpg', 100, 'File type must be one of .wav, .aiff, .flac, .mp3'],
  ['wav', 100, 'File type must be one of .wav, .aiff, .flac, .mp3'],
  ['empty.wav', 0, 'File is smaller than 1 bytes'],
  ['long.wav', 101, 'File is larger than 100 bytes'],
])('%s with %d bytes: %s', (name, size, refusal) => expect(refusalFor({ name, size }, 100)).toBe(refusal));

it.each([
  ['./Album/CD/01.wav', 'Album/CD'],
  ['/Album/01.wav', 'Album'],
  ['./01.wav', null],
  ['01.wav', null],
  [undefined, null],
])('the folder of %s is %s', (path, folder) => expect(folderOf(path)).toBe(folder));
