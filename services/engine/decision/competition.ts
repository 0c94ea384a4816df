import { compareDates } from '../batch/dates.js';
import { LONGEST_CODE } from '../batch/house-words.js';
import type { Batch, DateOrder } from '../batch/types.js';
import { compareVersions, type Version } from '../batch/versions.js';
import type { Item } from '../evidence/items.js';
import type { DoubtKind } from '../evidence/kinds.js';
import { NO_YEAR } from '../reading/dates.js';
/** A slot counts as claimed from this probability on. */
const CLAIMED = 0.5;

/** A file's claim on a slot, by the scores before competition. */
export interface Claim {
  file: number;
  probability: number;
  score: number;
  /** the same without the words for the album version: 'Ember album' has no better claim than 'Ember' */
  unnamed: number;
  /** the highest probability that vetoes leave it */
  most: number;
  /** it has been released in this slot */
  released?: boolean | undefined;
}

/**
 * The strongest rivals of a claim: a newer or plainer version for the same slot, and a plainer name or better evidence.
 * The value is the probability of the rival's claim.
 */
export function competitionOf(
  batch: Batch,
  own: Claim,
  rivals: readonly Claim[],
  read: (file: number) => Version,
): Item<DoubtKind>[] {
  const mine = read(own.file);
  let newer: Claim | null = null;
  let better: Claim | null = null;
  let undecided: Claim | null = null;
  let next: Claim | null = null;
  let isAmbiguous = false;
  let released: Claim | null = null;
  for (const rival of rivals) {
    // A file that is not a master itself does not replace one.
    if (rival.file === own.file || rival.most < own.most) continue;
    const theirs = read(rival.file);
    const order = compareVersions(theirs, mine, batch.dateOrder);
    if (rival.released) {
      if (order === 0 || order === null) released = rival;
      if (order !== null && order > 0) newer = rival;
      continue;
    }
    const isEqual = Math.abs(rival.score - own.score) <= 0.05 || Math.abs(rival.unnamed - own.unnamed) <= 0.05;
    const stronger = isEqual ? earlier(batch, rival, own) : rival.score > own.score;
    const ahead = theirs.remarks === mine.remarks ? stronger : theirs.remarks < mine.remarks;
    const equal = isEqual && theirs.remarks === mine.remarks && theirs.format === mine.format;
    const unsaid =
      order === 0 &&
      (areUntold(mine, theirs) ||
        isUnknownAddition(batch, own, rival, mine, theirs) ||
        (equal && areTogether(batch, rival, own)));
    if (order === null || unsaid) {
      if (isLater(batch, rival, own) && (!next || isLater(batch, next, rival))) next = rival;
      if (rival.probability > (undecided?.probability ?? 0)) {
        undecided = rival;
        isAmbiguous = order === null;
      }
    }
    if (order !== null && order > 0 && rival.probability > (newer?.probability ?? 0)) newer = rival;
    if (order === 0 && ahead && !unsaid && rival.probability > (better?.probability ?? 0)) better = rival;
  }
  const nameOf = (claim: Claim): string => batch.files[claim.file]?.file.name ?? '';
  const competition: Item<DoubtKind>[] = [];
  if (newer)
    competition.push({
      kind: 'competition.superseded',
      value: newer.probability,
      text: () => `Superseded by “${nameOf(newer)}”`,
    });
  if (better)
    competition.push({
      kind: 'competition.rival',
      value: better.probability,
      by: better.file,
      text: () => `“${nameOf(better)}” has the better claim to this slot`,
    });
  if (released)
    competition.push({
      kind: 'competition.released',
      value: 1,
      text: () => `“${nameOf(released)}” is released in this slot, and nothing says that this is newer`,
    });
  if (undecided)
    competition.push({
      kind: 'competition.undecided',
      // Of two otherwise equal files, the newer one comes first.
      value: undecided.probability * (isLater(batch, own, undecided) ? LATER : 1),
      ...(next && { by: next.file }),
      text: () =>
        isAmbiguous
          ? `“${nameOf(undecided)}” may be the one that counts: the names can be read either way`
          : `“${nameOf(undecided)}” has as good a claim to this slot`,
    });
  return competition;
}

