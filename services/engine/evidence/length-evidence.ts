import { nearness, SAME_LENGTH_S } from '../batch/lengths.js';
import { certainTitle } from '../batch/likely-track.js';
import type { Batch, BatchFile } from '../batch/types.js';
import { fold } from '../names/fold.js';
import type { SlotType } from '../types.js';
import type { Doubt } from './candidates.js';
import { type Item, sentence } from './items.js';
import { ramp, score } from './title-evidence.js';

const pad = (n: number): string => String(n).padStart(2, '0');

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${pad(Math.floor(seconds % 60))}`;

/** From here on the whole of a title is in the name. */
const WHOLE_TITLE = 0.9;

/** A track this many seconds apart is certainly of another length. */
const FAR_S = 4;

/** What the others of its song gain by being as long as this file, it gains by them. */
function equalSibling(batch: Batch, each: BatchFile, t: number, length: number): Item[] {
  const sibling = batch.files.find(
    (other) =>
      other !== each &&
      (other.assignedTo === t || (other.assignedTo < 0 && other.anchor === t)) &&
      Math.abs((other.file.durationS ?? 0) - length) <= SAME_LENGTH_S,
  );
  if (!sibling) return [];
  const text = (): string => `Length ${clock(length)} equals that of “${sibling.file.name}”`;
  return [{ kind: 'duration.sibling', value: 1, text }];
}

function durationEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  const length = each.file.durationS;
  const source = batch.lengths[t];
  if (!length || !source) return [];
  if (source.file === each.index) return equalSibling(batch, each, t, length);
  const known = source.seconds;
  const apart = Math.abs(length - known);
  const share = apart / known;
  const own = source.file < 0 ? 'original' : `“${batch.files[source.file]?.file.name ?? ''}”`;
  const ofOwn = source.file < 0 ? "the original's" : `that of ${own}`;
  const shift = Math.abs(source.shift).toFixed(1);
  const asAll =
    source.shift === 0 ? '' : `, but for the ${shift} s that all here are ${source.shift > 0 ? 'longer' : 'shorter'}`;
  if (apart <= 1 && source.file >= 0)
    return [{ kind: 'duration.sibling', value: 1, text: () => `Length ${clock(length)} equals ${ofOwn}` }];
  if (apart <= 1) {
    const items: Item[] = [
      { kind: 'duration.equal', value: 1, text: () => `Length ${clock(length)} equals ${ofOwn}${asAll}` },
    ];
    const others = batch.lengths.flatMap((other, o) => (o !== t && other ? [Math.abs(other.seconds - length)] : []));
    const within = apart <= batch.tolerance ? batch.tolerance : SAME_LENGTH_S;
    const alone = ramp(Math.min(...others, Infinity), within, FAR_S * within);
    if (alone > 0 && batch.tracks.length > 1)
      items.push({ kind: 'duration.only', value: alone, text: sentence('No other track is that long') });
    if (alone > 0 && batch.timed > 0 && each.anchor < 0)
      items.push({
        kind: 'duration.timed',
        value: alone * batch.timed,
        text: sentence('Nearly every file here is as long as one track'),
      });
    return items;
  }
  if (apart <= 4 || share <= 0.015) {
    const near: Item = {
      kind: 'duration.near',
      value: 1,
      text: () => `Length ${clock(length)} is close to ${ofOwn}, ${clock(known)}${asAll}`,
    };
    const nearest = nearness(batch.lengths, length, t);
    return nearest === 0
      ? [near]
      : [near, { kind: 'duration.nearest', value: nearest, text: sentence('No other track is nearly that long') }];
  }
  const edit = length > known ? batch.edits.get(t) : undefined;
  if (edit && edit !== each)
    return [
      {
        kind: 'duration.ofEdit',
        value: 1,
        text: () => `The known length, ${clock(known)}, is that of “${edit.file.name}”`,
      },
    ];
  const kind = share <= 0.08 ? 'duration.off' : 'duration.far';
  return [
    {
      kind,
      value: 1,
      text: () => `Length ${clock(length)}, but ${source.file < 0 ? `the ${own}` : own} has ${clock(known)}`,
    },
  ];
}

const apartFrom = (batch: Batch, t: number, length: number): number => {
  const known = batch.lengths[t];
  return known && known.file < 0 ? Math.abs(known.seconds - length) : Infinity;
};

/** The track that the embedded title and the length both name while the name holds another's title, or −1. */
export function taggedTrack(batch: Batch, each: BatchFile): number {
  const length = each.file.durationS;
  const tagged = each.tagTitles ? certainTitle(each.tagTitles) : -1;
  if (!length || tagged < 0 || each.anchor < 0 || tagged === each.anchor) return -1;
  const own = apartFrom(batch, each.anchor, length);
  return apartFrom(batch, tagged, length) <= SAME_LENGTH_S && own > FAR_S && own < Infinity ? tagged : -1;
}

/** Words that do not make another version of a song. */
const OF_SONG = new Set(['streaming', 'vinyl', 'cd', 'hires', 'main', 'filler', 'useless']);
/** From here on some of a title is in the name. */
const PART_OF_TITLE = 0.3;
/** From this share on a length is that of another song, or of another version. */
const ANOTHER = 0.05;

/**
 * The only track that is as long as a file whose name holds another's title, or −1: rather a wrong name, as of an export
 * that was off by one, than another version that is as long by chance.
 */
export function renamedTrack(batch: Batch, each: BatchFile): number {
  const length = each.file.durationS;
  if (!length || each.anchor < 0 || batch.edits.has(each.anchor)) return -1;
  if (each.name.words.some(({ wordClass }) => !OF_SONG.has(wordClass))) return -1;
  const own = apartFrom(batch, each.anchor, length);
  if (own === Infinity || own <= Math.max(FAR_S, ANOTHER * length)) return -1;
  const asLong = batch.tracks.flatMap((_, t) => (apartFrom(batch, t, length) <= FAR_S ? [t] : []));
  const [track] = asLong;
  if (asLong.length !== 1 || apartFrom(batch, track!, length) > batch.tolerance) return -1;
  // 'Moth - A2' on the album 'Moth', or 'Meridian' that is 'Meridian (Single Edit)'
  const { title, artist } = batch.project;
  const named = fold(batch.tracks[each.anchor]?.title ?? '');
  const isProject = [title, artist ?? ''].some((name) => fold(name) === named);
  return isProject || score(each.titles[track!]) >= PART_OF_TITLE ? -1 : track!;
}

/** What speaks against the name: tags are left over, and lengths alike by chance, but hardly both for one song. */
function witnessEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  const tagged = taggedTrack(batch, each);
  const track = tagged >= 0 ? tagged : renamedTrack(batch, each);
  if (track < 0) return [];
  const title = batch.tracks[track]?.title ?? '';
  if (tagged >= 0) {
    const text = (): string => `Embedded title and length both say “${title}”`;
    return [{ kind: track === t ? 'tag.withLength' : 'tag.withLengthOther', value: 1, text }];
  }
  const text = (): string => `Of all songs here, only “${title}” is that long`;
  return [{ kind: track === t ? 'duration.renamed' : 'duration.renamedOther', value: 1, text }];
}

/** Of two titles with the same words, 'Meridian' and 'Meridian (Single Edit)', the length tells which is meant. */
function settledEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  const length = each.file.durationS;
  const known = batch.lengths[t];
  if (!length || !known || known.file >= 0 || Math.abs(known.seconds - length) > SAME_LENGTH_S) return [];
  const own = new Set(batch.titles[t]?.words.map(({ key }) => key));
  const shorter = batch.titles.findIndex(({ words }, o) => {
    const other = batch.lengths[o];
    const isWithin = o !== t && words.length < own.size && words.every(({ key }) => own.has(key));
    const isApart = other && other.file < 0 && Math.abs(other.seconds - length) > Math.max(FAR_S, 0.05 * other.seconds);
    return isWithin && isApart && score(each.titles[o]) >= WHOLE_TITLE;
  });
  if (shorter < 0) return [];
  const text = (): string =>
    `“${batch.tracks[shorter]?.title ?? ''}” is in the name, but this is the one of that length`;
  return [{ kind: 'duration.settles', value: 1, text }];
}

/** The lengths of all files together leave one track for this. */
function leftEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  return batch.left.get(each.index) === t
    ? [{ kind: 'duration.left', value: 1, text: sentence('By their lengths, the other files here leave this track') }]
    : [];
}

/** What the length of a file says about track `t`, by itself, beside the others' and with its tags. */
export function lengthEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  return [
    ...durationEvidence(batch, each, t),
    ...leftEvidence(batch, each, t),
    ...settledEvidence(batch, each, t),
    ...witnessEvidence(batch, each, t),
  ];
}

/** A master is as long as its original, give or take a fade; a radio edit may be a good deal shorter. */
export function lengthDoubt(batch: Batch, each: BatchFile, t: number, slot: SlotType): Doubt[] {
  const length = each.file.durationS;
  const source = batch.lengths[t];
  if (!length || !source || source.file === each.index) return [];
  if (batch.edits.has(t) && length > source.seconds) return [];
  const seconds = Math.abs(length - source.seconds);
  const share = seconds / source.seconds;
  const shortened = slot === 'clean_master' && length < source.seconds;
  const apart = shortened ? ramp(share, 0.4, 0.6) : seconds > FAR_S ? ramp(share, 0.025, 0.045) : 0;
  const value = source.file < 0 ? apart : apart / 2;
  return value > 0
    ? [{ kind: 'doubt.length', value, text: sentence('No master of this song would be that long') }]
    : [];
}
