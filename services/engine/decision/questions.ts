import { formatAlone, type FormatWord } from '../batch/format-alone.js';
import { untaughtWords } from '../batch/house-words.js';
import type { Batch } from '../batch/types.js';
import { opensSlot } from '../evidence/kinds.js';
import { mostLikely } from '../evidence/veto.js';
import type { FormatClass } from '../reading/format-class.js';
import type { BatchQuestion, SlotQuestion, SlotType } from '../types.js';
import type { Candidate } from './candidates.js';

/** More questions at a time would be a form to fill in. */
const MOST_QUESTIONS = 2;

/** The file's track is certain from this share on, and only the slot is open. */
const TRACK_KNOWN = 0.7;

/** Possible slots of a format that is the only one of a batch. */
const BY_FORMAT: Record<'cd' | 'high', readonly SlotType[]> = {
  cd: ['streaming_master', 'cd_master'],
  high: ['streaming_master', 'hires_master', 'vinyl_master'],
};

/** Possible slots of a studio's own word, the likeliest for the file's format first. */
const BY_WORD: Record<FormatClass, readonly SlotType[]> = {
  cd: ['cd_master', 'streaming_master', 'instrumental_master', 'clean_master', 'vinyl_master'],
  high: ['vinyl_master', 'hires_master', 'streaming_master', 'instrumental_master', 'clean_master'],
  standard: ['streaming_master', 'vinyl_master', 'instrumental_master', 'clean_master', 'hires_master', 'cd_master'],
  lossy: ['streaming_master', 'instrumental_master', 'clean_master'],
  unknown: ['streaming_master', 'vinyl_master', 'instrumental_master', 'clean_master', 'hires_master', 'cd_master'],
};

/** The studio has answered already, or its files show that no answer applies. */
const isSettled = (batch: Batch, word: string): boolean =>
  (batch.rules.get(word) ?? []).some(({ answered, against }) => answered || against > 0);

/** The question that would settle the slot of a file whose track is known; `candidates` are the file's, best first. */
export function questionOf(batch: Batch, candidates: readonly Candidate[]): SlotQuestion | null {
  const best = candidates[0];
  const file = best && batch.files[best.file];
  if (!file || !best.vetoes.some(({ kind }) => opensSlot(kind))) return null;
  if (mostLikely(best.vetoes) < 1) return null;
  if (best.doubts.some(({ kind, value }) => kind === 'competition.superseded' && value > 0.5)) return null;
  const ofTrack = candidates.filter(({ track }) => track === best.track);
  if (ofTrack.reduce((sum, { alone }) => sum + alone, 0) < TRACK_KNOWN) return null;
  const open = batch.tracks[best.track]?.slots.map(({ slotType }) => slotType) ?? [];
  const ask = (
    kind: SlotQuestion['kind'],
    { word, text }: FormatWord,
    slots: readonly SlotType[],
  ): SlotQuestion | null => {
    const choices = slots.filter((slot) => open.length === 0 || open.includes(slot));
    return choices.length < 2 || isSettled(batch, word) ? null : { kind, word, text, choices };
  };
  const [own] = untaughtWords(batch, file);
  if (own) return ask('house-word', own, BY_WORD[file.format]);
  const format = formatAlone(batch, file, best.track);
  return format && ask('format-slot', format, BY_FORMAT[file.format === 'cd' ? 'cd' : 'high']);
}

/** The questions that settle most files, at most two; `files` are those whose slot is still open. */
export function questionsOf(files: readonly { id: string; question: SlotQuestion | null }[]): BatchQuestion[] {
  const asked = files.flatMap(({ id, question }) => (question ? [{ id, question }] : []));
  return [...Map.groupBy(asked, ({ question }) => `${question.kind} ${question.word}`).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_QUESTIONS)
    .map((all) => ({
      ...all[0]!.question,
      choices: [...new Set(all.flatMap(({ question }) => question.choices))],
      fileIds: all.map(({ id }) => id),
    }));
}
