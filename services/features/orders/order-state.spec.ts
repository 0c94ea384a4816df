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
const cells = (state: ReturnType<typeof orderState>, n: number) =>
  state.tracks[n]!.cells.filter((cell) => cell.isOrdered || cell.state !== null);

describe('the state of an order', () => {
  it('is empty without an order, but shows what is there', () => {
    const state = orderState([quote(line({}))], [track(1, [{ fileId: 'file' }])], []);
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
    const state = orderState([quote(line({ ordered: 'streaming_master' }))], tracks, []);
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

  it('keeps a format of some tracks to those', () => {
    const state = orderState(
      [quote(line({ ordered: 'vinyl_master', trackIds: ['track 2'] }))],
      [track(1), track(2)],
      [],
    );
    expect(state.missing).toEqual(['Vinyl Master of “Song 2”']);
  });

  it('asks for further tracks when more are ordered than there are', () => {
    const lines = [line({ ordered: 'streaming_master', quantity: 3 })];
    expect(orderState([quote(...lines)], [], []).missing).toEqual(['Streaming Master of 3 more tracks']);
    const released = [1, 2].map((n) => track(n, [{ fileId: `file ${n}` }]));
    const state = orderState([quote(...lines)], released, []);
    expect(state.further).toEqual([{ kind: 'streaming_master', count: 1, quoteIds: ['first'] }]);
    expect(state.missing).toEqual(['Streaming Master of 1 more track']);
  });

  it('adds extra work to the first order', () => {
    const extra = { quoteId: 'extra', lines: [line({ ordered: 'streaming_master' }), line({ ordered: 'ddp' })] };
    const state = orderState(
      [quote(line({ ordered: 'streaming_master' })), extra],
      [track(1, [{ fileId: 'file' }])],
      [],
    );
    expect(state.missing).toEqual(['Streaming Master of 1 more track', 'DDP image']);
    expect(state.tracks[0]!.cells[0]!.quoteIds).toEqual(['first', 'extra']);
  });

  it('ignores tracks that were deleted after the order', () => {
    const state = orderState([quote(line({ ordered: 'cd_master', trackIds: ['gone'] }))], [track(1)], []);
    expect(state.missing).toEqual([]);
  });

  it('counts something for the album as received once it is released', () => {
    const quotes = [quote(line({ ordered: 'ddp' }))];
    const staged = { kind: 'ddp', id: 'image', isReleased: false } as const;
    expect(orderState(quotes, [], [staged])).toMatchObject({ missing: ['DDP image'] });
    const state = orderState(quotes, [], [staged, { ...staged, id: 'final', isReleased: true }]);
    expect(state.missing).toEqual([]);
    expect(state.album.find(({ kind }) => kind === 'ddp')).toMatchObject({ state: 'released', fileId: 'final' });
  });
});
