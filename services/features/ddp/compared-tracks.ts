import {
  compareTrack,
  type Comparison,
  heldMaster,
  isCutByIndex,
  longerMaster,
  type OtherMaster,
  soundBetween,
  type StraySound,
  straySounds,
  type TrackRange,
  trackRanges,
} from '../../ddp/compare.js';
import { error, type Finding, note, warning } from '../../ddp/findings.js';
import type { Pcm } from '../../ddp/pcm.js';
import type { Ddp, DdpTrack } from '../../ddp/read.js';
import { FRAME_BYTES, msf, SAMPLE_BYTES, SAMPLES_A_FRAME } from '../../ddp/time.js';
import type { Storage } from '../../platform/storage/storage.js';
import { clockTime, oneDecimal } from '../../platform/text.js';
import type { ProjectDisc } from './discs.lib.js';
import { type CdMaster, type Samples, samplesOf } from './masters.lib.js';
import { readRange } from './zip-folder.js';

export interface ReportedTrack extends Pick<
  DdpTrack,
  'number' | 'title' | 'performer' | 'isrc' | 'pause' | 'start' | 'end'
> {
  /** The master that it was compared with; null without one. */
  compared:
    | (Comparison &
        Pick<CdMaster, 'fileId' | 'fileName' | 'sha256'> & {
          /** It plays sound that is in no master. */
          hasMoreSound: boolean;
          /** Its index cuts its first sound off. */
          isCut: boolean;
        })
    | null;
}

/** Programs place index 01 up to half a second before the music, and index 00 as early in a tail that fades out. */
const LATE_SAMPLES = 22_050;
/** A sample of a CD has 16 bits. */
const FULL_SCALE = 2 ** 15;
/** Programs end a disc at once, or after up to two seconds and a frame. */
const LONG_END_BYTES = 151 * FRAME_BYTES;
/** Strays that are named one by one. */
const MAX_STRAYS = 20;

export const masterPcm = (storage: Storage, { objectKey, from: start, sizeBytes, isSwapped }: Samples): Pcm => ({
  sizeBytes,
  async read(from, to) {
    const bytes = await readRange(storage, objectKey, start + from, start + to);
    return isSwapped ? bytes.swap16() : bytes;
  },
});

/** Compares all tracks of an image with the masters of a disc, and says what else they hold. */
export async function compareAll(
  storage: Storage,
  ddp: Ddp,
  image: Pcm | null,
  disc: ProjectDisc | null,
  replaced: readonly CdMaster[],
): Promise<Compared> {
  const findings: Finding[] = [];
  const tracks: ReportedTrack[] = [];
  const masters = ddp.tracks.map((_, at) => {
    const samples = disc?.tracks[at]?.samples;
    return samples ? masterPcm(storage, samples) : null;
  });
  const ranges = image ? await trackRanges(image, placesIn(ddp, masters)) : [];
  const strays = image ? await straySounds(image, knownIn(ranges, masters)) : [];
  findings.push(...strayFindings(ddp, strays));
  for (const [at, track] of ddp.tracks.entries()) {
    const { number, title, performer, isrc, pause, start, end } = track;
    const reported: ReportedTrack = { number, title, performer, isrc, pause, start, end, compared: null };
    tracks.push(reported);
    const range = ranges[at];
    if (!image || !range) continue;
    const [own, master] = [masters[at], disc?.tracks[at]?.master];
    if (!master || !own) {
      if (disc)
        findings.push(note('not_compared', `Track ${number} has no released CD master to compare with.`, number));
      continue;
    }
    const comparison = await compareTrack(image, range, own);
    const hasMoreSound = strays.some((stray) => trackThatPlays(ddp, stray) === track);
    const others = otherMasters(storage, disc!, replaced, at);
    const other = await masterInstead(image, range, own, { ...comparison, hasMoreSound }, others);
    const { fileId, fileName, sha256 } = master;
    const isSame = comparison.isSame && other === null;
    const isCut = isSame && isCutByIndex(comparison);
    reported.compared = { ...comparison, isSame, hasMoreSound, isCut, fileId, fileName, sha256 };
    findings.push(...differences(number, fileName, comparison));
    if (other) findings.push(error('other_master', `Track ${number} holds ${other.name}.`, number));
  }
  const places = ranges.map((range, at) => (tracks[at]?.compared?.isSame ? placeIn(range!, masters[at]!) : null));
  findings.push(...offsetFindings(ddp, tracks, places), ...boundaryFindings(ddp, tracks, places));
  if (image) findings.push(...(await overlaps(ddp, image, places)));
  const heardGaps = places.map((place, at) => {
    const before = places[at - 1];
    return place && before ? (place.from - before.to) / FRAME_BYTES : null;
  });
  return { tracks, findings, heardGaps };
}

interface Compared {
  tracks: ReportedTrack[];
  findings: Finding[];
  /** Frames between each master and the one before; null if one of them is not on the disc. */
  heardGaps: (number | null)[];
}

