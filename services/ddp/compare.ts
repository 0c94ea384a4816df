import { isSilent, loudEnd, loudPassage, type Pcm, peakOf, QUIET, READ_BYTES, readWithin, viewOf } from './pcm.js';
import { FIRST_GAP, FRAME_BYTES, SAMPLE_BYTES, SAMPLES_A_FRAME } from './time.js';

/** How a track of an image compares with its master. */
export interface Comparison {
  /** Every sample of the master is in the image, at its place or moved as a whole. */
  isSame: boolean;
  /** Samples by which the master begins after index 01; negative if before. */
  offsetSamples: number;
  /** Samples of the master that differ or are missing, as a share from 0 to 1. */
  differs: number;
  /** Seconds from the start of the master to the first difference; null without one. */
  firstS: number | null;
  /** Samples from index 01 to the first sound of the master that is more than dither; null if there is only dither. */
  soundOffset: number | null;
  /** Samples from index 01 to the end of its last sound that is more than dither; null if there is only dither. */
  soundEnd: number | null;
}

/** Sound of an image that is in no master, in bytes of the image. Silence of less than a second does not divide it. */
export interface StraySound {
  from: number;
  to: number;
  /** The largest sample, of at most 32768. */
  peak: number;
}

/** Where a track of an image is, in bytes. */
export interface TrackRange {
  /** Index 01. */
  start: number;
  /** From index 01 to the beginning of its master; null if that was not found. */
  offset: number | null;
  /** All sound from here on and up to `to` is that of the track. */
  from: number;
  to: number;
}

/** Sound may begin up to two seconds before or after index 01. */
const REACH = FIRST_GAP * FRAME_BYTES;
/** Where a passage is taken from the master to be found in the image, as shares of its length. */
const PLACES = [0, 0.1, 0.5, 0.9];
const RATE = 44_100;
/** Digital silence of this length divides strays. */
const DIVIDE_BYTES = RATE * SAMPLE_BYTES;

/**
 * The ranges of all tracks. Each is from its index 01 to that of the next, but a master that reaches over one is sound of
 * its own track. What precedes index 01 of the first track belongs to that. `end` is the next track's index 01.
 */
export async function trackRanges(
  image: Pcm,
  tracks: readonly ({ start: number; end: number; master: Pcm | null } | null)[],
): Promise<(TrackRange | null)[]> {
  const placed: ({ offset: number; first: number; last: number } | null)[] = [];
  for (const track of tracks) {
    // Gapless tracks of one tone are alike everywhere: a master begins after the one before it if it can.
    const after = placed.at(-1)?.last ?? 0;
    const offset = track?.master
      ? ((await findMaster(image, track.start, track.master, after)) ??
        (await findMaster(image, track.start, track.master)))
      : null;
    if (offset === null) {
      placed.push(null);
      continue;
    }
    const first = track!.start + offset;
    placed.push({ offset, first, last: first + track!.master!.sizeBytes });
  }
  return tracks.map((track, at) => {
    if (!track) return null;
    const { start, end } = track;
    return {
      start,
      offset: placed[at]?.offset ?? null,
      from: at === 0 ? 0 : Math.max(start, placed[at - 1]?.last ?? start),
      to: Math.min(end, placed[at + 1]?.first ?? end),
    };
  });
}

/** Compares a track of an image with its master. */
export async function compareTrack(image: Pcm, range: TrackRange, master: Pcm): Promise<Comparison> {
  const offset = range.offset ?? 0;
  const { different, firstAt } = await differencesFrom(image, range.start + offset, master);
  const sound = await loudPassage(master, 0);
  const end = sound?.isLoud ? await loudEnd(master) : null;
  const samples = master.sizeBytes / SAMPLE_BYTES;
  return {
    isSame: different === 0,
    offsetSamples: offset / SAMPLE_BYTES,
    differs: samples === 0 ? 0 : different / samples,
    firstS: firstAt === null ? null : firstAt / SAMPLE_BYTES / RATE,
    soundOffset: sound?.isLoud ? (offset + sound.at) / SAMPLE_BYTES : null,
    soundEnd: end === null ? null : (offset + end) / SAMPLE_BYTES,
  };
}

