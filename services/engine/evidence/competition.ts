import { remarks } from '../batch/batch-facts.js';
import { compareDates, datesOf } from '../batch/dates.js';
import { explainedByStudio } from '../batch/studio-rules.js';
import type { Batch, BatchFile, DateOrder } from '../batch/types.js';
import { wordsOf } from '../lexicon/words.js';
import { type DateReading, NO_YEAR } from '../names/dates.js';
import type { Item } from './items.js';
import type { DoubtKind } from './kinds.js';

/** How files that want the same slot rank by their names, newest and plainest highest. */
export interface Version {
  /** 'old', then nothing, then 'final'; several finals count */
  finality: number;
  /** somebody has chosen it */
  approved: boolean;
  revision: number | null;
  /** what the name counts by it */
  label: string | null;
  /** which mix it was made from, which tells only beside another */
  mix: number | null;
  /** a number at the end of the name, which counts versions only beside another */
  trailing: number | null;
  /** a single letter at the end of the name: one of several to choose from */
  letter: string | null;
  dates: readonly DateReading[];
  /** 0 plain, more for each sign of a copy or alternate */
  alternate: number;
  lossy: boolean;
  /** words beside the title that say nothing known */
  remarks: number;
  /** words beside the title that nobody knows */
  unknown: string;
  format: BatchFile['format'];
}

const FINAL = wordsOf('final');

const APPROVED = wordsOf('approved');

/** Labels that count revisions in a folder's name, where 'Mix 2' or 'Session 2' may be anything. */
const FOLDER_REVISION = wordsOf('folder-revision-label');

/** Labels that count exports rather than revisions. */
const EXPORTS = wordsOf('lane-label');

const MIX = /^(mix|mx)$/;

/** Reads the version signs of a name and its folder, outside the title of track `t`. */
export function versionOf(batch: Batch, each: BatchFile, t: number): Version {
  const consumed = each.titles[t]?.consumed;
  const free = (from: number, to: number): boolean => {
    for (let i = from; i < to; i++) if (consumed?.[i]) return false;
    return true;
  };
  const { name } = each;
  const words = name.words.filter((word) => free(word.from, word.to));
  const finals = name.tokens.filter((token, i) => FINAL.has(token.key) && !consumed?.[i]).length;
  const old = [...words, ...(each.folder?.words ?? [])].some((word) => word.wordClass === 'older');
  const alternates = words.filter((word) => word.wordClass === 'alternate' || word.wordClass === 'edit').length;
  const level = name.marks.some(
    (mark) => mark.span.kind === 'level' && !/lufs|lkfs/i.test(name.name.slice(mark.span.start, mark.span.end)),
  );
  const revisions = name.revisions.filter(
    (revision) =>
      free(revision.from, revision.to) &&
      !explainedByStudio(batch, each, revision) &&
      revision.revision !== each.file.bitDepth &&
      !EXPORTS.has(revision.label),
  );
  const numbered = revisions.filter(({ label }) => !MIX.test(label)).at(-1);
  const unknown = unknownIn(batch, each, free);
  const mono = name.tokens.some(({ key }, i) => key === 'mono' && !consumed?.[i]);
  return {
    finality: old ? -5 : finals,
    approved: name.tokens.some((token, i) => APPROVED.has(token.key) && !consumed?.[i]) && !old,
    revision:
      numbered?.revision ??
      each.folder?.revisions.filter(({ label }) => FOLDER_REVISION.has(label)).at(-1)?.revision ??
      null,
    label: numbered?.label ?? null,
    mix: revisions.filter(({ label }) => MIX.test(label)).at(-1)?.revision ?? null,
    dates: datesOf(each),
    alternate: alternates + (level ? 1 : 0) + (name.copy ? 1 : 0) + (mono ? 1 : 0),
    lossy: each.format === 'lossy',
    format: each.format,
    remarks: Math.max(remarks(each, t).length, unknown === '' ? 0 : 1),
    unknown,
    letter: letterOf(each, free),
    trailing:
      name.numbers.find(
        ({ kind, from, to, position }) => kind === 'trailing' && free(from, to) && !isOwnFormat(each, position),
      )?.position ?? null,
  };
}

/** '48' of a file at 48 kHz counts nothing. */
const isOwnFormat = ({ file }: BatchFile, number: number): boolean =>
  number === file.bitDepth || number === Math.floor((file.sampleRateHz ?? 0) / 1000);

/** Letters that a studio's codes have at most. */
const CODE = 2;

function unknownIn(batch: Batch, each: BatchFile, free: (from: number, to: number) => boolean): string {
  const { tokens, words, marks, revisions } = each.name;
  // 'Ember M' beside 'Ember I': a letter at the end that means nothing by itself may be a code
  const last = tokens.findLastIndex((_, i) => !marks.some(({ from, to }) => i >= from && i < to));
  const isKnown = (key: string): boolean => key.length > CODE || batch.codes.has(key);
  const understood = words.filter(({ from }) => from !== last || isKnown(tokens[from]!.key));
  const read = [...understood, ...marks, ...revisions];
  return tokens
    .filter(
      ({ digits }, i) =>
        !digits && free(i, i + 1) && !each.explained[i] && !read.some(({ from, to }) => i >= from && i < to),
    )
    .map(({ key }) => key)
    .join(' ');
}

