import type { Batch } from '../batch/types.js';
import { compareVersions, versionOf } from '../batch/versions.js';
import type { BatchFile } from '../reading/batch-file.js';
import type { FormatClass } from '../reading/format-class.js';
import { WORD_OF } from '../reading/slot-words.js';
import type { SlotType } from '../types.js';
import type { SlotReading } from './slot-mentions.js';
import { UNDECIDED, type Veto, veto } from './veto.js';

/** A file that is quieter than its siblings by this difference, in dB, is meant for another slot. */
export const CUT_DB = 1.5;

/** A smaller difference does not count. */
const AS_LOUD_DB = 0.5;

/**
 * A file of a high sample rate that is quieter by this, in dB, is not a hi-res master with less limiting, unless it is
 * named as one.
 */
const CLEARLY_CUT_DB = 3;

/** The other files of track `trackIndex` that are the whole song and whose level can be compared. */
function siblingsOf(batch: Batch, file: BatchFile, trackIndex: number): BatchFile[] {
  return batch.files.filter((other) => {
    const relation = batch.sounds.ofTrack(other.index, trackIndex);
    const isWhole = relation === 'same' || relation === null || relation === 'unclear';
    const track = other.assignedTo >= 0 ? other.assignedTo : other.likely;
    return other !== file && isWhole && track === trackIndex && typeof other.file.integratedLufs === 'number';
  });
}

/**
 * How much louder the `siblings` of other formats are, if the file is the quietest. A streaming master may be quieter
 * than all files it is not preferred to, and a CD master louder than the rest.
 */
function quieterThan(batch: Batch, batchFile: BatchFile, trackIndex: number, siblings: readonly BatchFile[]): number {
  const loudness = batchFile.file.integratedLufs;
  if (loudness === null || loudness === undefined || batchFile.format === 'cd') return 0;
  if (batch.sounds.ofTrack(batchFile.index, trackIndex) === 'other') return 0;
  const gaps = siblings.map(({ file, format }) => ({ dB: file.integratedLufs! - loudness, format }));
  if (gaps.some(({ dB, format }) => dB < -AS_LOUD_DB && format !== 'cd')) return 0;
  const loudest = (formats: readonly FormatClass[]): number =>
    Math.max(0, ...gaps.flatMap(({ dB, format }) => (formats.includes(format) ? [dB] : [])));
  if (batchFile.format === 'standard') return loudest(['standard']);
  return gaps.some(({ format }) => format !== 'cd') ? loudest(['standard', 'high']) : loudest(['cd']) / 2;
}

function isRevisionOf(batch: Batch, newer: BatchFile, older: BatchFile, trackIndex: number): boolean {
  const [a, b] = [versionOf(batch, newer, trackIndex), versionOf(batch, older, trackIndex)];
  return a.alternate === b.alternate && a.lossy === b.lossy && (compareVersions(a, b, batch.dateOrder) ?? 0) > 0;
}

/** A file that is quieter than others of its track, and how far its level shows its slot. */
export interface Level {
  /** by how many dB; 0 if it is not quieter or the level says nothing */
  quieter: number;
  /** how much of that counts */
  share: number;
  /** why the level does not decide, if it may also be the level of a revision */
  undecided: string | null;
}

/** Every louder file is an older version: the client may have asked for less level. */
const isOnlyRevision = (batch: Batch, file: BatchFile, trackIndex: number): boolean => {
  const notOlder = siblingsOf(batch, file, trackIndex).filter((other) => !isRevisionOf(batch, file, other, trackIndex));
  return quieterThan(batch, file, trackIndex, notOlder) <= CUT_DB;
};

const saysSlot = ({ name }: BatchFile): boolean =>
  name.words.some(({ wordClass }) => Object.values<string>(WORD_OF).includes(wordClass));

export function levelOf(batch: Batch, file: BatchFile, trackIndex: number, { slots }: SlotReading): Level {
  const siblings = siblingsOf(batch, file, trackIndex);
  const quieter = quieterThan(batch, file, trackIndex, siblings);
  if (slots.size > 0) return { quieter, share: 1, undecided: null };
  if (quieter > CUT_DB && isOnlyRevision(batch, file, trackIndex)) {
    const undecided = `${quieter.toFixed(1)} dB quieter than an older version: a quieter revision, or a master for vinyl`;
    return { quieter, share: 0.5, undecided };
  }
  const revision = siblings.find(
    (other) =>
      !saysSlot(other) &&
      quieterThan(batch, other, trackIndex, siblingsOf(batch, other, trackIndex)) > CUT_DB &&
      isRevisionOf(batch, other, file, trackIndex) &&
      isOnlyRevision(batch, other, trackIndex),
  );
  const undecided =
    revision && `“${revision.file.name}” is newer and quieter: a revision of this, or a master for vinyl`;
  return { quieter, share: 1, undecided: undecided ?? null };
}

/** A level that does not decide between slots; the engineer decides. */
export function undecidedLevel(file: BatchFile, slot: SlotType, { slots }: SlotReading, level: Level): Veto[] {
  if (level.undecided !== null) return [veto('veto.level', UNDECIDED, level.undecided)];
  if (slot !== 'hires_master' && slot !== 'vinyl_master') return [];
  const { quieter } = level;
  if (file.format !== 'high' || slots.size > 0 || quieter <= CUT_DB || quieter >= CLEARLY_CUT_DB) return [];
  const text = `${quieter.toFixed(1)} dB quieter than the other formats: for vinyl, or hi-res with less limiting`;
  return [veto('veto.level', UNDECIDED, text)];
}
