import { randomFrom } from '../../platform/audio/synth.js';
import { readBatch } from '../batch/read-batch.js';
import { remainingWordsOf } from '../batch/remaining-words.js';
import { ITEMS_PER_SECOND } from '../batch/sound.js';
import { plain, songOf, TITLES, tracksOf } from '../judged.testing.js';
import { fold } from '../lexicon/fold.js';
import type { SuggestFile } from '../types.js';
import type { Item } from './items.js';
import { levelOf } from './level.js';
import type { Example, SlotContext } from './rule.js';
import { TRACK_RULES } from './rules/rules.js';
import { readSlotWords } from './slot-mentions.js';

function soundOf(song: number, [share, from, to]: readonly [number, number, number] = [0, 0, 0]): number[] {
  const random = randomFrom(song);
  return songOf(song).map((item, i) => {
    const isAltered = i >= from * ITEMS_PER_SECOND && i < to * ITEMS_PER_SECOND;
    for (let bit = 0; isAltered && bit < 32; bit++) if (random() < share) item ^= 1 << bit;
    return item;
  });
}

/** The context of a rule's example. */
export function contextOf(example: Example<unknown>): SlotContext {
  const { files, track = 1, slot = 'streaming_master', titles = TITLES, conventions = {} } = example;
  const hasSound = files.some((each) => typeof each === 'object' && each.sounds);
  const tracks = tracksOf(example.lengths ?? false, titles).map((each, i) => ({
    ...each,
    isrc: example.isrcs ? `GBABC260000${i + 1}` : null,
    references: hasSound ? [songOf(i + 1)] : [],
    slots: each.slots.map((one) => ({ ...one, filled: example.filled ?? false })),
  }));
  const given = files.map((each, i): SuggestFile => {
    const { sounds, altered, ...file } = typeof each === 'string' ? { name: `${each}.wav` } : each;
    return { id: String(i), ...plain, ...file, ...(sounds ? { fingerprint: soundOf(sounds, altered) } : {}) };
  });
  const rules = Object.entries(conventions).map(([text, slotType]) => ({
    word: fold(text),
    text,
    slotType,
    for: 5,
    against: 0,
  }));
  const batch = readBatch({ title: example.album ?? 'Inland', artist: 'Ada Voss' }, tracks, given, rules);
  const file = batch.files[0]!;
  const trackIndex = track - 1;
  const remaining = remainingWordsOf(batch, file, trackIndex);
  const words = readSlotWords(batch, file, trackIndex, remaining);
  return { batch, file, trackIndex, remaining, words, level: levelOf(batch, file, trackIndex, words), slot };
}

/** Items of all track rules or, with `before`, of those that are listed before that rule. */
export function itemsOf(context: SlotContext, before?: unknown): Item[] {
  const items: Item[] = [];
  for (const rule of TRACK_RULES) {
    if (rule === before) break;
    items.push(...rule.of(context, items));
  }
  return items;
}
