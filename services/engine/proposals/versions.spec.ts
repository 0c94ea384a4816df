import { describe, expect, it } from '@jest/globals';
import { proposeTracks } from './propose-tracks.js';

const titles = (names: readonly string[]): string[] =>
  proposeTracks(
    { title: 'Salt Roads', artist: 'Orla Vance' },
    [],
    names.map((name) => ({ id: name, name })),
  ).tracks.map(({ trackNumber, title }) => `${trackNumber} ${title}`);

describe('words of versions', () => {
  it.each([
    [
      'are the title’s where all versions of its number share them',
      ['04 Ember MAIN.wav', '04 Ember INST.wav', '05 County Line Clean MAIN.wav', '05 County Line Clean INST.wav'],
      ['4 Ember', '5 County Line Clean'],
    ],
    [
      'are the title’s right behind the number',
      ['01_Ember_CLEAN.wav', '02_Wick_CLEAN.wav', '03_Smoke_CLEAN.wav', '04_CleanSlate_EXPLICIT.wav'],
      ['1 Ember', '2 Wick', '3 Smoke', '4 Clean Slate'],
    ],
    [
      'are the title’s behind a small word',
      ['01 Edited for TV (Master).wav', '02 Coda for M..wav'],
      ['1 Edited for TV', '2 Coda for M'],
    ],
    [
      'are the title’s where they are written like it',
      ['03_Du bist mein Radio_Master.wav', '04_Reed Bed_Master.wav'],
      ['3 Du bist mein Radio', '4 Reed Bed'],
    ],
    [
      'make a track of their own under a number of their own',
      ['02 Ember.wav', '03 Wick.wav', '07 Ember (Demo).wav', '08 Wick take 2.wav'],
      ['2 Ember', '3 Wick', '7 Ember (Demo)', '8 Wick take 2'],
    ],
    [
      'tell the tracks of a single apart',
      ['01 Ember (Original Mix).wav', '02 Ember (Kade Remix).wav', '03 Ember (Radio Edit).wav'],
      ['1 Ember (Original Mix)', '2 Ember (Kade Remix)', '3 Ember (Radio Edit)'],
    ],
    [
      'tell bonus tracks from an album’s',
      ['01 Ember.wav', '02 Wick.wav', '03 Smoke.wav', '04 Ember (Live in Leeds).wav', '05 Wick (Live in Leeds).wav'],
      ['1 Ember', '2 Wick', '3 Smoke', '4 Ember (Live in Leeds)', '5 Wick (Live in Leeds)'],
    ],
    [
      'are the title where a numbered file has no other',
      ['01 Ember.wav', '02 Wick.wav', '03 Album.wav', '04 Final.wav'],
      ['1 Ember', '2 Wick', '3 Album', '4 Final'],
    ],
    [
      'are the title where what follows is others’ habit',
      ['Root (mastered) CD.wav', 'Leaf (mastered) CD.wav', 'Seed (mastered) CD.wav', 'Stem (mastered) CD.wav'],
      ['1 Leaf', '2 Root', '3 Seed', '4 Stem'],
    ],
    [
      'are none of the title in copies',
      ['02 Ember.wav', '02 Ember (Mara’s conflicted copy 2026-12-19).wav', '03 Wick (Konfliktkopie).wav'],
      ['2 Ember', '3 Wick'],
    ],
    [
      'are none of the title in restorations',
      ['01 Ember - restored 2026 - 2444.wav', '02 Wick - restored 2026 - 2444.wav', '03 Smoke (declicked).wav'],
      ['1 Ember', '2 Wick', '3 Smoke'],
    ],
    [
      'are none of the title in capitals behind small letters',
      ['06 leak NEW FADE.wav', '07 pilot light.wav'],
      ['6 Leak', '7 Pilot Light'],
    ],
    [
      'are none of the title before it',
      ['02_Wick_M3.wav', '01_Ember_M3.wav', 'INSTR ember master.wav', 'INSTR wick master.wav'],
      ['1 Ember', '2 Wick'],
    ],
    [
      'go with a short cut and a surround mix of the same number',
      ['01_Ember_FULL.wav', '01_Ember_30.wav', '02_Wick_FULL.wav', '02_Wick_5.1.wav'],
      ['1 Ember', '2 Wick'],
    ],
  ])('%s', (_, names, expected) => {
    expect(titles(names)).toEqual(expected);
  });
});

it('words of versions belong to the title if the tag of a numbered file says so', () => {
  const files = ['01 Low Water Mark.wav', '02 Rain Check.wav'].map((name) => ({
    id: name,
    name,
    tags: { title: name.slice(3, -4) },
  }));
  const { tracks } = proposeTracks({ title: 'Salt Roads', artist: null }, [], files);
  expect(tracks.map(({ trackNumber, title }) => [trackNumber, title])).toEqual([
    [1, 'Low Water Mark'],
    [2, 'Rain Check'],
  ]);
});