/** Whether the sound begins more than a frame before index 01, where a player that goes to the track cuts it off. */
export const isCutByIndex = ({ soundOffset }: Pick<Comparison, 'soundOffset'>): boolean =>
  soundOffset !== null && soundOffset < -SAMPLES_A_FRAME;

/** All sound of an image outside the given ranges, which are those of masters or have no master to compare with. */
export async function straySounds(image: Pcm, known: readonly { from: number; to: number }[]): Promise<StraySound[]> {
  const strays: StraySound[] = [];
  const scan = async (from: number, to: number) => {
    for (let at = from; at < to; at += READ_BYTES) {
      const chunk = viewOf(await image.read(at, Math.min(at + READ_BYTES, to)));
      if (isSilent(chunk)) continue;
      for (let byte = 0; byte + SAMPLE_BYTES <= chunk.byteLength; byte += SAMPLE_BYTES) {
        const peak = peakOf(chunk, byte);
        if (peak === 0) continue;
        const last = strays.at(-1);
        if (last && last.to >= from && at + byte - last.to < DIVIDE_BYTES) {
          last.to = at + byte + SAMPLE_BYTES;
          last.peak = Math.max(last.peak, peak);
        } else strays.push({ from: at + byte, to: at + byte + SAMPLE_BYTES, peak });
      }
    }
  };
  let at = 0;
  for (const { from, to } of known.toSorted((one, other) => one.from - other.from)) {
    await scan(at, Math.min(from, image.sizeBytes));
    at = Math.max(at, to);
  }
  await scan(at, image.sizeBytes);
  return strays;
}

/** Samples of a master that differ from the image from `first` on, and the byte of its first difference. */
async function differencesFrom(
  image: Pcm,
  first: number,
  master: Pcm,
): Promise<{ different: number; firstAt: number | null }> {
  // Silence outside the image is missing too.
  const begin = Math.min(master.sizeBytes, Math.max(0, -first));
  const end = Math.max(begin, Math.min(master.sizeBytes, image.sizeBytes - first));
  let different = (begin + master.sizeBytes - end) / SAMPLE_BYTES;
  let firstAt: number | null = begin > 0 ? 0 : null;
  for (let at = begin; at < end; at += READ_BYTES) {
    const to = Math.min(at + READ_BYTES, end);
    const [own, other] = await Promise.all([master.read(at, to), image.read(first + at, first + to)]);
    if (Buffer.compare(own, other) === 0) continue;
    const { count, firstByte } = differences(own, other);
    different += count;
    firstAt ??= firstByte === null ? null : at + firstByte;
  }
  if (end < master.sizeBytes) firstAt ??= end;
  return { different, firstAt };
}

/** Samples of the track's sound before and after a master that begins at `first`. */
async function soundBeside(
  image: Pcm,
  { from, to }: TrackRange,
  first: number,
  { sizeBytes }: Pcm,
): Promise<{ before: number; after: number }> {
  return {
    before: await soundBetween(image, from, first),
    after: await soundBetween(image, first + sizeBytes, to),
  };
}

/** Samples of which one of the channels differs. */
function differences(own: Uint8Array, other: Uint8Array): { count: number; firstByte: number | null } {
  let count = 0;
  let firstByte: number | null = null;
  for (let at = 0; at < own.length; at += SAMPLE_BYTES) {
    if (
      own[at] === other[at] &&
      own[at + 1] === other[at + 1] &&
      own[at + 2] === other[at + 2] &&
      own[at + 3] === other[at + 3]
    ) {
      continue;
    }
    count += 1;
    firstByte ??= at;
  }
  return { count, firstByte };
}

/**
 * Bytes from index 01 to the start of the master. If it is not there, some of its passages are searched within two
 * seconds, and the nearest counts that begins at the byte `after` or later; null if there is none.
 */
async function findMaster(image: Pcm, start: number, master: Pcm, after = -Infinity): Promise<number | null> {
  for (const share of PLACES) {
    const passage = await loudPassage(master, Math.floor(master.sizeBytes * share));
    // Silence is everywhere: a silent master begins after what precedes it.
    if (!passage && share === 0) return Math.max(0, after - start);
    if (!passage) continue;
    const { at, bytes } = passage;
    const from = start + at - REACH;
    const window = await readWithin(image, from, start + at + REACH + bytes.length);
    const there = Buffer.from(window.buffer, window.byteOffset, window.length);
    if (start >= after && there.subarray(REACH, REACH + bytes.length).equals(bytes)) return 0;
    let nearest: number | null = null;
    for (let found = there.indexOf(bytes); found >= 0; found = there.indexOf(bytes, found + 1)) {
      const offset = found - REACH;
      if (found % SAMPLE_BYTES !== 0 || start + offset < after) continue;
      if (nearest === null || Math.abs(offset) < Math.abs(nearest)) nearest = offset;
    }
    if (nearest !== null) return nearest;
  }
  return null;
}

