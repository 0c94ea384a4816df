import { describe, expect, it } from '@jest/globals';
import type { SuggestFile } from '../types.js';
import { type KnownTrack, proposeTracks } from './propose-tracks.js';

const ALBUM = { title: 'Salt Roads', artist: 'Orla Vance' };

type NameOrFile = string | (Omit<SuggestFile, 'id'> & { name: string });

function propose(names: NameOrFile[], known: KnownTrack[] = []) {
  const files = names.map((named): SuggestFile => {
    const file = typeof named === 'string' ? { name: named } : named;
    return { ...file, id: file.name };
  });
  return proposeTracks(ALBUM, known, files);
}

const titles = (names: NameOrFile[], known?: KnownTrack[]): string[] =>
  propose(names, known).tracks.map(({ trackNumber, title }) => `${trackNumber} ${title}`);

describe('the tracks of a batch', () => {
  it('take numbers and titles from the names, and combine all versions of a song', () => {
    const names = [
      '01 - Low Tide 24-48.wav',
      '01 - Low Tide 24-96.wav',
      '01 - Low Tide (Instrumental).wav',
      '02 - Ferryman’s Daughter 24-48.wav',
      '02 - Ferryman’s Daughter (Clean).wav',
    ];
    expect(propose(names)).toEqual({
      tracks: [
        { trackNumber: 1, title: 'Low Tide', isrc: null, fileIds: names.slice(0, 3), maybeNoSong: false, doubts: [] },
        {
          trackNumber: 2,
          title: 'Ferryman’s Daughter',
          isrc: null,
          fileIds: names.slice(3),
          maybeNoSong: false,
          doubts: [],
        },
      ],
      leftOut: [],
    });
  });

  it.each([
    [
      'written as file systems like it',
      ['OV_01_low_tide_MASTER.wav', 'OV_02_the_glass_harbour_MASTER.wav'],
      ['1 Low Tide', '2 The Glass Harbour'],
    ],
    ['in camel case', ['01_LowTide.wav', '02_GlassHarbour.wav'], ['1 Low Tide', '2 Glass Harbour']],
    ['in capitals', ['01 LOW TIDE.WAV', '02 GLASS HARBOUR.WAV'], ['1 Low Tide', '2 Glass Harbour']],
    [
      'behind artist and album',
      ['Orla Vance - Salt Roads - 01 - Low Tide.wav', 'Orla Vance - Salt Roads - 02 - Salt Roads.wav'],
      ['1 Low Tide', '2 Salt Roads'],
    ],
    ['by sides', ['A1 Ember.wav', 'A2 Wick.wav', 'B1 Smoke.wav'], ['1 Ember', '2 Wick', '3 Smoke']],
    ['by discs', ['1-01 Ember.wav', '1-02 Wick.wav', '2-01 Smoke.wav'], ['1 Ember', '2 Wick', '3 Smoke']],
    ['with the number behind', ['Ember 01.wav', 'Wick 02.wav'], ['1 Ember', '2 Wick']],
    ['of many', ['1 of 3 Ember.wav', '2 of 3 Wick.wav', '3 of 3 Smoke.wav'], ['1 Ember', '2 Wick', '3 Smoke']],
    ['in other scripts', ['01 夜明け前.wav', '02 Ледоход.wav', '03 우산.wav'], ['1 夜明け前', '2 Ледоход', '3 우산']],
    [
      'named like versions',
      ['01 Clean.wav', '02 Instrumental.wav', '03 Final Cut FINAL.wav'],
      ['1 Clean', '2 Instrumental', '3 Final Cut'],
    ],
    [
      'that are versions of one song',
      ['01 Ember.wav', '02 Ember (Haldane Remix).wav'],
      ['1 Ember', '2 Ember (Haldane Remix)'],
    ],
    ['in parts', ['01 Tidewater Pt. I.wav', '02 Tidewater Pt. II.wav'], ['1 Tidewater Pt. I', '2 Tidewater Pt. II']],
    [
      'of one title twice',
      ['01 Ember.wav', '02 Interlude.wav', '03 Interlude.wav'],
      ['1 Ember', '2 Interlude', '3 Interlude'],
    ],
  ])('are read when they are %s', (_, names, expected) => {
    expect(titles(names)).toEqual(expected);
  });

  it('keep the missing numbers of a partial album', () => {
    expect(titles(['03 Boiler.wav', '07 Cellar Door.wav'])).toEqual(['3 Boiler', '7 Cellar Door']);
  });

  it('follow the order of the names if those have no numbers, and say so', () => {
    const { tracks } = propose(['Wick.wav', 'Ember.wav', 'Ember (Instrumental).wav']);
    expect(tracks.map(({ trackNumber, title, doubts }) => [trackNumber, title, doubts])).toEqual([
      [1, 'Ember', ['No number in the names']],
      [2, 'Wick', ['No number in the names']],
    ]);
  });

  it('get another number when two songs claim one, and say so', () => {
    const { tracks } = propose(['01 Ember.wav', '01 Ember 24-96.wav', '01 Smoke.wav', '02 Wick.wav']);
    expect(tracks.map(({ trackNumber, title, doubts }) => [trackNumber, title, doubts])).toEqual([
      [1, 'Ember', []],
      [2, 'Wick', []],
      [3, 'Smoke', ['1 is another track’s number']],
    ]);
  });

  it('take the spelling of most names, and say that there are others', () => {
    const [track] = propose([
      '01 Concrete Lullaby.wav',
      '01 Concrete Lullaby 24-96.wav',
      '01 Conrete Lulaby.wav',
    ]).tracks;
    expect(track).toMatchObject({ title: 'Concrete Lullaby', doubts: ['Spelt in more than one way'] });
    expect(track?.fileIds).toHaveLength(3);
  });

  it('only include what is missing, and avoid the existing numbers', () => {
    const known = [
      { trackNumber: 1, title: 'Low Tide' },
      { trackNumber: 3, title: 'Smoke' },
    ];
    expect(titles(['01 Low Tide.wav', '02 Wick.wav', '03 Ember.wav', 'SMOKE.wav'], known)).toEqual([
      '2 Wick',
      '4 Ember',
    ]);
  });

  it('are empty when the names say nothing', () => {
    const { tracks, leftOut } = propose([
      'Bounce_0412.wav',
      'Audio Export 07-11-2024 18.22.wav',
      'MASTER FINAL final2.wav',
    ]);
    expect(tracks).toEqual([]);
    expect(leftOut.map(({ why }) => why)).toEqual(Array(3).fill('Neither number nor title'));
  });
});

