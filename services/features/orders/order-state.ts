import { type OrderedKind, orderedKinds, orderedLabel, type SlotType, slotTypes } from '../../platform/domain-words.js';
import { isFormat, type OrderLine } from './order-lines.lib.js';

export interface AgreedQuote {
  quoteId: string;
  lines: OrderLine[];
}

/** A slot of a track, as far as an order is concerned. */
export interface SlotState {
  slotType: SlotType;
  stagingFileId: string | null;
  fileId: string | null;
  approved: boolean;
}

export interface TrackState {
  id: string;
  trackNumber: number;
  title: string;
  slots: SlotState[];
}

/** A file for the whole album, such as a DDP image. */
export interface AlbumFile {
  kind: OrderedKind;
  id: string;
  isReleased: boolean;
  /** The album has changed since it was made. */
  isOutdated: boolean;
  /** The side of the record that it is; null for anything else. */
  side: string | null;
  /** The disc that it was compared with; null if that is not known. */
  disc: number | null;
}

export interface AlbumState {
  files: readonly AlbumFile[];
  /** Number of the album's discs, the discs whose DDP is made as the album is now, and the number made only before. */
  discs: number;
  madeDiscs: readonly number[];
  outdatedDiscs: number;
  /** The album's sides, and those of them that can be made of the approved vinyl masters. */
  sides: readonly string[];
  madeSides: readonly string[];
}

type State = 'missing' | 'staged' | 'released' | 'approved';

export interface Cell {
  kind: OrderedKind;
  isOrdered: boolean;
  /** Null where nothing is ordered and nothing is there. */
  state: State | null;
  /** How many are ordered, or as many as the album needs; always one for a format of a track. */
  wanted: number;
  received: number;
  /** More was received, but the album has changed since. Only for things of the album. */
  isOutdated: boolean;
  /** Errors that checks have found in what was received. It counts all the same. Only for things of the album. */
  errors: string[];
  stagingFileId: string | null;
  fileId: string | null;
  /** The accepted quotes that order it. */
  quoteIds: string[];
}

export interface OrderState {
  /** Tracks by number, each with the formats in their order. */
  tracks: (Omit<TrackState, 'slots'> & { cells: Cell[] })[];
  /** Formats that are ordered for more tracks than there are. */
  further: { kind: OrderedKind; count: number; quoteIds: string[] }[];
  album: Cell[];
  /** Everything that is ordered and not released, in words. */
  missing: string[];
}

/**
 * Compares what the accepted quotes order with what is staged, released and approved. `errors` are those of checks, by
 * file.
 */
export function orderState(
  quotes: readonly AgreedQuote[],
  tracks: readonly TrackState[],
  albumState: AlbumState,
  errors: ReadonlyMap<string, readonly string[]> = new Map(),
): OrderState {
  const lines = quotes.flatMap(({ quoteId, lines }) => lines.map((line) => ({ ...line, quoteId })));
  const rows = [...tracks]
    .sort((one, other) => one.trackNumber - other.trackNumber)
    .map(({ slots, ...track }) => ({
      ...track,
      cells: slotTypes.map((kind) => {
        const orders = lines.filter(
          ({ ordered, trackIds }) => ordered === kind && (trackIds.length === 0 || trackIds.includes(track.id)),
        );
        return cellOf(kind, orders, slots.find(({ slotType }) => slotType === kind) ?? null);
      }),
    }));
  const further = slotTypes.flatMap((kind) => {
    const orders = lines.filter(({ ordered, trackIds }) => ordered === kind && trackIds.length === 0);
    const count = sumOfQuantities(orders) - tracks.length;
    return count > 0 ? [{ kind, count, quoteIds: idsOf(orders) }] : [];
  });
  const album = orderedKinds
    .filter((kind) => !isFormat(kind))
    .map((kind) => {
      const orders = lines.filter(({ ordered }) => ordered === kind);
      return albumCell(kind, orders, albumState, errors);
    });
  const missing = [
    ...rows.flatMap(({ title, cells }) =>
      cells.filter(isMissing).map(({ kind }) => `${orderedLabel(kind)} of “${title}”`),
    ),
    ...further.map(({ kind, count }) => `${orderedLabel(kind)} of ${count} more ${count === 1 ? 'track' : 'tracks'}`),
    ...album.filter(isMissing).map(({ kind, wanted, received, isOutdated }) => {
      const facts = [received > 0 && `${received} of ${wanted} released`, isOutdated && 'out of date'].filter(Boolean);
      return facts.length > 0 ? `${orderedLabel(kind)} (${facts.join(', ')})` : orderedLabel(kind);
    }),
  ];
  return { tracks: rows, further, album, missing };
}

