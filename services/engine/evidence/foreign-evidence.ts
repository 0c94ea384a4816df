import { SAME_LENGTH_S } from '../batch/lengths.js';
import type { RemainingWords } from '../batch/remaining-words.js';
import type { Batch, BatchFile } from '../batch/types.js';
import type { WordClass } from '../lexicon/words.js';
import { WORD_OF } from '../names/slot-words.js';
import type { SlotType } from '../types.js';
import type { Doubt } from './candidates.js';
import { type Item, sentence } from './items.js';
import { KINDS, wordKind } from './kinds.js';
import { type Mention, quote, type SlotReading, weight } from './slot-mentions.js';

/** A word that most files carry is the studio's habit and says little. */
function habitOf(batch: Batch, said: Mention): number {
  if (batch.files.length < 4) return 1;
  return (batch.wordShares.get(said.mark.wordClass) ?? 0) > 0.7 ? 0.3 : 1;
}

/** What is as long as one song of several is not all of them, whatever a word says. */
const REFUTED = 0.1;

function isAsLong(batch: Batch, each: BatchFile, t: number): boolean {
  const known = batch.lengths[t];
  const length = each.file.durationS;
  return Boolean(
    batch.tracks.length > 1 && length && known && known.file < 0 && Math.abs(known.seconds - length) <= SAME_LENGTH_S,
  );
}

/** A folder 'Side A' with several files holds a song in each. */
const isOneOfSide = (batch: Batch, each: BatchFile, { place }: Mention): boolean =>
  place === 'folder' && batch.files.some((other) => other !== each && other.folder?.name === each.folder?.name);

/** Words that take a file out of all slots. That an original is an unmastered mix says nothing against its track. */
export function foreignEvidence(batch: Batch, each: BatchFile, t: number, reading: SlotReading): Item[] {
  const worst = new Map<WordClass, Mention>();
  for (const said of reading.mentions) {
    if (wordKind(said.mark.wordClass) === null) continue;
    if (each.file.isOriginal && said.mark.wordClass === 'reference') continue;
    const before = worst.get(said.mark.wordClass);
    if (!before || weight(said) > weight(before)) worst.set(said.mark.wordClass, said);
  }
  const marked = batch.wordShares.get('main') ?? 0;
  return [...worst].map(([wordClass, said]): Item => {
    const kind = wordKind(wordClass)!;
    const habit = habitOf(batch, said);
    const refuted = wordClass === 'whole' && (isAsLong(batch, each, t) || isOneOfSide(batch, each, said));
    const value = weight(said) * habit * (refuted ? REFUTED : 1);
    const text = (): string => `${quote(said)}: ${KINDS[kind].says ?? ''}`;
    if (wordClass !== 'reference' || said.mark.strength === 1) return { kind, value, text };
    // 'mix 3 master': the word names the source, not what this file is; beside files marked as masters it says mix
    const master = reading.main !== null || reading.slots.size > 0;
    return {
      kind,
      value: master ? 0.4 * value : marked >= 0.3 ? Math.max(value, habit) : value,
      text,
    };
  });
}

/**
 * What takes a share of the claim however well title and length agree: words that name something without a slot, and
 * unknown words behind the title, which may name another version or another slot for the same sound.
 */
export function doubtsOf(
  slot: SlotType,
  remaining: RemainingWords,
  reading: SlotReading,
  foreign: readonly Item[],
): Doubt[] {
  const decisive = foreign.filter(
    (item) => KINDS[item.kind].decisive || (item.kind === 'word.reference' && item.value >= 1),
  );
  const doubts: Doubt[] = decisive.map((item) => ({
    kind: 'doubt.foreignWord',
    value: item.value,
    text: sentence(''),
  }));
  if (!remaining.qualified) return doubts;
  const unknown = remaining.unexplained.join(' ');
  doubts.push({
    kind: 'doubt.unknownWord',
    value: Math.min(1, remaining.weight),
    text: () => `“${unknown}” may name another version`,
  });
  const own = WORD_OF[slot];
  if (own === 'hires' && !reading.slots.has(own)) {
    doubts.push({
      kind: 'doubt.otherSlot',
      value: Math.min(1, remaining.weight),
      text: () => `“${unknown}” may name another slot, such as vinyl`,
    });
  }
  return doubts;
}
