import { describe, expect, it } from '@jest/globals';
import { proposeTracks } from './propose-tracks.js';

const titles = (names: readonly string[], project = { title: 'Salt Roads', artist: 'Orla Vance' }): string[] =>
  proposeTracks(
    project,
    [],
    names.map((name) => ({ id: name, name })),
  ).tracks.map(({ trackNumber, title }) => `${trackNumber} ${title}`);

const SAMPLER = { title: 'Rootstock 4', artist: 'Various Artists' };

describe('artists after the titles of a compilation', () => {
  it.each([
    ['in brackets', (title: string, artist: string) => `${title} (${artist})`],
    ['after “by”', (title: string, artist: string) => `${title} by ${artist}`],
  ])('are left out: %s', (_, named) => {
    const names = [
      `01 ${named('Undergrowth', 'Sister Fennel')}.wav`,
      `02 ${named('Kick the Can', 'The Low-Watts')}.wav`,
      `03 ${named('Three Rivers', 'Bram Okafor')}.wav`,
      '04 Ceasefire (feat. Mo).wav',
    ];
    expect(titles(names, SAMPLER)).toEqual([
      '1 Undergrowth',
      '2 Kick the Can',
      '3 Three Rivers',
      '4 Ceasefire (feat. Mo)',
    ]);
  });

  it('are part of the title of one artist’s album', () => {
    const names = ['01 Ember (Dusk).wav', '02 Wick (Noon).wav', '03 Ash by Night.wav'];
    expect(titles(names)).toEqual(['1 Ember (Dusk)', '2 Wick (Noon)', '3 Ash by Night']);
  });
});

describe('a song named like its artist', () => {
  it.each([
    ['after the number', ['01 Ember master.wav', '02 Orla Vance master.wav', '03 Wick master.wav']],
    [
      'after artist and number',
      ['Orla Vance - 01 - Ember.wav', 'Orla Vance - 02 - Orla Vance.wav', 'Orla Vance - 03 - Wick.wav'],
    ],
    [
      'after artist, album and number',
      [
        'Orla Vance - Salt Roads - 01 Ember.wav',
        'Orla Vance - Salt Roads - 02 Orla Vance.wav',
        'Orla Vance - Salt Roads - 03 Wick.wav',
      ],
    ],
  ])('has its title: %s', (_, names) => {
    expect(titles(names)).toEqual(['1 Ember', '2 Orla Vance', '3 Wick']);
  });

  it('does not exist when every name has the artist after the number', () => {
    expect(titles(['01_Orla_Vance_mst.wav', '02_Orla_Vance_mst.wav', '03_Orla_Vance_mst.wav'])).not.toContain(
      '2 Orla Vance',
    );
  });
});

it.each([
  ['English', 'corrected'],
  ['German', 'korrigiert'],
  ['Dutch', 'gecorrigeerd'],
  ['French', 'corrigé'],
  ['Portuguese', 'corrigida'],
])('a corrected file is not a separate song: %s', (_, word) => {
  expect(titles(['01 Ember.wav', `01 Ember ${word}.wav`, '02 Wick.wav', `02 Wick ${word}.wav`])).toEqual([
    '1 Ember',
    '2 Wick',
  ]);
});

describe('numbers', () => {
  it.each([
    [
      'of discs in brackets',
      ['Vance (Disc 1) - 01 - Ember.wav', 'Vance (Disc 1) - 02 - Wick.wav', 'Vance (Disc 2) - 01 - Ash.wav'],
    ],
    ['out of a total in brackets', ['Wick (2 of 3).wav', 'Ember (1 of 3).wav', 'Ash (3 of 3).wav']],
    ['of bands on sides', ['Side 1 Band 1 Ember.wav', 'Side 1 Band 2 Wick.wav', 'Side 2 Band 1 Ash.wav']],
    ['of items on reels', ['Reel 1 Item 1 - Ember.wav', 'Reel 1 Item 2 - Wick.wav', 'Reel 2 Item 1 - Ash.wav']],
    ['of cues with letters', ['1m1a Ember v2.wav', '1m1b Wick v2.wav', '1m2 Ash v1.wav']],
    [
      'behind M after a catalogue number',
      ['TR-0457_M1_Ember_4824.wav', 'TR-0457_M2_Wick_4824.wav', 'TR-0457_M3_Ash_4824.wav'],
    ],
  ])('count %s', (_, names) => {
    expect(titles(names)).toEqual(['1 Ember', '2 Wick', '3 Ash']);
  });

  it('belong to the titles of works and movements', () => {
    const lieder = ['01 Gute Nacht, D 911 Nr. 1.wav', '02 Die Wetterfahne, D 911 Nr. 2.wav'];
    expect(titles(lieder)).toEqual(['1 Gute Nacht, D 911 Nr. 1', '2 Die Wetterfahne, D 911 Nr. 2']);
    const suites = ['Suite No. 1 BWV 1007 - Prélude', 'Suite No. 1 BWV 1007 - Gigue', 'Suite No. 2 BWV 1008 - Gigue'];
    expect(titles(suites.map((title, i) => `0${i + 1} ${title}.wav`))).toEqual(
      suites.map((title, i) => `${i + 1} ${title}`),
    );
    const sonatas = ['1. Allegro', '2. Adagio', '3. Rondo'].map((movement) => `Sonata op. 5 no. 2 - ${movement}`);
    expect(titles(sonatas.map((title, i) => `CD1 0${i + 1} ${title}.wav`))).toEqual(
      sonatas.map((title, i) => `${i + 1} ${title}`),
    );
  });
});

it('a word that most titles share is part of a title, whatever else it means', () => {
  const names = ['01 Rain.wav', '02 Rain Song.wav', '03 Rain Dance.wav', '04 Wick.wav'];
  expect(titles(names)).toEqual(['1 Rain', '2 Rain Song', '3 Rain Dance', '4 Wick']);
});
