import { describe, expect, it } from '@jest/globals';
import { recogniseDeliverable, type SeenFile, sideOf, titleOf } from './deliverables.js';
import { documentTypeOf, isDocument } from './documents.js';

const tracks = [
  { id: 'one', trackNumber: 1, title: 'Night Drive' },
  { id: 'two', trackNumber: 2, title: 'Drive' },
  { id: 'four', trackNumber: 4, title: 'Café del Mar' },
];

const seen = (name: string, more: Partial<SeenFile> = {}): SeenFile => ({
  name,
  folder: null,
  audio: null,
  entries: null,
  ...more,
});
const sound = (channels: number | null, durationS: number | null, hasChna: boolean | null = null) => ({
  audio: { channels, durationS, hasChna },
});

const shortOf = (file: SeenFile) => {
  const found = recogniseDeliverable(file, tracks);
  return found && [found.kind, found.trackId ?? found.side ?? found.title].join(' ');
};

describe('what a file is besides a master', () => {
  it.each([
    ['04 cafe del mar.txt', 'lyrics four'],
    ['Night Drive lyrics.pdf', 'lyrics one'],
    ['02.rtf', 'lyrics two'],
    ['Lyrics.docx', 'lyrics Lyrics'],
    ['Notes_for_the_band_v2.txt', 'session_notes Notes for the band'],
    ['Album PQ Sheet.pdf', 'pq_sheet Album PQ Sheet'],
    ['NL001.cue', 'pq_sheet NL001'],
    ['front.tif', 'artwork front'],
    ['Booklet_final.pdf', 'artwork Booklet'],
    ['NL001_DDP.zip', 'ddp NL001 DDP'],
    ['session.zip', 'other session'],
  ])('%s is %s', (name, expected) => {
    expect(shortOf(seen(name))).toBe(expected);
  });

  it('knows a DDP by the files in a ZIP, whatever its name and letter case', () => {
    expect(shortOf(seen('master.zip', { entries: ['A/ddpid', 'A/IMAGE.DAT'] }))).toBe('ddp master');
    expect(shortOf(seen('master.zip', { entries: ['DDPMS', 'IMAGE.DAT'] }))).toBe('ddp master');
    expect(shortOf(seen('ddp.zip', { entries: ['readme.txt', 'xDDPID'] }))).toBe('other ddp');
  });

  it('knows Atmos by its chna chunk, a side by its name and length, and leaves masters alone', () => {
    expect(shortOf(seen('Night Drive 2496.wav', sound(12, 200, true)))).toBe('atmos one');
    expect(shortOf(seen('Night Drive_ATMOS.wav', sound(10, 200)))).toBe('atmos one');
    expect(shortOf(seen('Night Drive_ATMOS.wav', sound(6, 200, false)))).toBeNull();
    expect(shortOf(seen('Night Drive_Binaural.mp3', sound(2, 200)))).toBe('binaural one');
    expect(shortOf(seen('NL001_SideA_2496.wav', sound(2, 1100)))).toBe('vinyl_side A');
    expect(shortOf(seen('Side A.wav', sound(2, 200)))).toBeNull();
    expect(shortOf(seen('A1 Night Drive VINYL.wav', sound(2, 900)))).toBeNull();
    expect(shortOf(seen('01 Night Drive.wav', sound(2, 200)))).toBeNull();
  });

  it.each([
    ['CAT001_A_44100Hz_24bit.wav', 'A'],
    ['Record B-Seite.wav', 'B'],
    ['side 2 vinyl.wav', 'B'],
    ['Face_D.wav', 'D'],
    ['Inside A Dream.wav', null],
    ['A1 Ember.wav', null],
    ['Side Alley.wav', null],
  ])('reads the side of %s as %s', (name, side) => {
    expect(sideOf(name)).toBe(side);
  });

  it('keeps a title of numbers and version words only', () => {
    expect([titleOf('v2.pdf'), titleOf('1999.pdf'), titleOf('A_(2).pdf')]).toEqual(['v2', '1999', 'A']);
  });
});

describe('the first bytes of a document', () => {
  const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

  it.each([
    ['a.pdf', '%PDF-1.7'],
    ['a.zip', 'PK\x03\x04'],
    ['a.docx', 'PK\x03\x04'],
    ['a.jpg', '\xff\xd8\xff\xe0'],
    ['a.png', '\x89PNG\r\n\x1a\n'],
    ['a.tif', 'MM\0*'],
    ['a.rtf', '{\\rtf1'],
    ['a.txt', 'Zeile eins\r\nZeile zwei'],
    ['latin.txt', 'Stra\xdfe'],
    ['wide.txt', '\xff\xfea\0b\0'],
  ])('of %s are accepted', (name, content) => {
    expect(isDocument(bytes(content), name)).toBe(true);
    expect(documentTypeOf(name)).toMatch(/\//);
  });

  it.each([
    ['a.jpg', '<html><script>'],
    ['a.pdf', ''],
    ['a.pdf', 'MZ\x90'],
    ['a.txt', ' <!DOCTYPE html>'],
    ['a.txt', '<svg onload=x>'],
    ['a.txt', 'PK\x03\x04'],
    ['a.docx', '%PDF-1.7'],
    ['a.html', '<html>'],
    ['a.exe', 'MZ'],
    ['a', 'text'],
  ])('of %s are refused: %s', (name, content) => {
    expect(isDocument(bytes(content), name)).toBe(false);
  });
});
