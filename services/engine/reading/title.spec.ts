import { describe, expect, it } from '@jest/globals';
import { Segmenter } from './lexicon.js';
import { readName } from './read.js';
import { aliasesIn, matchTitle, prepareTitles } from './title.js';

/** Index of the title that the name contains best; −1 if it contains less than two fifths of each. */
function best(titles: string[], name: string): number {
  const prepared = prepareTitles(titles);
  const reading = readName(
    name,
    new Segmenter(new Set(prepared.flatMap((title) => title.words.map((word) => word.key)))),
  );
  const scores = prepared.map((title) => {
    const match = matchTitle(reading, title, new Uint8Array(reading.tokens.length));
    return match.cover * match.quality + 0.001 * match.consumed.reduce((sum, on) => sum + on, 0);
  });
  const top = Math.max(...scores);
  return top >= 0.4 ? scores.indexOf(top) : -1;
}

describe('finding a title in a name', () => {
  it.each([
    ['as it stands', ['Kelp', 'Low Water Mark'], '01 - Low Water Mark.wav', 1],
    ['in camel case', ['Home', 'Going Home'], 'GoingHome.wav', 1],
    ['the longer of nested titles', ['Home', 'Home (Reprise)'], 'homereprise.wav', 1],
    ['the one told apart by small words', ['Love Me', 'Love Me Do'], 'Love_Me_Do.wav', 1],
    ['without accents', ['Niño Perdido', 'São João'], 'Sao Joao.wav', 1],
    ['with letters lost', ['Pájaro', 'Días'], 'D_as.wav', 1],
    ['with umlauts written out', ['Übernacht', 'Kaltes Licht'], 'Uebernacht.wav', 0],
    ['romanised', ['七月', 'さよならの準備'], 'Sayonara no Junbi 48-24.wav', 1],
    ['with the article behind', ['El Último Café', 'Pájaro'], 'ULTIMO CAFE EL.wav', 0],
    ['without its guest', ['Receipts', "Ma's Kitchen (feat. Juno Blu)"], 'Mas Kitchen.wav', 1],
    ['misspelt', ['Satellite Heart', 'Overgrown'], 'Sattelite Hart inst.wav', 0],
    ['cut to eight letters', ['Satellite Heart', 'Broken Glass Parade'], 'BROKENGL.WAV', 1],
    ['without vowels', ['Concrete Lullaby', 'Magnetic North'], 'CNCRTLLB.WAV', 0],
    ['as initials', ['Signal Fires', 'Half Moon Bay'], 'HMB_HiRes.wav', 1],
    ['by the word that no other title has', ['Tidewater, Pt. I', 'Coda for Elsie'], 'Coda.wav', 1],
    ['with another kind of numeral', ['Tidewater, Pt. I', 'Tidewater, Pt. II'], 'Tidewater Part 2.wav', 1],
    ['that is a number', ['22', '24K Magicians'], '04_22_2448.wav', 0],
    ['that is a symbol', ['🔥🔥', '∞'], '∞ (inst).wav', 1],
    ['not at all', ['Idle', 'Cold Start'], '08 Hard Shoulder.wav', -1],
    ['not from one shared word', ['Tidewater, Pt. I', 'Tidewater, Pt. II'], 'Tidewater.wav', -1],
  ])('%s', (_, titles, name, expected) => expect(best(titles, name)).toBe(expected));
});

it('reads a title at its first position and keeps the rest of the name', () => {
  const reading = readName('01 Clean (Clean).wav');
  const match = matchTitle(reading, prepareTitles(['Clean'])[0]!, new Uint8Array(reading.tokens.length));
  expect([...match.consumed]).toEqual([0, 1, 0]);
});

it('finds working titles in notes', () => {
  expect(aliasesIn('Working title: “Neon”. Needs a clean edit; aka Blue Room')).toEqual(['Neon', 'Blue Room']);
  expect(aliasesIn(null)).toEqual([]);
});
