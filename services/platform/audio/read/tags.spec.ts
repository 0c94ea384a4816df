import { describe, expect, it } from '@jest/globals';
import { normaliseIsrc } from '../../../audio-headers/texts.js';
import { readTags } from './tags.js';

const none = new Map<string, Buffer>();
const chunk = (id: string, text: string | Buffer) => new Map([[id, Buffer.from(text as string)]]);

describe('readTags', () => {
  it('reads FFmpeg’s names of ID3 tags and Vorbis comments', () => {
    const tags = readTags(
      {
        title: 'Glass',
        ARTIST: 'Nova Lane',
        album: 'Low Tide',
        album_artist: 'Various',
        track: '3/12',
        disc: '2/2',
        date: '2026',
        TSRC: 'GB-ABC-26-00123',
      },
      none,
    );
    expect(tags).toEqual({
      title: 'Glass',
      artist: 'Nova Lane',
      album: 'Low Tide',
      albumArtist: 'Various',
      trackNumber: 3,
      trackTotal: 12,
      discNumber: 2,
      isrc: 'GBABC2600123',
      date: '2026',
      genre: null,
      comment: null,
    });
  });

  it.each([
    ['3', 3, null],
    ['03/12', 3, 12],
    ['3 of 12', 3, 12],
    ['A1', null, null],
    ['', null, null],
  ])('track "%s"', (track, trackNumber, trackTotal) => {
    expect(readTags({ track }, none)).toMatchObject({ trackNumber, trackTotal });
  });

  it('reads text in RIFF as Windows-1252 or UTF-8, whichever it is', () => {
    expect(readTags({ title: 'Caf\ufffd' }, chunk('INAM', Buffer.from('Café\0', 'latin1'))).title).toBe('Café');
    expect(readTags({}, chunk('INAM', '東京')).title).toBe('東京');
  });

  it.each([
    ['bext', 'Glass, 24/96, ISRC: GBABC2600123'],
    ['bext', 'ISRC=GB-ABC-26-00123;'],
    ['iXML', '<BWFXML><PROJECT>Low Tide</PROJECT><ISRC>GBABC2600123</ISRC></BWFXML>'],
    ['axml', '<dc:identifier>ISRC:GBABC2600123</dc:identifier>'],
    ['ISRC', 'GBABC2600123'],
  ])('finds an ISRC in %s: %s', (id, text) => {
    expect(readTags({}, chunk(id, text)).isrc).toBe('GBABC2600123');
  });

  it.each<readonly [string, Record<string, string>]>([
    ['of ID3v2.2', { TRC: 'GBABC2600123' }],
    ['of several, which FFmpeg joins', { ISRC: 'GBABC2600123;GBABC2600124' }],
    ...['GBABC2600123/GBABC2600124', 'GBABC2600123, GBABC2600124', 'urn:isrc:GB-ABC-26-00123', 'ISRC GBABC2600123'].map(
      (text) => [`in ‘${text}’`, { ISRC: text }] as const,
    ),
    ['in a comment', { comment: 'Final master. ISRC: GB-ABC-26-00123' }],
  ])('finds an ISRC %s', (_where, metadata) => {
    expect(readTags(metadata, none).isrc).toBe('GBABC2600123');
  });

  it.each([
    ['Nova Lane;Ben', 'Nova Lane, Ben'],
    ['Nova Lane; Ben; Nova Lane', 'Nova Lane, Ben'],
    [' ; ', null],
    ['AC/DC', 'AC/DC'],
  ])('reads the artists “%s” as names', (artist, names) => {
    expect(readTags({ artist }, none)).toMatchObject({ artist: names, title: null });
    expect(readTags({}, chunk('IART', artist)).artist).toBe(names);
  });

  it('does not read the source tag of RIFF, which has the same letters, as an ISRC', () => {
    expect(readTags({}, chunk('ISRC', 'Studio tape 12')).isrc).toBeNull();
    expect(readTags({}, chunk('bext', 'ISRC to follow')).isrc).toBeNull();
  });

  it('drops control characters and shortens long texts', () => {
    const tags = readTags({ title: 'a\u0000b\u0007\nc', comment: 'x'.repeat(5000) }, none);
    expect(tags.title).toBe('a b c');
    expect(tags.comment).toHaveLength(2000);
  });
});

it.each([
  ['GBABC2600123', 'GBABC2600123'],
  ['gb-abc-26-00123', 'GBABC2600123'],
  ['US S1Z 99 00001', 'USS1Z9900001'],
  ['GB\u2011ABC\u201126\u201300123', 'GBABC2600123'],
  ['GBABC260012', null],
  ['12ABC2600123', null],
])('ISRC %s → %s', (text, isrc) => {
  expect(normaliseIsrc(text)).toBe(isrc);
});
