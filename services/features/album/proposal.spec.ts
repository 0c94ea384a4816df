import { describe, expect, it } from '@jest/globals';
import { applied, changeOf, goneFrom } from './proposal.js';

const tracks = (letters: string) => [...letters].map((trackId) => ({ trackId, title: `Song ${trackId}` }));
const named = (letters: string, titles: Record<string, string>) =>
  tracks(letters).map((track) => ({ ...track, title: titles[track.trackId] ?? track.title }));
const orderOf = (list: { trackId: string }[]) => list.map(({ trackId }) => trackId).join('');
const movedIn = (list: { trackId: string; moved: boolean }[]) => orderOf(list.filter(({ moved }) => moved));

describe('a proposal', () => {
  it('stores only what it changes', () => {
    expect(changeOf(tracks('abc'), tracks('abc'))).toBeNull();
    expect(changeOf(tracks('abc'), named('abc', { b: 'Intro' }))).toEqual({ order: null, titles: { b: 'Intro' } });
    expect(changeOf(tracks('abc'), tracks('cab'))).toEqual({ order: tracks('cab'), titles: {} });
  });

  it('marks the tracks that were moved, not those that only make room', () => {
    const first = applied(tracks('abcd'), changeOf(tracks('abcd'), tracks('dabc'))!);
    expect(first.map(({ trackId, place }) => [trackId, place])).toEqual([
      ['d', 4],
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    expect(movedIn(first)).toBe('d');
    expect(movedIn(applied(tracks('abcd'), changeOf(tracks('abcd'), tracks('abdc'))!))).toHaveLength(1);
  });

  it('keeps later changes of titles and order that it does not change itself', () => {
    const titlesOnly = changeOf(tracks('abc'), named('abc', { b: 'Intro' }))!;
    const now = applied(named('cba', { a: 'Outro' }), titlesOnly);
    expect(now.map(({ title }) => title)).toEqual(['Song c', 'Intro', 'Outro']);
    const orderOnly = changeOf(tracks('abc'), tracks('bca'))!;
    expect(applied(named('abc', { a: 'Outro' }), orderOnly).map(({ title }) => title)).toEqual([
      'Song b',
      'Song c',
      'Outro',
    ]);
  });

  it('leaves out deleted tracks and lists them, and puts new ones after the track that they follow', () => {
    const proposal = changeOf(tracks('abcd'), named('dcba', { b: 'Intro' }))!;
    expect(orderOf(applied(tracks('axcde'), proposal))).toBe('decax');
    expect(orderOf(applied(tracks('xabcd'), proposal))).toBe('xdcba');
    expect(goneFrom(tracks('axcde'), proposal)).toEqual(['Intro']);
    expect(applied([], proposal)).toEqual([]);
  });

  it('of 99 tracks is compared', () => {
    const many = Array.from({ length: 99 }, (_, index) => ({ trackId: String(index), title: 'x'.repeat(120) }));
    const reversed = applied(many, changeOf(many, many.toReversed())!);
    expect(reversed.filter(({ moved }) => moved)).toHaveLength(98);
  });
});
