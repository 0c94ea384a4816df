import { isrcHolder, plainIsrc } from '../batch/isrc.js';
import { trackNumberOf } from '../batch/numbering.js';
import type { RemainingWords } from '../batch/remaining-words.js';
import type { Batch, BatchFile } from '../batch/types.js';
import { fold } from '../names/fold.js';
import type { SlotType } from '../types.js';
import type { Doubt } from './candidates.js';
import { type Item, sentence } from './items.js';
import { KINDS } from './kinds.js';
import { lengthDoubt, lengthEvidence, renamedTrack, taggedTrack } from './length-evidence.js';
import { ramp, score, titleEvidence } from './title-evidence.js';

/** True when two names of people or bands mean the same, e.g. with and without article or guests. */
function sameArtist(a: string, b: string): boolean {
  const [x, y] = [fold(a), fold(b)];
  return x !== '' && y !== '' && (x.includes(y) || y.includes(x));
}

function numberEvidence(batch: Batch, each: BatchFile, t: number, remaining: RemainingWords): Item[] {
  const mark = trackNumberOf(each, t);
  const track = batch.tracks[t];
  if (!mark || !track) return [];
  const position = mark.position + batch.numbering.offset(mark.group);
  const trust = batch.numbering.trust(mark.group);
  const digits = mark.text.replace(/^\D+/, '');
  const structured = mark.kind === 'side' || mark.kind === 'disc' || mark.kind === 'track';
  if (position === track.trackNumber) {
    const where =
      mark.kind === 'side'
        ? `Side position ${mark.text} is track ${track.trackNumber}`
        : mark.kind === 'disc'
          ? `“${mark.text}” counts as track ${track.trackNumber}`
          : `Number ${digits} in the name`;
    const items: Item[] = [
      { kind: structured ? 'number.structured' : 'number.agrees', value: trust, text: sentence(where) },
    ];
    if (remaining.onlyNumber)
      items.push({ kind: 'number.alone', value: trust, text: sentence('The name is the number alone') });
    return items;
  }
  const items: Item[] = [
    {
      kind: 'number.disagrees',
      value: trust,
      text: () => `Number ${digits} in the name is not track ${track.trackNumber}`,
    },
  ];
  if (!batch.tracks.some((other) => other.trackNumber === position)) {
    items.push({ kind: 'number.beyond', value: trust, text: () => `The project has no track ${position}` });
  }
  return items;
}

function isrcEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  const track = batch.tracks[t];
  const own = plainIsrc(track?.isrc);
  const items: Item[] = [];
  for (const [isrc, source] of [
    [each.name.isrc, 'name'],
    [plainIsrc(each.file.tags?.isrc), 'tags'],
  ] as const) {
    if (!isrc) continue;
    const holder = isrcHolder(batch.tracks, isrc);
    if (holder === track) items.push({ kind: 'isrc.agrees', value: 1, text: () => `ISRC ${isrc} in the ${source}` });
    else if (holder)
      items.push({
        kind: 'isrc.other',
        value: 1,
        text: () => `ISRC ${isrc} in the ${source} is track ${holder.trackNumber}'s`,
      });
    else if (batch.tracks.filter((other) => other.isrc).length * 2 >= batch.tracks.length && own) {
      items.push({
        kind: 'isrc.stranger',
        value: 1,
        text: () => `ISRC ${isrc} in the ${source} is not this project's`,
      });
    }
  }
  if (each.name.partialIsrc && own.startsWith(each.name.partialIsrc)) {
    items.push({
      kind: 'isrc.partial',
      value: 1,
      text: () => `“${each.name.partialIsrc}” is only the beginning of an ISRC`,
    });
  }
  return items;
}

function tagEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  const { tags } = each.file;
  const track = batch.tracks[t];
  const items: Item[] = [];
  if (!tags || !track) return items;
  const tagged = each.tagTitles ?? [];
  const value = score(tagged[t]);
  const best = Math.max(0, ...tagged.map(score));
  const trust = batch.tagTrust.title;
  if (value >= 0.6 && value >= best - 0.05)
    items.push({ kind: 'tag.title', value: ramp(value, 0.5, 1) * trust, text: () => `Embedded title “${tags.title}”` });
  else if (best >= 0.6)
    items.push({
      kind: 'tag.titleOther',
      value: (best - value) * trust,
      text: () => `Embedded title “${tags.title}” is another track's`,
    });
  if (tags.trackNumber) {
    if (tags.trackNumber === track.trackNumber)
      items.push({
        kind: 'tag.number',
        value: batch.tagTrust.number,
        text: () => `Embedded track number ${tags.trackNumber}`,
      });
    else
      items.push({
        kind: 'tag.numberOther',
        value: batch.tagTrust.number,
        text: () => `Embedded track number ${tags.trackNumber}, not ${track.trackNumber}`,
      });
  }
  if (tags.artist && batch.project.artist && !sameArtist(tags.artist, batch.project.artist)) {
    const usual = batch.files.filter(
      (other) => other.file.tags?.artist && sameArtist(other.file.tags.artist, tags.artist ?? ''),
    ).length;
    if (usual * 2 < batch.files.length || usual <= 1)
      items.push({ kind: 'tag.artistOther', value: 1, text: () => `Embedded artist “${tags.artist}” is someone else` });
  }
  return items;
}

