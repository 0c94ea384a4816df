import { describe, expect, it } from '@jest/globals';
import type { SuggestFile, SuggestProject } from '../types.js';
import { type KnownTrack, proposeTracks } from './propose-tracks.js';

const ALBUM: SuggestProject = { title: 'Salt Roads', artist: 'Orla Vance' };
const VARIOUS: SuggestProject = { title: 'Harbour Sounds', artist: 'Various Artists' };

type NameOrFile = string | Omit<SuggestFile, 'id'>;

const files = (names: readonly NameOrFile[]): SuggestFile[] =>
  names.map((named) => {
    const file = typeof named === 'string' ? { name: named } : named;
    return { ...file, id: file.name };
  });

const titles = (
  names: readonly NameOrFile[],
  { project = ALBUM, known = [] as KnownTrack[], placed = [] as string[] } = {},
): string[] =>
  proposeTracks(project, known, files(names), new Set(placed)).tracks.map(
    ({ trackNumber, title }) => `${trackNumber} ${title}`,
  );

const leftOut = (names: readonly NameOrFile[]): string[] =>
  proposeTracks(ALBUM, [], files(names)).leftOut.map(({ fileId }) => fileId);

const tagged = (name: string, tags: SuggestFile['tags']): NameOrFile => ({ name, tags });

describe('the title among columns', () => {
  it.each([
    [
      'behind the artist of a compilation',
      ['01 Kasimir - Axle (mst).wav', '02 Lu Ferro - Spline (mst).wav', '03 DJ Orrery - Gimbal (mst).wav'],
      ['1 Axle', '2 Spline', '3 Gimbal'],
    ],
    [
      'before the artist, where artists have several songs',
      ['01 Axle - Kasimir.wav', '02 Spline - Kasimir.wav', '03 Gimbal - Lu Ferro.wav', '04 Trunnion - Kasimir.wav'],
      ['1 Axle', '2 Spline', '3 Gimbal', '4 Trunnion'],
    ],
    [
      'behind the artist, whatever it is called',
      [
        '01 Kasimir - Instrumental.wav',
        '02 Lu Ferro - 22.wav',
        '03 Noor - Kick the Can.wav',
        '04 Duo - (Don’t) Go.wav',
      ],
      ['1 Instrumental', '2 22', '3 Kick the Can', '4 (Don’t) Go'],
    ],
    [
      'behind one underscore each',
      ['01_LuFerro_LowTide.wav', '02_Kasimir_Wick.wav', '03_DjOrrery_GlassHarbour.wav'],
      ['1 Low Tide', '2 Wick', '3 Glass Harbour'],
    ],
  ])('is %s', (_, names, expected) => {
    expect(titles(names, { project: VARIOUS })).toEqual(expected);
  });

  it('follows an artist’s guests, and each of two artists', () => {
    expect(
      titles(['01 Orla Vance - Ember.wav', '02 Orla Vance feat. Kin - Wick.wav', '03 Orla Vance & Moth - Ash.wav']),
    ).toEqual(['1 Ember', '2 Wick', '3 Ash']);
    const project = { title: 'Split', artist: 'Kestrel / Moth' };
    expect(titles(['01 Kestrel - Ember.wav', '02 Moth - Wick.wav'], { project })).toEqual(['1 Ember', '2 Wick']);
  });

  it('is the part that the artist’s tag does not contain', () => {
    expect(
      titles([
        tagged('01 Kasimir - Axle.wav', { artist: 'Kasimir' }),
        tagged('02 Ember - Wick.wav', { artist: 'Ember' }),
      ]),
    ).toEqual(['1 Axle', '2 Wick']);
  });

  it('is the whole name when one artist wrote a dash', () => {
    expect(titles(['05 Low Tide.wav', '06 So Long - Goodbye.wav', '07 Bis - Low Tide.wav'])).toEqual([
      '5 Low Tide',
      '6 So Long - Goodbye',
      '7 Bis - Low Tide',
    ]);
  });
});