describe('embedded tags', () => {
  const tagged = (name: string, title: string, trackNumber: number, isrc?: string) => ({
    name,
    tags: { title, trackNumber, isrc },
  });

  it('add what the file names lack', () => {
    const [first, second] = propose([
      tagged('Bounce_0412.wav', 'Mañana Será', 2, 'GBABC2600002'),
      tagged('Bounce_0413.wav', 'Ember', 1, 'GBABC2600001'),
    ]).tracks;
    expect(first).toMatchObject({ trackNumber: 1, title: 'Ember', isrc: 'GBABC2600001' });
    expect(second).toMatchObject({ trackNumber: 2, title: 'Mañana Será', isrc: 'GBABC2600002' });
  });

  it('spell out what the file names abbreviate', () => {
    expect(titles([tagged('01_manana_sera.wav', 'Mañana Será', 1)])).toEqual(['1 Mañana Será']);
  });

  it('are not trusted when every file has the same one', () => {
    const names = ['01 Ember.wav', '02 Wick.wav', '03 Smoke.wav'].map((name) => tagged(name, 'Ember', 1));
    expect(titles(names)).toEqual(['1 Ember', '2 Wick', '3 Smoke']);
  });

  it('give the ISRC of the song, not of its instrumental', () => {
    const [track] = propose([
      tagged('01 Ember.wav', 'Ember', 1, 'GBABC2600001'),
      tagged('01 Ember (Instrumental).wav', 'Ember', 1, 'GBABC2600009'),
    ]).tracks;
    expect(track?.isrc).toBe('GBABC2600001');
  });
});

it('leaves out files that are not a version of a song, and says why', () => {
  const { tracks, leftOut } = propose([
    '01 Ember.wav',
    '02 Wick.wav',
    'Ember REF.wav',
    'VINYL SIDE A.wav',
    'Wick (Acapella).wav',
    'Room Tone.wav',
  ]);
  expect(tracks.map(({ title }) => title)).toEqual(['Ember', 'Wick']);
  expect(leftOut).toEqual([
    { fileId: 'Ember REF.wav', why: 'A reference or an unmastered mix' },
    { fileId: 'VINYL SIDE A.wav', why: 'A whole side or album in one file' },
    { fileId: 'Wick (Acapella).wav', why: 'Vocals alone' },
    { fileId: 'Room Tone.wav', why: 'Seems to be no song' },
  ]);
});

it('reads any name without failing', () => {
  const odd = ['', '.wav', '🔥🔥.wav', '((((.wav', 'of of of.wav', '01', '0'.repeat(400), 'a/b/c.wav', '\u0000.wav'];
  expect(() => propose(odd.map((name) => ({ name })))).not.toThrow();
});
