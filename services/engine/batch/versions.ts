import { wordsOf } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';
import { type DateReading } from '../reading/dates.js';
import { within } from '../reading/parts.js';
import { remarks } from './batch-facts.js';
import { compareDates, datesOf } from './dates.js';
import { explainedByStudio } from './studio-rules.js';
import type { Batch, DateOrder } from './types.js';

/** The order, by name, of files that compete for the same slot; the newest and plainest is highest. */
export interface Version {
  /** 'old', then nothing, then 'final'; more finals count more */
  finality: number;
  /** somebody has chosen it */
  approved: boolean;
  revision: number | null;
  /** the revision number in the name */
  label: string | null;
  /** the mix it was made from; only meaningful beside another version */
  mix: number | null;
  /** a number at the end of the name, which counts versions only beside another one */
  trailing: number | null;
  /** a single letter at the end of the name: one of several alternatives */
  letter: string | null;
  dates: readonly DateReading[];
  /** 0 for a plain name, more for each sign of a copy or alternate */
  alternate: number;
  lossy: boolean;
  /** words beside the title that are not known */
  remarks: number;
  /** unknown words beside the title */
  unknown: string;
  format: BatchFile['format'];
}

const FINAL = wordsOf('final');

const APPROVED = wordsOf('approved');

/** Labels that count revisions in a folder's name, where 'Mix 2' or 'Session 2' may mean anything. */
const FOLDER_REVISION = wordsOf('folder-revision-label');

/** Labels that count exports rather than revisions. */
const EXPORTS = wordsOf('lane-label');

export const MIX = wordsOf('mix-label');

/** Reads the version signs of a name and its folder, outside the title of track `trackIndex`. */
export function versionOf(batch: Batch, file: BatchFile, trackIndex: number): Version {
  const consumed = file.titles[trackIndex]?.consumed;
  const free = (from: number, to: number): boolean => {
    for (let i = from; i < to; i++) if (consumed?.[i]) return false;
    return true;
  };
  const { name } = file;
  const words = name.words.filter((word) => free(word.from, word.to));
  const finals = name.tokens.filter((token, i) => FINAL.has(token.key) && !consumed?.[i]).length;
  const old = [...words, ...(file.folder?.words ?? [])].some((word) => word.wordClass === 'older');
  const alternates = words.filter((word) => word.wordClass === 'alternate' || word.wordClass === 'edit').length;
  const level = name.marks.some(
    (mark) => mark.span.kind === 'level' && !/lufs|lkfs/i.test(name.name.slice(mark.span.start, mark.span.end)),
  );
  const revisions = name.revisions.filter(
    (revision) =>
      free(revision.from, revision.to) &&
      !explainedByStudio(batch, file, revision) &&
      revision.revision !== file.file.bitDepth &&
      !EXPORTS.has(revision.label),
  );
  const numbered = revisions.filter(({ label }) => !MIX.has(label)).at(-1);
  const unknown = unknownIn(batch, file, free);
  const mono = name.tokens.some(({ key }, i) => key === 'mono' && !consumed?.[i]);
  return {
    finality: old ? -5 : finals,
    approved: name.tokens.some((token, i) => APPROVED.has(token.key) && !consumed?.[i]) && !old,
    revision:
      numbered?.revision ??
      file.folder?.revisions.filter(({ label }) => FOLDER_REVISION.has(label)).at(-1)?.revision ??
      null,
    label: numbered?.label ?? null,
    mix: revisions.filter(({ label }) => MIX.has(label)).at(-1)?.revision ?? null,
    dates: datesOf(file),
    alternate: alternates + (level ? 1 : 0) + (name.copy ? 1 : 0) + (mono ? 1 : 0),
    lossy: file.format === 'lossy',
    format: file.format,
    remarks: Math.max(remarks(file, trackIndex).length, unknown === '' ? 0 : 1),
    unknown,
    letter: letterOf(file, free),
    trailing:
      name.numbers.find(
        ({ kind, from, to, position }) => kind === 'trailing' && free(from, to) && !isOwnFormat(file, position),
      )?.position ?? null,
  };
}

/** The '48' of a file at 48 kHz is not a version number. */
const isOwnFormat = ({ file }: BatchFile, number: number): boolean =>
  number === file.bitDepth || number === Math.floor((file.sampleRateHz ?? 0) / 1000);

/** Studios' codes have at most this many letters. */
const CODE = 2;

function unknownIn(batch: Batch, file: BatchFile, free: (from: number, to: number) => boolean): string {
  const { tokens, words, marks, revisions } = file.name;
  // 'Ember M' beside 'Ember I': a letter at the end without a meaning of its own may be a code.
  const last = tokens.findLastIndex((_, i) => !within(marks, i));
  const isKnown = (key: string): boolean => key.length > CODE || batch.codes.has(key);
  const understood = words.filter(({ from }) => from !== last || isKnown(tokens[from]!.key));
  const read = [...understood, ...marks, ...revisions];
  return tokens
    .filter(({ digits }, i) => !digits && free(i, i + 1) && !file.explained[i] && !within(read, i))
    .map(({ key }) => key)
    .join(' ');
}

const OPTION = /^[a-e]$/;

/** The last word that is not a format, if it is a single letter ('Ember master B 24-48'). */
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
 * Positive if the version signs of `a` give it the slot before `b`; 0 if they do not decide; null if they contradict
 * each other or are ambiguous.
 */
export function compareVersions(a: Version, b: Version, habit: DateOrder): number | null {
  if (a.lossy !== b.lossy) return a.lossy ? -1 : 1;
  if (Math.min(a.finality, b.finality) < 0 && a.finality !== b.finality) return a.finality - b.finality;
  if (a.alternate !== b.alternate) return b.alternate - a.alternate;
  const numbered = a.revision === null && b.revision === null ? 0 : (a.revision ?? 1) - (b.revision ?? 1);
  const mixed = a.mix === null || b.mix === null ? 0 : a.mix - b.mix;
  const bySign = numbered || mixed || a.finality - b.finality;
  const byDate = compareDates(a.dates, b.dates, habit);
  // The approved first master or the second, which has no verdict yet.
  const byChoice = Number(a.approved) - Number(b.approved);
  if (byChoice * (numbered || mixed || (byDate ?? 0)) < 0) return null;
  if (bySign !== 0) return byDate !== null && byDate * bySign < 0 ? null : bySign;
  if (byDate !== 0) return byDate;
  if (a.letter !== null && b.letter !== null && a.letter !== b.letter) return null;
  // The '30' of 'sep 30' and the '1' of 'oct 1' do not count the same thing.
  if (a.trailing === null || b.trailing === null || a.unknown !== b.unknown) return 0;
  return a.trailing - b.trailing;
}