describe('numbers', () => {
  it.each([
    [
      'titles behind their number',
      ['01 1979.wav', '02 22.wav', '03 99 Reasons.wav'],
      ['1 1979', '2 22', '3 99 Reasons'],
    ],
    [
      'titles where nothing else is',
      ['OV_1977_mst.wav', 'OV_1989_mst.wav', 'OV_2001_mst.wav'],
      ['1 1977', '2 1989', '3 2001'],
    ],
    [
      'Roman, of movements',
      ['Trio I. Allegro.wav', 'Trio II. Adagio.wav', 'Trio III. Presto.wav'],
      ['1 Trio I. Allegro', '2 Trio II. Adagio', '3 Trio III. Presto'],
    ],
    [
      'of works and movements, which are the title’s',
      [
        '01 String Quartet No. 1 in D minor - I. Allegro_24-96.wav',
        '02 String Quartet No. 1 in D minor - II. Lento_24-96.wav',
        '03 String Quartet No. 2 in F major - I. Andante_24-96.wav',
      ],
      [
        '1 String Quartet No. 1 in D minor - I. Allegro',
        '2 String Quartet No. 1 in D minor - II. Lento',
        '3 String Quartet No. 2 in F major - I. Andante',
      ],
    ],
    [
      'cues by reel, in their order',
      ['1m01 Harbour.wav', '1m03 The Letter.wav', '2m01 Quarrel.wav', '2m04 Storm.wav'],
      ['1 Harbour', '2 The Letter', '3 Quarrel', '4 Storm'],
    ],
    [
      'sides and tracks in words',
      ['Side A trk 1 - Ember.wav', 'Side A trk 2 - Wick.wav', 'Side B trk 1 - Smoke.wav'],
      ['1 Ember', '2 Wick', '3 Smoke'],
    ],
    [
      'sides where many titles begin with A',
      ['A1 A Lamp.wav', 'A2 A Wick.wav', 'B1 A Stove.wav', 'B2 Smoke.wav'],
      ['1 A Lamp', '2 A Wick', '3 A Stove', '4 Smoke'],
    ],
    [
      'discs with a number in the title',
      ['1-01 Ember.wav', '1-02 Wick.wav', '2-01 2 Become None.wav'],
      ['1 Ember', '2 Wick', '3 2 Become None'],
    ],
    ['from nought', ['00_Overture.wav', '01_Candle.wav', '02_Dominion.wav'], ['1 Overture', '2 Candle', '3 Dominion']],
    ['in brackets behind the title', ['Ember (track 2).wav', 'Wick (track 1).wav'], ['1 Wick', '2 Ember']],
    [
      'behind what all files begin with',
      [
        'KLR07_DIG_01_Dust.wav',
        'KLR07_DIG_02_Magpie.wav',
        'KLR07_DIG_03_Barley.wav',
        'KLR07_LP_A1_2496.wav',
        'KLR07_LP_A2_2496.wav',
      ],
      ['1 Dust', '2 Magpie', '3 Barley'],
    ],
    ['Roman before a dash', ['I - Ember.wav', 'II - Wick.wav', 'III - Smoke.wav'], ['1 Ember', '2 Wick', '3 Smoke']],
    [
      'behind the title, by sides',
      ['Ember (A1).wav', 'Wick (A2).wav', 'Smoke (B1).wav'],
      ['1 Ember', '2 Wick', '3 Smoke'],
    ],
    [
      'by sides of a single',
      ['Side A - Ember.wav', 'Side B - Wick _ Smoke.wav', 'Side A - raw transfer.wav'],
      ['1 Ember', '2 Wick / Smoke'],
    ],
    [
      'by reels',
      ['Reel 1 - 01 - Ember.wav', 'Reel 1 - 02 - Wick.wav', 'Reel 2 - 01 - Smoke.wav'],
      ['1 Ember', '2 Wick', '3 Smoke'],
    ],
    [
      'beside works whose colon is gone',
      ['01 Sonata_ I. Lento.wav', '02 Sonata_ II. Presto.wav', '03 Act 1 Scene 2 - Storm.wav'],
      ['1 Sonata: I. Lento', '2 Sonata: II. Presto', '3 Act 1 Scene 2 - Storm'],
    ],
    ['labelled', ['No. 1 Ember.wav', 'No. 2 Wick.wav'], ['1 Ember', '2 Wick']],
    ['of so many', ['Ember 1 of 2.wav', 'Wick 2 of 2.wav'], ['1 Ember', '2 Wick']],
    ['glued to letters', ['SEQ01_Ember.wav', 'SEQ02_Final.wav', 'SEQ03_Wick.wav'], ['1 Ember', '2 Final', '3 Wick']],
    [
      'behind works with numbers of their own',
      ['Quartet No. 1 - I. Lento 01.wav', 'Quartet No. 1 - II. Presto 02.wav', 'Quartet No. 2 - I. Largo 03.wav'],
      ['1 Quartet No. 1 - I. Lento', '2 Quartet No. 1 - II. Presto', '3 Quartet No. 2 - I. Largo'],
    ],
    [
      'behind titles that are numbers',
      ['OV_1979_01.wav', 'OV_808_02.wav', 'OV_Ember_03.wav'],
      ['1 1979', '2 808', '3 Ember'],
    ],
    [
      'that look like dates',
      ['01_1979.wav', '02_22.wav', '03_Ember.wav', '04_Wick.wav'],
      ['1 1979', '2 22', '3 Ember', '4 Wick'],
    ],
    [
      'in some of the names, which others confirm',
      ['Postcode PG.wav', 'Wick PG.wav', 'Smoke PG.wav', '1 Postcode CD.wav', '2 Wick CD.wav', '3 Smoke CD.wav'],
      ['1 Postcode', '2 Wick', '3 Smoke'],
    ],
  ])('are read: %s', (_, names, expected) => {
    expect(titles(names)).toEqual(expected);
  });
});

