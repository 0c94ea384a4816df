import { describe, expect, it } from '@jest/globals';
import { Segmenter } from './lexicon.js';
import { readName } from './read.js';

const segmenter = new Segmenter(new Set(['home', 'going', 'reprise', 'tidewater', 'wasp', 'nest']));
const keys = (name: string): string[] => readName(name, segmenter).tokens.map((token) => token.key);
const words = (name: string): string[] =>
  readName(name)
    .words.filter((word) => word.wordClass !== 'filler')
    .map((word) => `${word.wordClass}: ${word.text}`);
const spans = (name: string): string[] => readName(name).marks.map(({ span }) => span.kind);

describe('tokens', () => {
  it.each([
    ['camel case', 'LateBloomer_Inst.wav', ['late', 'bloomer', 'inst']],
    ['words written together, also in lower case', 'homerepriseinst.wav', ['home', 'reprise', 'inst']],
    ['a numeral glued to a title', 'tidewateriv.wav', ['tidewater', 'iv']],
    ['a compound of known words', 'Instrumentalfassung.wav', ['instrumental', 'fassung']],
    ['capitals that meet small letters', 'FINALfinal.wav', ['final', 'final']],
    ['letters and digits', '16Candles.wav', ['16', 'candles']],
    ['an apostrophe as no separator', "Ma's Kitchen.wav", ['mas', 'kitchen']],
    ['known words inside Japanese', '七月アナログ盤.wav', ['qiyue', 'anarogu', 'pan']],
  ])('come from %s', (_, name, expected) => expect(keys(name)).toEqual(expected));

  it('keeps a word whole that is a title itself', () => {
    expect(new Segmenter(new Set(['homecoming', 'home', 'coming'])).pieces('homecoming')).toBeNull();
  });
});

describe('formats', () => {
  it.each([
    ['song 2496', 96000, 24],
    ['song_44.1-16', 44100, 16],
    ['song 16.44.1 cd', 44100, 16],
    ['song_96k24b', 96000, 24],
    ['song [24bit96kHz]', 96000, 24],
    ['song 24_44', 44100, 24],
    ['song 48k', 48000, null],
    ['song 24b', null, 24],
    ['22_24_96', 96000, 24],
    ['song 24-88.2', 88200, 24],
    ['song 192kHz', 192000, null],
  ])('%s', (name, rateHz, bitDepth) => {
    const reading = readName(name);
    expect([reading.rateHz, reading.bitDepth]).toEqual([rateHz, bitDepth]);
  });

  it.each(['24K Magicians', 'Route 96', '1999', '4AM', '48 Hours', '16 Candles'])('%s names no format', (name) => {
    expect(spans(name)).not.toContain('format');
  });
});

describe('numbers', () => {
  it.each([
    ['01 - Low Water', 'leading', '', 1],
    ['A2 Isobar', 'side', 'side A', 2],
    ['2-12 Equator', 'disc', 'disc 2', 12],
    ['CD2 T03 Equator', 'disc', 'disc 2', 3],
    ['202 Pampas', 'disc', 'hundred 2', 2],
    ['Porch Song T6', 'track', '', 6],
    ['Sunday Best_01', 'trailing', '', 1],
  ])('%s', (name, kind, group, position) => {
    expect(readName(name).numbers).toContainEqual(expect.objectContaining({ kind, group, position }));
  });

  it.each([
    'Barn Owl m4',
    'Paper Crown v2',
    'song rev3',
    'mix 3',
    'Andante take 14',
    'Sonata mvt 4',
    'Mazurka No 1',
    'gutter choir 88 bpm',
  ])('%s is not a track number', (name) => {
    expect(readName(name).numbers).toEqual([]);
  });

  it('reads revisions by their label', () => {
    expect(
      ['MASTER2', 'song_M3', 'song R02', 'song v1'].map((name) =>
        readName(name).revisions.map(({ revision }) => revision),
      ),
    ).toEqual([[2], [3], [2], [1]]);
  });
});

describe('other forms', () => {
  it.each([
    ['QZ-X9P-24-00102_INST', 'isrc'],
    ['qzx9p2400103_master', 'isrc'],
    ['QZX9P24001', 'partialIsrc'],
    ['song 2024-03-11', 'date'],
    ['song 12Mar24', 'date'],
    ['20240412_233014', 'date'],
    ['song -14LUFS', 'level'],
    ['song rev3 -1dB', 'level'],
    ['song 140bpm', 'tempo'],
    ['song Fmin', 'musicalKey'],
    ['Copy of 04', 'copy'],
    ['Gold Leaf (1)', 'copy'],
    ['OVERGR~1', 'copy'],
    ['LHR023_01_song', 'catalogue'],
  ])('%s holds a %s', (name, kind) => expect(spans(name)).toContain(kind));
});

describe('words', () => {
  it.each([
    ['song (Vocals Off)', 'instrumental: Vocals Off'],
    ['song (instrumntal)', 'instrumental: instrumntal'],
    ['песня без вокала', 'instrumental: без вокала'],
    ['雨音（インスト）', 'instrumental: インスト'],
    ['song (Curse-Free)', 'clean: Curse-Free'],
    ['song - TV Mix', 'tv: TV Mix'],
    ['song VINYL PRE-MASTER', 'vinyl: VINYL PRE-MASTER'],
    ['song MFiT', 'hires: MFiT'],
    ['song alta risoluzione', 'hires: alta risoluzione'],
    ['song RedBook', 'cd: RedBook'],
    ['song (rough mix)', 'reference: rough mix'],
    ['Seite A', 'whole: Seite A'],
    ['song atmos', 'surround: atmos'],
  ])('%s', (name, expected) => expect(words(name)).toContain(expected));

  it.each(['song (HM Master)', 'song AD master', 'song lq master'])(
    'does not take the initials in “%s” for a format',
    (name) => {
      expect(words(name)).toEqual([expect.stringMatching(/^main: /)]);
    },
  );

  it('reads the longest phrase', () => {
    expect(words('song tv instrumental')).toEqual(['tv: tv instrumental']);
  });
});