/**
 * The samples of a master's sound that the image has at that place, and their share from 0 to 1: all of the master counts
 * but silence and dither. As in a comparison, the master may be moved by two seconds.
 */
async function soundHeld(image: Pcm, start: number, master: Pcm): Promise<{ samples: number; share: number }> {
  const offset = await findMaster(image, start, master);
  if (offset === null) return { samples: 0, share: 0 };
  const first = start + offset;
  const loud = { held: 0, all: 0 };
  const quiet = { held: 0, all: 0 };
  for (let at = 0; at < master.sizeBytes; at += READ_BYTES) {
    const to = Math.min(at + READ_BYTES, master.sizeBytes);
    const [own, other] = (await Promise.all([master.read(at, to), readWithin(image, first + at, first + to)])).map(
      viewOf,
    ) as [DataView, DataView];
    for (let byte = 0; byte + SAMPLE_BYTES <= own.byteLength; byte += SAMPLE_BYTES) {
      const peak = peakOf(own, byte);
      if (peak === 0) continue;
      const counted = peak > QUIET ? loud : quiet;
      counted.all += 1;
      if (own.getInt32(byte) === other.getInt32(byte)) counted.held += 1;
    }
  }
  const { held, all } = loud.all > 0 ? loud : quiet;
  return { samples: held, share: all === 0 ? 0 : held / all };
}

/** Another master that may be at the place of a track. */
export interface OtherMaster {
  pcm: Pcm;
  /** Versions of one track have much in common, so that only a whole one counts. Of another track, half is enough. */
  isSameTrack: boolean;
}

/** Whether sound of a master is in the image at the place of a track, which may be moved by two seconds. */
export const holdsMaster = async (image: Pcm, start: number, master: Pcm): Promise<boolean> =>
  (await loudPassage(master, 0)) !== null && (await findMaster(image, start, master)) !== null;

/** The other master that the image has at a track's place; null if it has none, or more of the track's own master. */
export async function heldMaster<T extends OtherMaster>(
  image: Pcm,
  start: number,
  own: Pcm,
  others: Iterable<T> | AsyncIterable<T>,
): Promise<T | null> {
  let most = await soundHeld(image, start, own);
  let held: T | null = null;
  for await (const other of others) {
    const found = await soundHeld(image, start, other.pcm);
    if (found.share < (other.isSameTrack ? 1 : 0.5)) continue;
    const more = found.samples - most.samples || found.share - most.share;
    if (more > 0) [most, held] = [found, other];
  }
  return held;
}

/**
 * The other master that explains all sound of a track of which its own master is only a part, such as the earlier version
 * from which that was cut; null if there is none.
 */
export async function longerMaster<T extends Pick<OtherMaster, 'pcm'>>(
  image: Pcm,
  range: TrackRange,
  others: Iterable<T> | AsyncIterable<T>,
): Promise<T | null> {
  for await (const other of others) {
    const offset = await findMaster(image, range.start, other.pcm);
    if (offset === null) continue;
    const first = range.start + offset;
    // This needs to read less, and rules out most of them.
    const { before, after } = await soundBeside(image, range, first, other.pcm);
    if (before + after > 0) continue;
    if ((await differencesFrom(image, first, other.pcm)).different === 0) return other;
  }
  return null;
}

/** Samples between two places that are not silence. */
export async function soundBetween(image: Pcm, from: number, to: number): Promise<number> {
  let count = 0;
  for (let at = Math.max(0, from); at < Math.min(to, image.sizeBytes); at += READ_BYTES) {
    const chunk = await image.read(at, Math.min(at + READ_BYTES, to, image.sizeBytes));
    if (chunk.every((byte) => byte === 0)) continue;
    count += differences(chunk, new Uint8Array(chunk.length)).count;
  }
  return count;
}
