import { describe, expect, it } from '@jest/globals';
import type { Metadata, TrackMetadata } from '../../api';
import { parseDelimited } from './delimited';
import { countOf, edited, noEdits, withEdits } from './draft';
import { importSheet, isHeadings, pasteCells, targetOf, titlesOfMarkers } from './import-sheet';

const track = (trackNumber: number, title: string): TrackMetadata => ({
  trackId: `t${trackNumber}`,
  trackNumber,
  title,
  version: '',
  artist: '',
  featured: '',
  composers: '',
  explicit: '',
  lyrics: '',
  isrc: '',
  isrcInstrumental: '',
  isrcClean: '',
  isrcEdit: '',
});
const tracks = [track(1, 'Ember'), track(2, 'Ash'), track(3, 'Über')];
const read = (text: string) => {
  const table = parseDelimited(text);
  const titles = titlesOfMarkers(table);
  return titles ? importSheet(titles, tracks, ['track.title']) : importSheet(table, tracks);
};

describe('cells', () => {
  it.each([
    [
      'commas',
      'a,b\r\nc,"d, ""e"""',
      [
        ['a', 'b'],
        ['c', 'd, "e"'],
      ],
    ],
    [
      'semicolons, a byte order mark and lines within quotes',
      '\ufeff"a";b\n"1\n2";c;d',
      [
        ['a', 'b'],
        ['1\n2', 'c', 'd'],
      ],
    ],
    [
      'a clipboard',
      'a\tb, c\r\n\r\n\td',
      [
        ['a', 'b, c'],
        ['', 'd'],
      ],
    ],
    ['an apostrophe before a formula', `"'=SUM(A1)";'-3;it's`, [['=SUM(A1)', '-3', 'it’s'.replace('’', "'")]]],
    ['nothing', '', []],
  ])('of %s', (_what, text, cells) => {
    expect(parseDelimited(text)).toEqual(cells);
  });
});

describe('an imported sheet', () => {
  it('finds its tracks by number and the release in the first line that names it', () => {
    const { edits, notes } = read(
      'Track;Title;ISRC;Explicit;UPC;Release Date;℗ line\n2;Ashes;GBABC2600012;yes;5012345678900;27.11.2026;2026 X\n1;;GBABC2600011;;;',
    );
    expect(edits).toEqual({
      release: { upc: '5012345678900', releaseDate: '2026-11-27', pLine: '2026 X' },
      tracks: { t2: { title: 'Ashes', isrc: 'GBABC2600012', explicit: 'explicit' }, t1: { isrc: 'GBABC2600011' } },
    });
    expect(notes).toEqual([]);
  });

  it('finds them by title, otherwise by order', () => {
    expect(read('Title,ISRC\nuber,GBABC2600013\nNew name,GBABC2600012').edits.tracks).toEqual({
      t3: { title: 'uber', isrc: 'GBABC2600013' },
      t2: { title: 'New name', isrc: 'GBABC2600012' },
    });
  });

  it('takes the titles from a list of markers', () => {
    const markers = [
      'Number;Type;Name;Time;Comment',
      '1;CD Track Start;Embers;0:02;',
      '2;Generic;Check this;0:30;too loud',
      '3;CD Track Splice;Ashes;3:10;',
      '4;CD Track Index;;3:30;',
      '5;CD Track End;Ashes;6:00;',
    ].join('\n');
    expect(read(markers)).toEqual({
      edits: { release: {}, tracks: { t1: { title: 'Embers' }, t2: { title: 'Ashes' } } },
      notes: [],
    });
    expect(() => read('Type;Name\nGeneric;x')).toThrow('must name the columns');
  });

  it('ignores placeholders that a program has left in its template', () => {
    const left = 'Track\tTitle\tISRC\n$TRACK_NUM\tEmbers\t$TRACK_ISRC\n$TRACK_NUM\tAshes\t$TRACK_ISRC';
    expect(read(left)).toEqual({
      edits: { release: {}, tracks: { t1: { title: 'Embers' }, t2: { title: 'Ashes' } } },
      notes: ['Not understood: “$TRACK_NUM”, “$TRACK_ISRC”.'],
    });
  });

  it('lists what it left out', () => {
    expect(read('Track,ISRC,BPM,Explicit\n9,GBABC2600019,120,\n1,,,maybe').notes).toEqual([
      'The project has no track for 9.',
      'Not imported: BPM.',
      'Not understood: “maybe”.',
    ]);
  });

  it('takes columns as they were chosen, and no cell whose characters were lost', () => {
    const table = parseDelimited('Pos,Song Title,ISRC Code,Artist\n2,Ashes,GBABC2600012,Beyonc\ufffd\n1,Embers,,X');
    const chosen = { songtitle: 'track.title', isrccode: 'track.isrc', pos: 'number' } as const;
    const targets = table[0]!.map((heading) => targetOf(heading, chosen));
    expect(importSheet(table, tracks, targets)).toEqual({
      edits: {
        release: {},
        tracks: { t2: { title: 'Ashes', isrc: 'GBABC2600012' }, t1: { title: 'Embers', artist: 'X' } },
      },
      notes: ['Not understood: “Beyonc\ufffd”.'],
    });
  });

  it('leaves out columns whose headings are names of JavaScript’s own', () => {
    expect(['Constructor', 'To String'].map((heading) => targetOf(heading))).toEqual(['none', 'none']);
  });

  it('is refused without headings and with 10,000 lines', () => {
    expect(() => read('1,Ember\n2,Ash')).toThrow('must name the columns');
    expect(() => read(`Track,Title\n${'1,Ember\n'.repeat(10_000)}`)).toThrow('This file has 10,000 lines');
  });
});

it('pasted cells fill the table to the right and down', () => {
  const fields = ['title', 'version', 'isrc'] as const;
  const cells = parseDelimited('Live\tGBABC2600012\tand, so, on\nEdit\tGBABC2600013\nbelow\tit', '\t');
  expect(pasteCells(cells, tracks, [...fields], { trackId: 't2', field: 'version' }).tracks).toEqual({
    t2: { version: 'Live', isrc: 'GBABC2600012' },
    t3: { version: 'Edit', isrc: 'GBABC2600013' },
  });
  expect(isHeadings(['Title', 'ISRC'])).toBe(true);
  expect(isHeadings(['Ember', 'GBABC2600012'])).toBe(false);
});

it('a value that the sheet has already does not count as a change', () => {
  const base = { release: { label: 'X' }, tracks } as unknown as Metadata;
  const edits = withEdits(base, noEdits, {
    release: { label: 'Y' },
    tracks: { t1: { title: 'Embers' }, gone: { title: 'x' } },
  });
  expect(countOf(edits)).toBe(2);
  expect(edited(base, edits).tracks[0]!.title).toBe('Embers');
  expect(withEdits(base, edits, { release: { label: 'X' }, tracks: { t1: { title: 'Ember' } } })).toEqual(noEdits);
});