describe('one song in several spellings', () => {
  it('takes the spelling in the project’s script', () => {
    const project = { title: 'Белый шум', artist: 'Анна Вереск' };
    const names = ['01 Belyj shum.wav', '01 Belyj shum CD.wav', 'Белый шум (минус).wav', '02 Последний трамвай.wav'];
    expect(titles(names, { project })).toEqual(['1 Белый шум', '2 Последний трамвай']);
  });

  it('takes the spelling of its tags if they distinguish the songs as the names do', () => {
    const names = [
      tagged('01_Yoake_no_Machi_2448.wav', { title: '夜明けの街' }),
      tagged('02_Kasa_2448.wav', { title: '透明な傘' }),
      tagged('02_Kasa_2496.wav', { title: '透明な傘' }),
    ];
    expect(titles(names)).toEqual(['1 夜明けの街', '2 透明な傘']);
  });

  it('takes the title of its tag without the number before it', () => {
    const names = [
      tagged('Audio 01.wav', { title: '01 Ember', trackNumber: 1 }),
      tagged('Audio 02.wav', { title: '02 Who? Me!', trackNumber: 2 }),
    ];
    expect(titles(names)).toEqual(['1 Ember', '2 Who? Me!']);
  });

  it('is two songs when another release shares its number', () => {
    const names = ['KD_03_Thaw.wav', 'KD_04_Heron.wav', 'PB_03_Velour.wav', 'PB_04_Heroine.wav'];
    expect(titles(names).filter((title) => /Hero/.test(title))).toHaveLength(2);
  });
});

describe('a file that is not a song', () => {
  it.each([
    ['a sheet or a picture', 'PQ sheet Salt Roads.pdf'],
    ['a copy of the side in one file', 'Side A raw transfer.wav'],
    ['a stem, though most files are stems', 'Ember_STEM_BASS_4824.wav'],
    ['a tone', '1kHz_-18dBFS.wav'],
    ['a rehearsal of a song', 'wick band rehearsal phone.wav'],
    ['noise without a number', 'palace noise print.wav'],
  ])('does not become a track: %s', (_, name) => {
    const stems = ['Ember_STEM_DRUMS_4824.wav', 'Ember_STEM_FX_4824.wav', 'Ember_STEM_VOX_4824.wav'];
    const names = [name, ...stems, '01 Ember.wav', '02 Wick.wav', '03 Smoke.wav'];
    expect(titles(names)).toEqual(['1 Ember', '2 Wick', '3 Smoke']);
    expect(leftOut(names)).toContain(name);
  });
});

describe('beside tracks that exist', () => {
  it('a song matches the track with another spelling of its title', () => {
    const known = [
      { trackNumber: 1, title: 'Mercy (feat. Tay Lorenz)' },
      { trackNumber: 2, title: 'Kite – Slow Tide' },
      { trackNumber: 3, title: '夜明け前' },
    ];
    expect(titles(['01 Mercy.wav', '02 Slow Tide.wav', '03 Yoakemae.wav', '04 Ember.wav'], { known })).toEqual([
      '4 Ember',
    ]);
  });

  it('a placed file is not part of a new track, and neither are other files of its song', () => {
    const known = [{ trackNumber: 1, title: 'Lichter' }];
    const names = ['Lights master.wav', 'Lights instrumental.wav', 'Ember master.wav'];
    expect(titles(names, { known, placed: ['Lights master.wav'] })).toEqual(['2 Ember']);
  });
});