/** Where a master is in the image. */
function placeIn({ start, offset }: TrackRange, master: Pcm): { from: number; to: number } {
  const from = start + (offset ?? 0);
  return { from, to: from + master.sizeBytes };
}

/** The ranges of the masters, and of the tracks without one. */
const knownIn = (ranges: readonly (TrackRange | null)[], masters: readonly (Pcm | null)[]) =>
  ranges.flatMap((range, at) => {
    if (!range) return [];
    const master = masters[at];
    return [master ? placeIn(range, master) : { from: range.start, to: range.to }];
  });

/** A player that plays the disc counts a gap to the track before it, and that before track 1 to track 1. */
const trackThatPlays = ({ tracks }: Ddp, { from }: StraySound): DdpTrack | undefined =>
  tracks.findLast(({ start }) => start !== null && start * FRAME_BYTES <= from) ?? tracks[0];

function strayFindings(ddp: Ddp, strays: readonly StraySound[]): Finding[] {
  const found = strays.slice(0, MAX_STRAYS).map((stray): Finding => {
    const frame = Math.floor(stray.from / FRAME_BYTES);
    const length = lengthOf((stray.to - stray.from) / SAMPLE_BYTES);
    // Without the sign of −0.0.
    const peak = oneDecimal(Math.round(200 * Math.log10(stray.peak / FULL_SCALE)) / 10 || 0);
    const message = `There is sound ${placeOf(ddp, stray)} that is in no master: ${length} from ${msf(frame)} on, with a peak of ${peak} dBFS.`;
    return { ...warning('extra_sound', message, trackThatPlays(ddp, stray)?.number ?? null), frame };
  });
  const more = strays.length - found.length;
  if (more > 0)
    found.push(warning('extra_sound', `There is such sound at ${more} more ${more === 1 ? 'place' : 'places'}.`));
  return found;
}

