import { describe, expect, it } from '@jest/globals';
import { findingsOf, isrcFieldOf } from './checks.js';
import { isDay, storedUpc, upcFault } from './codes.js';
import type { FileClaims, Release, TrackSheet } from './metadata.schema.js';

const release: Release = {
  artist: 'Ada',
  album: 'Night Songs',
  upc: '5012345678900',
  catalogueNumber: 'NR001',
  label: 'Night Records',
  releaseDate: '2026-11-27',
  genre: 'Pop',
  language: 'en',
  pLine: '2026 Night Records',
  cLine: '2026 Night Records',
};
const track = (trackNumber: number, given: Partial<TrackSheet> = {}): TrackSheet => ({
  trackId: `t${trackNumber}`,
  trackNumber,
  title: `Song ${trackNumber}`,
  version: '',
  artist: '',
  featured: '',
  composers: 'Ada Byron',
  explicit: 'no',
  lyrics: '',
  isrc: `GBABC26000${10 + trackNumber}`,
  isrcInstrumental: '',
  isrcClean: '',
  isrcEdit: '',
  ...given,
});
const cover = { width: 3000, height: 3000, colourSpace: 'srgb' };
const noTags = { title: null, artist: null, album: null, trackNumber: null, isrc: null };
const file = (given: Partial<FileClaims>): FileClaims => ({
  trackId: 't1',
  slotType: 'streaming_master',
  fileName: 'Song 1.wav',
  tags: noTags,
  copy: null,
  ...given,
});
const found = (given: Partial<Parameters<typeof findingsOf>[0]>) =>
  findingsOf({ release, tracks: [track(1), track(2)], cover, files: [], ...given });
const brief = (given: Parameters<typeof found>[0]) =>
  found(given).map(({ trackId, field, kind, suggestion }) => [trackId, field, kind, suggestion]);

describe('a UPC or EAN', () => {
  it.each(['5012345678900', '036000291452', '0-36000-29145-2', '05012345678900'])('%s is right', (code) => {
    expect(upcFault(code)).toBeNull();
  });

  it.each(['5012345678901', '036000291453', '123', '', '15012345678900', 'ABCDEFGHIJKL'])('%j is wrong', (code) => {
    expect(upcFault(code)).toMatch(/digit/);
  });

  it('is stored without spaces when it is right, otherwise as typed', () => {
    expect(storedUpc('0 36000 29145 2')).toBe('036000291452');
    expect(storedUpc('0 36000 29145 3')).toBe('0 36000 29145 3');
  });
});

it('a day exists in the calendar', () => {
  expect(['2026-02-28', '2026-02-29', '27.11.2026', '2026-13-01'].map(isDay)).toEqual([true, false, false, false]);
});

it('formats of a recording share its ISRC; another mix has its own', () => {
  expect((['streaming_master', 'hires_master', 'cd_master', 'vinyl_master'] as const).map(isrcFieldOf)).toEqual(
    Array(4).fill('isrc'),
  );
  expect(isrcFieldOf('instrumental_master')).toBe('isrcInstrumental');
  expect(isrcFieldOf('clean_master')).toBe('isrcClean');
});

describe('a sheet', () => {
  it('that is complete has no findings', () => {
    expect(found({})).toEqual([]);
  });

  it('names what stores ask for and what they refuse', () => {
    const bad = { ...release, upc: '5012345678901', releaseDate: '27.11.2026', pLine: 'Night Records', label: '' };
    expect(brief({ release: bad, cover: { width: 1500, height: 1400, colourSpace: 'cmyk' } })).toEqual([
      [null, 'upc', 'wrong', null],
      [null, 'releaseDate', 'wrong', null],
      [null, 'pLine', 'wrong', null],
      [null, 'cover', 'wrong', null],
      [null, 'cover', 'wrong', null],
      [null, 'label', 'missing', null],
    ]);
  });

  it('has an ISRC for one recording only', () => {
    const tracks = [
      track(1),
      track(2, { isrc: 'GB-ABC-26-00011' }),
      track(3, { isrc: 'wrong', isrcClean: 'GBABC2600013' }),
    ];
    expect(found({ tracks }).map(({ trackId, message }) => `${trackId}: ${message}`)).toEqual([
      't3: “wrong” is not an ISRC: two letters, three letters or digits, seven digits.',
      't1: GBABC2600011 is also the ISRC of track 2.',
      't2: GBABC2600011 is also the ISRC of track 1.',
    ]);
  });
});

