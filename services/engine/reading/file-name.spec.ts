import { describe, expect, it } from '@jest/globals';
import { repairName, withoutExtension } from './file-name.js';

describe('repairing names', () => {
  it.each([
    ['decomposed letters', 'Man\u0303ana.wav', 'Mañana.wav'],
    ['UTF-8 read as Windows-1252', '06 PÃ¡jaro.wav', '06 Pájaro.wav'],
    ['UTF-8 read as Mac Roman', 'P√°jaro.wav', 'Pájaro.wav'],
    ['URL escapes', 'Low%20Tide.wav', 'Low Tide.wav'],
    ['unzip escapes', 'P#U00e1jaro.wav', 'Pájaro.wav'],
    ['nothing where nothing is broken', '雨音 100%.wav', '雨音 100%.wav'],
  ])('undoes %s', (_, broken, meant) => expect(repairName(broken)).toBe(meant));
});

it('removes the extension, even a doubled one, but never the whole name', () => {
  expect(['a.wav', 'a.wav.mp3', 'B.AIFF', '.wav', 'St. Elmo'].map(withoutExtension)).toEqual([
    'a',
    'a',
    'B',
    '.wav',
    'St. Elmo',
  ]);
});