/** Such as `8.0 s`, `13.3 ms` or `1 sample`. */
const lengthOf = (samples: number): string => {
  const seconds = samples / 44_100;
  if (seconds < 0.001) return `${samples} ${samples === 1 ? 'sample' : 'samples'}`;
  return seconds < 0.999 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(1)} s`;
};

function placeOf({ tracks, leadOut }: Ddp, { from }: StraySound): string {
  const frame = from / FRAME_BYTES;
  if (leadOut !== null && frame >= leadOut) return 'after the lead-out';
  const gap = tracks.find(({ pause, start }) => start !== null && (pause ?? start) <= frame && frame < start);
  if (gap) return `in the gap before track ${gap.number}`;
  const track = tracks.findLast(({ start }) => start !== null && start <= frame);
  return track ? `in track ${track.number}` : 'before track 1';
}

/** Index 01 of each track and of the next, in bytes. */
const placesIn = ({ tracks, leadOut, image }: Ddp, masters: readonly (Pcm | null)[]) =>
  tracks.map(({ start }, at) => {
    const end = tracks[at + 1]?.start ?? leadOut ?? image.frames;
    return start === null ? null : { start: start * FRAME_BYTES, end: end * FRAME_BYTES, master: masters[at]! };
  });

/** Another master that a track holds: one that it has more of than of its own, or one of which its own is only a part. */
async function masterInstead<T extends OtherMaster>(
  image: Pcm,
  range: TrackRange,
  own: Pcm,
  { isSame, hasMoreSound }: { isSame: boolean; hasMoreSound: boolean },
  others: AsyncIterable<T>,
): Promise<T | null> {
  if (!isSame) return heldMaster(image, range.start, own, others);
  return hasMoreSound ? longerMaster(image, range, others) : null;
}

/** The masters that a disc may hold at the place of a track by mistake: its own replaced ones first. */
async function* otherMasters(
  storage: Storage,
  { tracks, disc }: ProjectDisc,
  replaced: readonly CdMaster[],
  place: number,
): AsyncGenerator<OtherMaster & { name: string }> {
  const own = tracks[place]!.trackId;
  const inOrder = [...tracks.entries()].toSorted(([one], [other]) => Number(other === place) - Number(one === place));
  for (const [at, { trackId, samples }] of inOrder) {
    const { title } = disc.tracks[at]!;
    const isSameTrack = trackId === own;
    if (samples && !isSameTrack) {
      yield { pcm: masterPcm(storage, samples), name: `the master of “${title}”`, isSameTrack };
    }
    for (const master of replaced.filter((each) => each.trackId === trackId)) {
      const found = await samplesOf(storage, master);
      const name = `the earlier version ${master.fileName}${isSameTrack ? '' : ` of “${title}”`}`;
      if (found.samples) yield { pcm: masterPcm(storage, found.samples), name, isSameTrack };
    }
  }
}

function differences(number: number, fileName: string, comparison: Comparison): Finding[] {
  const { isSame, differs, firstS, offsetSamples, soundOffset } = comparison;
  if (!isSame) {
    const share = differs >= 0.0001 ? `${(differs * 100).toFixed(2)} %` : 'Less than 0.01 %';
    const where = firstS === null ? '' : `, first at ${clockTime(firstS)}`;
    return [
      error('master_differs', `Track ${number} differs from ${fileName}: ${share} of the samples${where}.`, number),
    ];
  }
  if (isCutByIndex(comparison)) {
    const length = lengthOf(-soundOffset!);
    const message = `The music of track ${number} begins ${length} before index 01. A player that goes to the track cuts that off.`;
    return [warning('early_music', message, number)];
  }
  // Usual offsets are one note for all tracks.
  if (offsetSamples >= 0 && offsetSamples <= LATE_SAMPLES) return [];
  const side = offsetSamples > 0 ? 'after' : 'before';
  const message = `The master of track ${number} begins ${lengthOf(Math.abs(offsetSamples))} ${side} index 01.`;
  return [offsetSamples > 0 ? warning('late_music', message, number) : note('moved', message, number)];
}

/** Mastering programs set indexes some frames beside the music, so that a player cuts nothing off. */
function offsetFindings(
  { tracks }: Ddp,
  reported: readonly ReportedTrack[],
  places: readonly ({ from: number; to: number } | null)[],
): Finding[] {
  const starts = reported.flatMap(({ compared }) =>
    compared?.isSame && compared.offsetSamples > 0 && compared.offsetSamples <= LATE_SAMPLES
      ? [compared.offsetSamples]
      : [],
  );
  if (starts.length === 0) return [];
  const ends = places.flatMap((place, at) => {
    const pause = tracks[at + 1]?.pause;
    const late = place && typeof pause === 'number' ? (pause * FRAME_BYTES - place.to) / SAMPLE_BYTES : 0;
    return late >= SAMPLES_A_FRAME ? [late] : [];
  });
  const which = starts.length === 1 ? 'Index 01 of one track is' : `Index 01 of ${starts.length} tracks is`;
  const pauses = ends.length === 0 ? '' : `, and gaps begin ${rangeOf(ends)} after it`;
  return [note('pq_offsets', `${which} ${rangeOf(starts)} before the music${pauses}: PQ offsets.`)];
}

/** Masters that have a passage of the disc in common that is not silence. */
async function overlaps(
  { tracks }: Ddp,
  image: Pcm,
  places: readonly ({ from: number; to: number } | null)[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [at, place] of places.entries()) {
    const before = places[at - 1];
    if (!place || !before || (await soundBetween(image, place.from, before.to)) === 0) continue;
    const [one, other] = [tracks[at - 1]!.number, tracks[at]!.number];
    const length = lengthOf((before.to - place.from) / SAMPLE_BYTES);
    const message = `The masters of tracks ${one} and ${other} share ${length} of the disc, so that one of them is not played whole.`;
    found.push(warning('overlap', message, other));
  }
  return found;
}

/** Gaps that begin within the music, and a disc that goes on behind its last master. */
function boundaryFindings(
  { tracks, leadOut }: Ddp,
  reported: readonly ReportedTrack[],
  places: readonly ({ from: number; to: number } | null)[],
): Finding[] {
  const found = places.flatMap((place, at): Finding[] => {
    const next = tracks[at + 1];
    const boundary = next?.pause ?? next?.start ?? null;
    const { start } = tracks[at]!;
    const soundEnd = reported[at]?.compared?.soundEnd ?? null;
    if (!place || boundary === null || start === null || soundEnd === null) return [];
    const early = soundEnd - (boundary - start) * SAMPLES_A_FRAME;
    if (early <= LATE_SAMPLES) return [];
    const subject = next!.pause === null ? `Track ${next!.number}` : `The gap before track ${next!.number}`;
    const message = `${subject} begins ${lengthOf(early)} before the music of track ${tracks[at]!.number} ends.`;
    return [{ ...warning('early_gap', message, next!.number), frame: boundary }];
  });
  const last = places.at(-1);
  const rest = last && leadOut !== null ? leadOut * FRAME_BYTES - last.to : 0;
  if (rest > LONG_END_BYTES) {
    const message = `The disc ends ${lengthOf(rest / SAMPLE_BYTES)} after its last master.`;
    found.push(warning('long_end', message, tracks.at(-1)!.number));
  }
  return found;
}

/** Such as `5 to 15 frames`; in samples below a frame. */
function rangeOf(samples: readonly number[]): string {
  const [least, most] = [Math.min(...samples), Math.max(...samples)];
  const unit = most < SAMPLES_A_FRAME ? 'sample' : 'frame';
  const [from, to] = [least, most].map((value) => (unit === 'sample' ? value : Math.round(value / SAMPLES_A_FRAME)));
  return `${from === to ? to : `${from} to ${to}`} ${unit}${to === 1 ? '' : 's'}`;
}