describe('a file', () => {
  it('that agrees with the sheet is not reported', () => {
    const tags = {
      title: 'Song 1 (feat. Bo)',
      artist: 'Ada feat. Bo',
      album: 'NIGHT SONGS',
      trackNumber: 1,
      isrc: 'GBABC2600011',
    };
    expect(found({ files: [file({ tags, fileName: '01 Song 1.wav' })] })).toEqual([]);
  });

  it('whose tags differ is named, once for all formats', () => {
    const tags = { title: 'Other', artist: 'Bo', album: 'Demo', trackNumber: 4, isrc: 'GBABC2600099' };
    const files = [file({ tags }), file({ tags, slotType: 'cd_master' })];
    expect(brief({ files })).toEqual(
      [
        ['t1', 'isrc', 'differs', 'GBABC2600099'],
        ['t1', 'title', 'differs', 'Other'],
        ['t1', 'artist', 'differs', 'Bo'],
        [null, 'album', 'differs', 'Demo'],
        ['t1', 'trackNumber', 'differs', null],
        ['t1', 'trackNumber', 'differs', null],
      ].slice(0, 5),
    );
  });

  it('fills a gap in the sheet, also from its name', () => {
    const tracks = [track(1, { isrc: '' })];
    expect(brief({ tracks, files: [file({ fileName: 'GB-ABC-26-00011 Song 1.wav' })] })).toEqual([
      ['t1', 'isrc', 'missing', 'GBABC2600011'],
    ]);
  });

  it('whose tagged copy is not whole, or cannot be made, is named', () => {
    const none = 'is Wave64, which has no place for tags.';
    const left = ['the damaged end of its ID3 tag', 'the tag behind its frames'];
    const files = [
      file({ copy: { none: null, left, says: [], added: [] } }),
      file({ copy: { none, left: [], says: [], added: [] }, slotType: 'vinyl_master', fileName: 'Song 1.w64' }),
      file({ copy: { none: null, left: [], says: [], added: [] }, slotType: 'cd_master' }),
      file({
        copy: { none: null, left: [], says: [], added: ['its length', 'the MD5 of its samples'] },
        fileName: 'Song 1.flac',
      }),
    ];
    expect(found({ files }).map(({ trackId, field, message }) => [trackId, field, message])).toEqual([
      [
        't1',
        'file',
        'The tagged copy of “Song 1.wav” leaves out the damaged end of its ID3 tag and the tag behind its frames.',
      ],
      ['t1', 'file', 'There is no tagged copy of “Song 1.w64”: it is Wave64, which has no place for tags.'],
      [
        't1',
        'file',
        'The header of “Song 1.flac” does not state its length and the MD5 of its samples, so some programs refuse it. Its tagged copy does.',
      ],
    ]);
  });

  it('that says something else in a place that no sheet replaces is named', () => {
    const says = [
      { place: 'bext', field: 'title' as const, value: 'Old title' },
      { place: 'bext', field: 'title' as const, value: 'Ada - Song 1 (24 bit)' },
      { place: 'cue sheet', field: 'isrc' as const, value: 'GBABC2600099' },
      { place: 'iXML', field: 'isrc' as const, value: 'GBABC2600011' },
    ];
    const files = [file({ copy: { none: null, left: [], says, added: [] } })];
    expect(found({ files }).map(({ field, kind, message }) => [field, kind, message])).toEqual([
      ['title', 'differs', 'The bext of “Song 1.wav” says “Old title”.'],
      ['isrc', 'differs', 'The cue sheet of “Song 1.wav” has the ISRC GBABC2600099.'],
    ]);
    const withoutIsrc = found({ files, tracks: [track(1, { isrc: '' })] });
    expect(withoutIsrc.map(({ field, kind }) => [field, kind])).toEqual([
      ['title', 'differs'],
      ['isrc', 'missing'],
    ]);
  });

  it('whose name contains another track is reported', () => {
    expect(brief({ files: [file({ fileName: '02 Song 2 master.wav' })] })).toEqual([
      ['t1', 'trackNumber', 'differs', null],
      ['t1', 'title', 'differs', null],
    ]);
  });
});