const isMissing = ({ isOrdered, state }: Cell): boolean => isOrdered && (state === 'missing' || state === 'staged');

const sumOfQuantities = (orders: readonly { quantity: number }[]): number =>
  orders.reduce((sum, { quantity }) => sum + quantity, 0);

const idsOf = (orders: readonly { quoteId: string }[]): string[] => [...new Set(orders.map(({ quoteId }) => quoteId))];

function cellOf(
  kind: OrderedKind,
  orders: readonly { quoteId: string }[],
  slot: Omit<SlotState, 'slotType'> | null,
): Cell {
  const isOrdered = orders.length > 0;
  const { fileId = null, stagingFileId = null, approved = false } = slot ?? {};
  const received = approved ? 'approved' : 'released';
  const open = stagingFileId ? 'staged' : isOrdered ? 'missing' : null;
  return {
    kind,
    isOrdered,
    state: fileId ? received : open,
    wanted: 1,
    received: fileId ? 1 : 0,
    isOutdated: false,
    errors: [],
    stagingFileId,
    fileId,
    quoteIds: idsOf(orders),
  };
}

function albumCell(
  kind: OrderedKind,
  orders: readonly { quoteId: string; quantity: number }[],
  { files, discs, madeDiscs, outdatedDiscs, sides, madeSides }: AlbumState,
  errors: ReadonlyMap<string, readonly string[]>,
): Cell {
  const own = files.filter((file) => file.kind === kind);
  const released = own.filter(({ isReleased, isOutdated }) => isReleased && !isOutdated);
  const staged = own.find(({ isReleased }) => !isReleased)?.id ?? null;
  const parts = { ddp: discs, vinyl_sides: sides.length }[kind as string] ?? 0;
  const wanted = Math.max(1, parts, sumOfQuantities(orders));
  const received =
    kind === 'ddp'
      ? countOfDdps(released, madeDiscs, Math.ceil(wanted / Math.max(1, discs)))
      : kind === 'vinyl_sides'
        ? countOfSides(released, sides, madeSides)
        : released.length;
  const isOrdered = orders.length > 0;
  const isHere = isOrdered ? received >= wanted : received > 0;
  const open = staged ? 'staged' : isOrdered ? 'missing' : null;
  return {
    kind,
    isOrdered,
    state: isHere ? 'released' : open,
    wanted,
    received,
    errors: [...new Set(released.flatMap(({ id }) => errors.get(id) ?? []))],
    isOutdated: !isHere && (own.some(({ isOutdated }) => isOutdated) || (kind === 'ddp' && outdatedDiscs > 0)),
    stagingFileId: staged,
    fileId: released[0]?.id ?? null,
    quoteIds: idsOf(orders),
  };
}

/** DDPs of one disc count as often as each disc is ordered, and so does every DDP whose disc is not known. */
function countOfDdps(released: readonly AlbumFile[], madeDiscs: readonly number[], copies: number): number {
  const discs = released.flatMap(({ disc }) => disc ?? []);
  const known = [...new Set([...discs, ...madeDiscs])].map((disc) =>
    Math.min(copies, Math.max(discs.filter((each) => each === disc).length, madeDiscs.includes(disc) ? 1 : 0)),
  );
  return known.reduce((sum, count) => sum + count, 0) + released.length - discs.length;
}

/** Each side counts once. One that the album does not have counts only while the album has no sides. */
function countOfSides(released: readonly AlbumFile[], sides: readonly string[], madeSides: readonly string[]): number {
  const named = released.flatMap(({ side }) =>
    side !== null && (sides.length === 0 || sides.includes(side)) ? [side] : [],
  );
  const unnamed = released.filter(({ side }) => side === null).length;
  return new Set([...named, ...madeSides]).size + unnamed;
}
