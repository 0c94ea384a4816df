import { describe, expect, it } from '@jest/globals';
import { arranged, discHead, type Draft, draftOf, isSame, placesOf, rowIdsOf, sideHead } from './arrangement';

const track = (trackId: string, disc: number, side: string | null) => ({
  trackId,
  trackNumber: 1,
  title: trackId,
  disc,
  side,
  gapFrames: 150,
  ownGapFrames: null,
});
const record = [track('a', 1, 'A'), track('b', 1, 'A'), track('c', 1, 'B'), track('d', 2, 'C')];
const shown = (draft: Draft) => placesOf(draft).map(({ trackId, disc, side }) => `${trackId}${disc}${side ?? ''}`);

describe('the draft of an album', () => {
  it('keeps discs and sides', () => {
    const draft = draftOf(record);
    expect(shown(draft)).toEqual(['a1A', 'b1A', 'c1B', 'd2C']);
    expect(rowIdsOf(draft)).toEqual(['a', 'b', sideHead('c'), 'c', discHead('d'), sideHead('d'), 'd']);
    expect(isSame(draft, draftOf(record))).toBe(true);
  });

  it('moves a track to the next side when it passes the head of that side', () => {
    const draft = draftOf(record);
    expect(shown(arranged(draft, ['a', sideHead('c'), 'b', 'c', discHead('d'), sideHead('d'), 'd']))).toEqual([
      'a1A',
      'b1B',
      'c1B',
      'd2C',
    ]);
  });

  it('ends a side without tracks', () => {
    const draft = draftOf(record);
    expect(shown(arranged(draft, ['a', 'b', 'd', sideHead('c'), 'c', discHead('d'), sideHead('d')]))).toEqual([
      'a1A',
      'b1A',
      'd1A',
      'c1B',
    ]);
  });

  it('has no sides when they are switched off, and may be empty', () => {
    expect(shown({ ...draftOf(record), hasSides: false })).toEqual(['a1', 'b1', 'c1', 'd2']);
    expect(shown(draftOf([]))).toEqual([]);
  });
});