function soundEvidence(batch: Batch, each: BatchFile, t: number): Item[] {
  const relation = batch.sounds.ofTrack(each.index, t);
  if (relation === null) return [];
  const title = batch.tracks[t]?.title ?? '';
  const text = {
    same: 'Sounds the same as this track',
    retouched: 'The same recording with passages altered',
    changed: 'Shares its music with this track, but parts are missing or changed',
    unclear: '',
    other: `Sounds like another song than “${title}”`,
  }[relation];
  const items: Item[] = relation === 'unclear' ? [] : [{ kind: `sound.${relation}`, value: 1, text: sentence(text) }];
  return items;
}

/** What speaks for and against file `each` belonging to track `t`, whatever the slot. */
export function trackEvidence(batch: Batch, each: BatchFile, t: number, remaining: RemainingWords): Item[] {
  const items = [
    ...titleEvidence(batch, each, t, remaining),
    ...numberEvidence(batch, each, t, remaining),
    ...isrcEvidence(batch, each, t),
    ...tagEvidence(batch, each, t),
    ...lengthEvidence(batch, each, t),
    ...soundEvidence(batch, each, t),
  ];
  if (batch.tracks.length > 1 && !items.some(({ kind }) => KINDS[kind].namesTrack))
    items.push({
      kind: 'track.guessed',
      value: 1,
      text: sentence('Neither name nor sound nor exact length names a track'),
    });
  return items;
}

/** Tracks with anything in their favour; the rest need no closer look. */
export function plausibleTracks(batch: Batch, each: BatchFile): number[] {
  const anyway = batch.tracks.length <= 2;
  const named = Math.max(0.3, Math.max(0, ...each.titles.map(score)) - 0.65);
  return batch.tracks.flatMap((track, t) => {
    const mark = trackNumberOf(each, t);
    const numbered = mark !== null && mark.position + batch.numbering.offset(mark.group) === track.trackNumber;
    const length = each.file.durationS;
    const known = batch.lengths[t];
    // that another file is as long tells nothing of one whose title is beyond doubt
    const near =
      length && known && known.file !== each.index && (known.file < 0 || each.anchor < 0)
        ? Math.abs(length - known.seconds) <= Math.max(4, 0.015 * known.seconds)
        : false;
    const relation = batch.sounds.ofTrack(each.index, t);
    const plausible =
      anyway ||
      numbered ||
      near ||
      score(each.titles[t]) >= named ||
      score(each.folderTitles?.[t]) >= 0.7 ||
      score(each.tagTitles?.[t]) >= 0.5 ||
      each.file.tags?.trackNumber === track.trackNumber ||
      (relation !== null && relation !== 'other' && relation !== 'unclear') ||
      isrcEvidence(batch, each, t).some((item) => item.kind === 'isrc.agrees');
    return plausible ? [t] : [];
  });
}

/** What takes a share of the claim on a track: another length, or a sound that speaks of a different song. */
export function trackDoubts(batch: Batch, each: BatchFile, t: number, slot: SlotType): Doubt[] {
  return [...lengthDoubt(batch, each, t, slot), ...conflictDoubts(batch, each, t)];
}

/** A name that speaks of another song than sound, or tags and length, do: a conflict to look at, whichever is right. */
function conflictDoubts(batch: Batch, each: BatchFile, t: number): Doubt[] {
  const sounding = batch.sounds.trackOf(each.index);
  if (sounding < 0 && taggedTrack(batch, each) !== t && renamedTrack(batch, each) !== t) return [];
  const titleOf = (track: number): string => batch.tracks[track]?.title ?? '';
  if (sounding >= 0 && sounding !== t)
    return [{ kind: 'doubt.soundElsewhere', value: 1, text: () => `It sounds like “${titleOf(sounding)}”` }];
  if (each.anchor < 0 || each.anchor === t) return [];
  return [{ kind: 'doubt.nameElsewhere', value: 1, text: () => `Its name says “${titleOf(each.anchor)}”` }];
}