const OPTION = /^[a-e]$/;

/** The last word that is no format, where it is a letter by itself ('Ember master B 24-48'). */
function letterOf({ name }: BatchFile, free: (from: number, to: number) => boolean): string | null {
  const format = (i: number): boolean =>
    name.marks.some(({ from, to, span }) => span.kind === 'format' && i >= from && i < to);
  const last = name.tokens.findLastIndex((_, i) => !format(i));
  const token = name.tokens[last];
  const revised = name.revisions.some(({ from, to }) => last >= from && last < to);
  return token && last > 0 && !token.glued && !revised && OPTION.test(token.key) && free(last, last + 1)
    ? token.key
    : null;
}

/**
 * Positive when `a` should take the slot before `b` by its version signs; 0 when they do not tell, null when they
 * contradict each other or may be read either way.
 */
export function compareVersions(a: Version, b: Version, habit: DateOrder): number | null {
  if (a.lossy !== b.lossy) return a.lossy ? -1 : 1;
  if (Math.min(a.finality, b.finality) < 0 && a.finality !== b.finality) return a.finality - b.finality;
  if (a.alternate !== b.alternate) return b.alternate - a.alternate;
  const numbered = a.revision === null && b.revision === null ? 0 : (a.revision ?? 1) - (b.revision ?? 1);
  const mixed = a.mix === null || b.mix === null ? 0 : a.mix - b.mix;
  const bySign = numbered || mixed || a.finality - b.finality;
  const byDate = compareDates(a.dates, b.dates, habit);
  // the approved first master or the second, which nobody has heard
  const byChoice = Number(a.approved) - Number(b.approved);
  if (byChoice * (numbered || mixed || (byDate ?? 0)) < 0) return null;
  if (bySign !== 0) return byDate !== null && byDate * bySign < 0 ? null : bySign;
  if (byDate !== 0) return byDate;
  if (a.letter !== null && b.letter !== null && a.letter !== b.letter) return null;
  // '30' of 'sep 30' and '1' of 'oct 1' do not count the same
  if (a.trailing === null || b.trailing === null || a.unknown !== b.unknown) return 0;
  return a.trailing - b.trailing;
}

/** From this probability on a slot is as good as claimed. */
const CLAIMED = 0.5;

/** A file's claim on a slot, from the scores before competition. */
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
 * The strongest rivals of one claim: a newer or plainer version for the same slot, and a plainer name or better
 * evidence. The value is the probability of the rival's claim.
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
  let isAmbiguous = false;
  let released: Claim | null = null;
  for (const rival of rivals) {
    // what is no master itself supersedes none
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
    const unsaid = order === 0 && (areUntold(mine, theirs) || (equal && areTogether(batch, rival, own)));
    if ((order === null || unsaid) && rival.probability > (undecided?.probability ?? 0)) {
      undecided = rival;
      isAmbiguous = order === null;
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
      value: undecided.probability,
      text: () =>
        isAmbiguous
          ? `“${nameOf(undecided)}” may be the one that counts: the names can be read either way`
          : `“${nameOf(undecided)}” has as good a claim to this slot`,
    });
  return competition;
}

/** Two files that only words tell apart which nobody knows: 'Ember NL' and 'Ember TP'. */
const areUntold = (a: Version, b: Version): boolean =>
  a.unknown !== '' && b.unknown !== '' && a.unknown !== b.unknown && a.format === b.format;

/** By what both say: a revision without a number or date is older than none. */
function isNewer(a: Version, b: Version, habit: DateOrder): boolean {
  const alike = a.revision !== null && b.revision !== null && a.label === b.label;
  const numbered = alike ? a.revision! - b.revision! : 0;
  const inYears = [...a.dates, ...b.dates].every(({ date }) => !date.startsWith(NO_YEAR));
  const dated = inYears ? (compareDates(a.dates, b.dates, habit) ?? 0) : 0;
  return (numbered > 0 && dated >= 0) || (dated > 0 && numbered >= 0);
}

/** A format that was made from an older revision than the song's other formats waits for one of the newer. */
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

/** What was sent within so many milliseconds came in one go: neither is a new version of the other. */
const TOGETHER_MS = 600_000;

function areTogether(batch: Batch, one: Claim, other: Claim): boolean {
  const [a, b] = [one, other].map(({ file }) => Date.parse(batch.files[file]?.file.uploadedAt ?? ''));
  return !(Math.abs((a ?? 0) - (b ?? 0)) > TOGETHER_MS);
}

/** Of equals, the later upload takes the slot, then the first of the list. */
function earlier(batch: Batch, rival: Claim, own: Claim): boolean {
  const [theirs, mine] = [rival, own].map((claim) => batch.files[claim.file]?.file.uploadedAt ?? '');
  return theirs !== mine ? (theirs ?? '') > (mine ?? '') : rival.file < own.file;
}
