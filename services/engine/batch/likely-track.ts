import type { BatchFile } from '../reading/batch-file.js';
import type { TitleMatch } from '../reading/title.js';
import { trackNumberOf } from '../reading/track-number.js';
import type { SuggestTrack } from '../types.js';
import { isrcHolder } from './isrc.js';
import { nearness, SAME_LENGTH_S } from './lengths.js';
import type { Batch, KnownLength } from './types.js';

/**
 * The thresholds were set by hand on the labelled batches (bench/suggest). The figures there do not depend on whether a
 * title is certain from 0.72 or from 0.88, and hardly on its lead (0.06 to 0.2) or on where a track becomes likely
 * (0.45 to 0.65).
 */

/** A title is certain if the name contains this share of it … */
const CERTAIN_TITLE = 0.8;
/** … and no other title comes closer than this. */
const CERTAIN_LEAD = 0.12;

/** Weight of an embedded title relative to one in the name: tags are left over from sessions more often than names. */
const TAG_SHARE = 0.7;
/** Weight of number and length together without a title. Each alone just reaches LIKELY; a title alone exceeds it. */
const NUMBER_SHARE = 0.6;
const LENGTH_SHARE = 0.58;
/** Weight of a partial title beside number and length, which confirm a cut or misspelt title. */
const NAMED_SHARE = 0.6;
/** From here on, the batch treats the file as one of that track. */
const LIKELY = 0.55;

/** The track whose title a name or tag certainly contains; −1 for none. */
export function certainTitle(matches: readonly TitleMatch[]): number {
  let best = -1;
  let second = 0;
  let top = 0;
  matches.forEach((match, t) => {
    const score = match.cover * match.quality;
    if (score > top) {
      second = top;
      top = score;
      best = t;
    } else if (score > second) second = score;
  });
  return top >= CERTAIN_TITLE && top - second >= CERTAIN_LEAD ? best : -1;
}

/** The track that all evidence about the file together suggests; −1 for none. */
export function likelyTrack(file: BatchFile, batch: Batch): number {
  const length = file.file.durationS;
  const fits = (known: KnownLength | null | undefined): boolean =>
    Boolean(known && known.file !== file.index && length && Math.abs(known.seconds - length) <= SAME_LENGTH_S);
  const asLong = batch.lengths.filter(fits).length;
  const recorded = isrcHolder(batch.tracks, file.name.isrc) ?? isrcHolder(batch.tracks, file.file.tags?.isrc);
  const scores = file.titles.map((match, t) => {
    const relation = batch.sounds.ofTrack(file.index, t);
    const sound = relation === 'same' || relation === 'retouched' || relation === 'changed' ? 1 : 0;
    const tag = file.tagTitles?.[t];
    const mark = trackNumberOf(file, t);
    const numbered =
      mark !== null && mark.position + batch.numbering.offset(mark.group) === batch.tracks[t]?.trackNumber;
    const timed = (asLong === 1 && fits(batch.lengths[t])) || (length && nearness(batch.lengths, length, t) > 0);
    const named = Math.max(
      match.cover * match.quality,
      TAG_SHARE * (tag ? tag.cover * tag.quality : 0),
      sound,
      recorded !== undefined && recorded === batch.tracks[t] ? 1 : 0,
    );
    const placed = (numbered ? NUMBER_SHARE * batch.numbering.trust(mark.group) : 0) + (timed ? LENGTH_SHARE : 0);
    return Math.max(named, placed, NAMED_SHARE * named + placed);
  });
  const best = scores.indexOf(Math.max(...scores));
  return (scores[best] ?? 0) >= LIKELY ? best : -1;
}

/** How far the batch's embedded titles and track numbers agree with the titles in the names. */
export function tagTrustOf(files: readonly BatchFile[], tracks: readonly SuggestTrack[]): Batch['tagTrust'] {
  const votes = { title: [0, 0], number: [0, 0] };
  for (const { anchor, tagTitles, file } of files) {
    if (anchor < 0) continue;
    const title = tagTitles ? certainTitle(tagTitles) : -1;
    if (title >= 0) votes.title[title === anchor ? 0 : 1]!++;
    const number = file.tags?.trackNumber;
    if (number) votes.number[number === tracks[anchor]?.trackNumber ? 0 : 1]!++;
  }
  // Start as if two files had agreed; a file that differs counts twice.
  const trust = ([agree, differ]: number[]): number => ((agree ?? 0) + 2) / ((agree ?? 0) + (differ ?? 0) * 2 + 2);
  return { title: trust(votes.title), number: trust(votes.number) };
}
