import { describe, expect, it } from '@jest/globals';
import type { OrderLine } from './order-lines.lib.js';
import { orderState, type SlotState, type TrackState } from './order-state.js';

const line = (given: Partial<OrderLine>): OrderLine => ({
  description: 'Mastering',
  quantity: 1,
  unitCents: 100,
  ordered: null,
  trackIds: [],
  ...given,
});
const track = (n: number, slots: Partial<SlotState>[] = []): TrackState => ({
  id: `track ${n}`,
  trackNumber: n,
  title: `Song ${n}`,
  slots: slots.map((slot) => ({
    slotType: 'streaming_master',
    stagingFileId: null,
    fileId: null,
    approved: false,
    ...slot,
  })),
});
const quote = (...lines: OrderLine[]) => ({ quoteId: 'first', lines });
const ALBUM = { files: [], discs: 1, madeDiscs: [], outdatedDiscs: 0, sides: [], madeSides: [] };
const cells = (state: ReturnType<typeof orderState>, n: number) =>
  state.tracks[n]!.cells.filter((cell) => cell.isOrdered || cell.state !== null);

describe('the state of an order', () => {
  it('is empty without an order, but shows what is there', () => {
    const state = orderState([quote(line({}))], [track(1, [{ fileId: 'file' }])], ALBUM);
    expect(cells(state, 0)).toMatchObject([{ kind: 'streaming_master', isOrdered: false, state: 'released' }]);
    expect(state.missing).toEqual([]);
  });

  it('says for each ordered cell how far it is', () => {
    const tracks = [
      track(2, [{ stagingFileId: 'staged' }]),
      track(1),
      track(3, [{ fileId: 'file', stagingFileId: 'next' }]),
      track(4, [{ fileId: 'file', approved: true }]),
    ];
    const state = orderState([quote(line({ ordered: 'streaming_master' }))], tracks, ALBUM);
    expect(state.tracks.map(({ title }) => title)).toEqual(['Song 1', 'Song 2', 'Song 3', 'Song 4']);
    expect(state.tracks.map((_, n) => cells(state, n)[0]!.state)).toEqual([
      'missing',
      'staged',
      'released',
      'approved',
    ]);
    expect(state.tracks[2]!.cells[0]).toMatchObject({ fileId: 'file', stagingFileId: 'next', quoteIds: ['first'] });
    expect(state.missing).toEqual(['Streaming Master of “Song 1”', 'Streaming Master of “Song 2”']);
  });

  it('limits a format that is ordered for some tracks to those', () => {
    const state = orderState(
      [quote(line({ ordered: 'vinyl_master', trackIds: ['track 2'] }))],
      [track(1), track(2)],
      ALBUM,
    );
    expect(state.missing).toEqual(['Vinyl Master of “Song 2”']);
  });

  it('asks for further tracks when more are ordered than there are', () => {
    const lines = [line({ ordered: 'streaming_master', quantity: 3 })];
    expect(orderState([quote(...lines)], [], ALBUM).missing).toEqual(['Streaming Master of 3 more tracks']);
    const released = [1, 2].map((n) => track(n, [{ fileId: `file ${n}` }]));
    const state = orderState([quote(...lines)], released, ALBUM);
    expect(state.further).toEqual([{ kind: 'streaming_master', count: 1, quoteIds: ['first'] }]);
    expect(state.missing).toEqual(['Streaming Master of 1 more track']);
  });

  it('adds extra work to the first order', () => {
    const extra = { quoteId: 'extra', lines: [line({ ordered: 'streaming_master' }), line({ ordered: 'ddp' })] };
    const state = orderState(
      [quote(line({ ordered: 'streaming_master' })), extra],
      [track(1, [{ fileId: 'file' }])],
      ALBUM,
    );
    expect(state.missing).toEqual(['Streaming Master of 1 more track', 'DDP image']);
    expect(state.tracks[0]!.cells[0]!.quoteIds).toEqual(['first', 'extra']);
  });

  it('ignores tracks that were deleted after the order', () => {
    const state = orderState([quote(line({ ordered: 'cd_master', trackIds: ['gone'] }))], [track(1)], ALBUM);
    expect(state.missing).toEqual([]);
  });

  const albumCell = (state: ReturnType<typeof orderState>, kind: string) => {
    return state.album.find((cell) => cell.kind === kind)!;
  };

  it('counts something for the album as received once it is released', () => {
    const quotes = [quote(line({ ordered: 'atmos' }))];
    const staged = { kind: 'atmos', id: 'mix', isReleased: false, isOutdated: false, side: null, disc: null } as const;
    const before = orderState(quotes, [], { ...ALBUM, files: [staged] });
    expect(before.missing).toEqual(['Dolby Atmos']);
    expect(albumCell(before, 'atmos')).toMatchObject({ state: 'staged', stagingFileId: 'mix', received: 0 });
    const after = orderState(quotes, [], { ...ALBUM, files: [{ ...staged, id: 'final', isReleased: true }, staged] });
    expect(after.missing).toEqual([]);
    expect(albumCell(after, 'atmos')).toMatchObject({ state: 'released', fileId: 'final', stagingFileId: 'mix' });
  });

  it('counts a DDP that is made of the masters, and asks for one of each disc', () => {
    const quotes = [quote(line({ ordered: 'ddp' }))];
    const made = orderState(quotes, [], { ...ALBUM, discs: 2, madeDiscs: [1] });
    expect(made.missing).toEqual(['DDP image (1 of 2 released)']);
    const both = orderState(quotes, [], { ...ALBUM, discs: 2, madeDiscs: [1, 2] });
    expect(both.missing).toEqual([]);
    expect(albumCell(both, 'ddp')).toMatchObject({ state: 'released', fileId: null, wanted: 2, received: 2 });
  });

  it('does not count a DDP from before the album changed', () => {
    const quotes = [quote(line({ ordered: 'ddp' }))];
    const made = orderState(quotes, [], { ...ALBUM, discs: 2, madeDiscs: [1], outdatedDiscs: 1 });
    expect(made.missing).toEqual(['DDP image (1 of 2 released, out of date)']);
    expect(albumCell(made, 'ddp')).toMatchObject({ state: 'missing', isOutdated: true });
    const old = { kind: 'ddp', id: 'old', isReleased: true, isOutdated: true, side: null, disc: null } as const;
    const uploaded = orderState(quotes, [], { ...ALBUM, files: [old] });
    expect(uploaded.missing).toEqual(['DDP image (out of date)']);
    const both = orderState(quotes, [], { ...ALBUM, files: [old, { ...old, id: 'new', isOutdated: false }] });
    expect(both.missing).toEqual([]);
    expect(albumCell(both, 'ddp')).toMatchObject({ state: 'released', isOutdated: false, fileId: 'new' });
  });

  it('counts two DDPs of one disc once', () => {
    const quotes = [quote(line({ ordered: 'ddp' }))];
    const ofDisc = (id: string, disc: number | null) =>
      ({ kind: 'ddp', id, isReleased: true, isOutdated: false, side: null, disc }) as const;
    const missingWith = (...files: ReturnType<typeof ofDisc>[]) =>
      orderState(quotes, [], { ...ALBUM, discs: 2, files }).missing;
    expect(missingWith(ofDisc('a', 1), ofDisc('b', 1))).toEqual(['DDP image (1 of 2 released)']);
    expect(missingWith(ofDisc('a', 1), ofDisc('b', 2))).toEqual([]);
    expect(missingWith(ofDisc('a', null), ofDisc('b', null))).toEqual([]);
    expect(missingWith(ofDisc('both', 1), ofDisc('both', 2))).toEqual([]);
    const oneMade = { ...ALBUM, discs: 2, madeDiscs: [1], files: [ofDisc('b', 2)] };
    expect(orderState(quotes, [], oneMade).missing).toEqual([]);
    const two = [quote(line({ ordered: 'ddp', quantity: 2 }))];
    expect(orderState(two, [], { ...ALBUM, discs: 1, files: [ofDisc('a', 1), ofDisc('b', 1)] }).missing).toEqual([]);
  });

  const side = (id: string, name: string | null = null) =>
    ({ kind: 'vinyl_sides', id, isReleased: true, isOutdated: false, side: name, disc: null }) as const;

  it('asks for every side of the record, or as many as are ordered', () => {
    const set = [quote(line({ ordered: 'vinyl_sides' }))];
    const files = [side('a', 'A'), side('b', 'B')];
    const sides = ['A', 'B', 'C', 'D'];
    expect(orderState(set, [], { ...ALBUM, files, sides }).missing).toEqual(['Vinyl sides (2 of 4 released)']);
    expect(orderState(set, [], { ...ALBUM, files }).missing).toEqual([]);
    const three = [quote(line({ ordered: 'vinyl_sides', quantity: 3 }))];
    expect(orderState(three, [], { ...ALBUM, files }).missing).toEqual(['Vinyl sides (2 of 3 released)']);
    expect(orderState(three, [], ALBUM).missing).toEqual(['Vinyl sides']);
  });

  it('counts each side once, uploaded or made, and none that the album does not have', () => {
    const set = [quote(line({ ordered: 'vinyl_sides' }))];
    const receivedOf = (files: ReturnType<typeof side>[], madeSides: string[] = []) =>
      albumCell(orderState(set, [], { ...ALBUM, files, sides: ['A', 'B'], madeSides }), 'vinyl_sides').received;
    expect(receivedOf([side('one', 'A'), side('other', 'A')])).toBe(1);
    expect(receivedOf([side('one', 'A'), side('other', 'C')])).toBe(1);
    expect(receivedOf([side('one', 'A')], ['A'])).toBe(1);
    expect(receivedOf([side('one', 'A')], ['B'])).toBe(2);
    expect(receivedOf([side('one'), side('other')])).toBe(2);
    expect(receivedOf([], ['A', 'B'])).toBe(2);
  });

  it('counts what has errors as received, and names them', () => {
    const set = [quote(line({ ordered: 'vinyl_sides' }))];
    const files = [side('a', 'A'), side('b', 'B'), { ...side('c', 'C'), isReleased: false }];
    const errors = new Map([
      ['b', ['B.wav: Not found on it: Ash.']],
      ['c', ['C.wav: None of the tracks was found on it.']],
    ]);
    const state = orderState(set, [], { ...ALBUM, files, sides: ['A', 'B'] }, errors);
    expect(state.missing).toEqual([]);
    expect(albumCell(state, 'vinyl_sides')).toMatchObject({
      state: 'released',
      received: 2,
      errors: ['B.wav: Not found on it: Ash.'],
    });
  });
});