/** Whether two files differ only by unknown words: 'Ember NL' and 'Ember TP'. */
const areUntold = (a: Version, b: Version): boolean =>
  a.unknown !== '' && b.unknown !== '' && a.unknown !== b.unknown && a.format === b.format;

/** More words are a description. */
const MOST_ADDED = 2;

/**
 * Whether one has the other's name plus an unknown word, which may mark the newer one: 'Ember' and 'Ember (oprava)'.
 * Beside a code, the plain name is the unaltered song.
 */
function isUnknownAddition(batch: Batch, own: Claim, rival: Claim, mine: Version, theirs: Version): boolean {
  if ((mine.unknown === '') === (theirs.unknown === '') || mine.format !== theirs.format) return false;
  const [longer, plain] = mine.unknown === '' ? [rival, own] : [own, rival];
  const left = wordsOf(batch, plain);
  const added = wordsOf(batch, longer).filter((word) => left[0] !== word || left.shift() === undefined);
  return left.length === 0 && added.length <= MOST_ADDED && added.join('').length > LONGEST_CODE;
}

function wordsOf(batch: Batch, { file }: Claim): string[] {
  const name = batch.files[file]?.name;
  const isFormat = (i: number): boolean =>
    name?.marks.some(({ from, to, span }) => span.kind === 'format' && i >= from && i < to) ?? false;
  return name?.tokens.flatMap(({ key }, i) => (isFormat(i) ? [] : [key])) ?? [];
}

/** Compares the revisions that both names state. A revision without a number or date is older than one with. */
function isNewer(a: Version, b: Version, habit: DateOrder): boolean {
  const alike = a.revision !== null && b.revision !== null && a.label === b.label;
  const numbered = alike ? a.revision! - b.revision! : 0;
  const inYears = [...a.dates, ...b.dates].every(({ date }) => !date.startsWith(NO_YEAR));
  const dated = inYears ? (compareDates(a.dates, b.dates, habit) ?? 0) : 0;
  return (numbered > 0 && dated >= 0) || (dated > 0 && numbered >= 0);
}

/**
 * A format that was made from an older revision than the song's other formats waits for one from the newer revision.
 */
export function olderFormat(
  batch: Batch,
  own: Claim,
  otherFormats: readonly Claim[],
  read: (file: number) => Version,
): Item<DoubtKind>[] {
  const mine = read(own.file);
  const newer = otherFormats.find(
    ({ file, probability }) =>
      file !== own.file && probability >= CLAIMED && isNewer(read(file), mine, batch.dateOrder),
  );
  if (!newer) return [];
  const name = batch.files[newer.file]?.file.name ?? '';
  return [
    { kind: 'competition.olderFormat', value: newer.probability, text: () => `“${name}” is of a newer revision` },
  ];
}

/** The share of a rival's claim that counts against a newer file. */
const LATER = 0.7;

/** Files sent within this many milliseconds were sent together: neither is a new version of the other. */
const TOGETHER_MS = 600_000;

function areTogether(batch: Batch, one: Claim, other: Claim): boolean {
  const [a, b] = [one, other].map(({ file }) => Date.parse(batch.files[file]?.file.uploadedAt ?? ''));
  return !(Math.abs((a ?? 0) - (b ?? 0)) > TOGETHER_MS);
}

/** Whether one is newer: changed later or, if that is not known of both, sent later. */
function isLater(batch: Batch, one: Claim, other: Claim): boolean {
  const [a, b] = [batch.files[one.file]?.file, batch.files[other.file]?.file];
  const changed = (a?.lastModified ?? NaN) - (b?.lastModified ?? NaN);
  if (changed) return changed > 0;
  return !areTogether(batch, one, other) && (a?.uploadedAt ?? '') > (b?.uploadedAt ?? '');
}

/** Of equals, the later upload takes the slot, then the first in the list. */
function earlier(batch: Batch, rival: Claim, own: Claim): boolean {
  const [theirs, mine] = [rival, own].map((claim) => batch.files[claim.file]?.file.uploadedAt ?? '');
  return theirs !== mine ? (theirs ?? '') > (mine ?? '') : rival.file < own.file;
}
