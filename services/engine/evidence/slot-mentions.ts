import { formatAlone } from '../batch/format-alone.js';
import type { RemainingWords } from '../batch/remaining-words.js';
import { givingWay, marksOf, ruleText, type StudioMark, studioMarks } from '../batch/studio-rules.js';
import type { Batch } from '../batch/types.js';
import type { BatchFile } from '../reading/batch-file.js';
import { readWords, type WordMark } from '../reading/read.js';
import { SLOT_WORDS, type SlotWord, WORD_OF } from '../reading/slot-words.js';

/** Words about version and format, their position, and how reliable that position is. */
export interface Mention {
  mark: WordMark | StudioMark;
  trust: number;
  place: string;
}

export interface SlotReading {
  mentions: Mention[];
  /** strongest mention of each slot */
  slots: Map<SlotWord, Mention>;
  main: Mention | null;
}

/** Gathers what name, folder and embedded title say about the slot, without the title of track `trackIndex`. */
export function readSlotWords(
  batch: Batch,
  file: BatchFile,
  trackIndex: number,
  remaining: RemainingWords,
): SlotReading {
  const mentions: Mention[] = [...remaining.words, ...remaining.studio].map((mark) => ({
    mark,
    trust: 1,
    place: 'name',
  }));
  if (file.folder) {
    const words = readWords(file.folder.name, file.folder.tokens, file.folderClaimed);
    const studio = studioMarks(batch, file, 'folder', null);
    mentions.push(...[...givingWay(words, studio), ...studio].map((mark) => ({ mark, trust: 0.8, place: 'folder' })));
  }
  const tagged = file.tagTitles?.[trackIndex];
  if (file.tagReading && tagged && tagged.cover * tagged.quality >= 0.6) {
    const words = readWords(file.tagReading.name, file.tagReading.tokens, tagged.consumed);
    mentions.push(
      ...words
        .filter((mark) => mark.wordClass !== 'main')
        .map((mark) => ({ mark, trust: 0.9, place: 'embedded title' })),
    );
  }
  const slots = new Map<SlotWord, Mention>();
  let main: Mention | null = null;
  for (const word of mentions) {
    const { wordClass } = word.mark;
    if (wordClass === 'main' && (!main || weight(word) > weight(main))) main = word;
    if (!SLOT_WORDS.has(wordClass)) continue;
    const before = slots.get(wordClass as SlotWord);
    if (!before || weight(word) > weight(before)) slots.set(wordClass as SlotWord, word);
  }
  // A habit of the studio counts where no word says anything.
  const habits = slots.size > 0 ? [] : formatHabits(batch, file, trackIndex);
  for (const habit of habits) {
    mentions.push(habit);
    slots.set(WORD_OF[habit.mark.rule.slotType], habit);
  }
  return { mentions, slots, main };
}

/** The studio's use of the file's format, if the batch has no other format to compare with. */
function formatHabits(batch: Batch, file: BatchFile, trackIndex: number): (Mention & { mark: StudioMark })[] {
  const format = formatAlone(batch, file, trackIndex);
  return format
    ? marksOf(batch, { ...format, from: 0, to: 0 }).map((mark) => ({ mark, trust: 1, place: 'format' }))
    : [];
}

export const weight = (said: Mention): number => said.mark.strength * said.trust;

/** The studio's rule that applies, or null for general knowledge. */
export const ruleOf = ({ mark }: Mention): StudioMark['rule'] | null => ('rule' in mark ? mark.rule : null);

/** Why the words support a slot; for the other slots with `against` after it. */
export function mentionText(said: Mention, against = ''): string {
  const rule = ruleOf(said);
  return rule ? ruleText(rule) : `${quote(said)}${against}`;
}

export const quote = (said: Mention): string => `“${said.mark.text}” in the ${said.place}`;
