import { SAME_LENGTH_S } from '../../batch/lengths.js';
import type { Batch } from '../../batch/types.js';
import type { WordClass } from '../../lexicon/words.js';
import type { BatchFile } from '../../reading/batch-file.js';
import type { Item } from '../items.js';
import { KINDS, wordKind } from '../kinds.js';
import { defineRule } from '../rule.js';
import { type Mention, quote, type SlotReading, weight } from '../slot-mentions.js';

/** A word that most files have is the studio's habit and says little. */
function habitOf(batch: Batch, said: Mention): number {
  if (batch.files.length < 4) return 1;
  return (batch.wordShares.get(said.mark.wordClass) ?? 0) > 0.7 ? 0.3 : 1;
}

/** A file as long as one of several songs does not contain all of them, whatever a word says. */
const REFUTED = 0.1;

function isAsLong(batch: Batch, file: BatchFile, trackIndex: number): boolean {
  const known = batch.lengths[trackIndex];
  const length = file.file.durationS;
  return Boolean(
    batch.tracks.length > 1 && length && known && known.file < 0 && Math.abs(known.seconds - length) <= SAME_LENGTH_S,
  );
}

/** A folder 'Side A' with several files contains one song per file. */
const isOneOfSide = (batch: Batch, file: BatchFile, { place }: Mention): boolean =>
  place === 'folder' && batch.files.some((other) => other !== file && other.folder?.name === file.folder?.name);

/** Words that take a file out of all slots. That an original is an unmastered mix does not count against its track. */
function foreignEvidence(batch: Batch, file: BatchFile, trackIndex: number, reading: SlotReading): Item[] {
  const worst = new Map<WordClass, Mention>();
  for (const said of reading.mentions) {
    if (wordKind(said.mark.wordClass) === null) continue;
    if (file.file.isOriginal && said.mark.wordClass === 'reference') continue;
    const before = worst.get(said.mark.wordClass);
    if (!before || weight(said) > weight(before)) worst.set(said.mark.wordClass, said);
  }
  const marked = batch.wordShares.get('main') ?? 0;
  return [...worst].map(([wordClass, said]): Item => {
    const kind = wordKind(wordClass)!;
    const habit = habitOf(batch, said);
    const refuted = wordClass === 'whole' && (isAsLong(batch, file, trackIndex) || isOneOfSide(batch, file, said));
    const value = weight(said) * habit * (refuted ? REFUTED : 1);
    const text = (): string => `${quote(said)}: ${KINDS[kind].says ?? ''}`;
    if (wordClass !== 'reference' || said.mark.strength === 1) return { kind, value, text };
    // 'mix 3 master': the word names the source, not this file. Beside files marked as masters, it does name this file.
    const master = reading.main !== null || reading.slots.size > 0;
    return {
      kind,
      value: master ? 0.4 * value : marked >= 0.3 ? Math.max(value, habit) : value,
      text,
    };
  });
}

export const foreignWordRule = defineRule({
  kinds: [
    'word.acapella',
    'word.tv',
    'word.stem',
    'word.reference',
    'word.tone',
    'word.unfinished',
    'word.whole',
    'word.snippet',
    'word.live',
    'word.remix',
    'word.sample',
    'word.spoken',
    'word.surround',
    'word.edit',
    'word.alternate',
    'word.older',
  ],
  examples: [
    { files: ['Ember acapella'], finds: ['word.acapella'] },
    { files: ['Ember TV mix'], finds: ['word.tv'] },
    { files: ['Ember drum stem'], finds: ['word.stem'] },
    { files: ['Ember rough mix'], finds: ['word.reference'] },
    { files: ['Ember room tone'], finds: ['word.tone'] },
    { files: ['Ember demo'], finds: ['word.unfinished'] },
    { files: ['Ember full album'], finds: ['word.whole'] },
    { files: ['Ember teaser'], finds: ['word.snippet'] },
    { files: ['Ember live'], finds: ['word.live'] },
    { files: ['Ember remix'], finds: ['word.remix'] },
    { files: ['Ember loop'], finds: ['word.sample'] },
    { files: ['Ember interview'], finds: ['word.spoken'] },
    { files: ['Ember 5.1 mix'], finds: ['word.surround'] },
    { files: ['Ember edit'], finds: ['word.edit'] },
    { files: ['Ember alt'], finds: ['word.alternate'] },
    { files: ['Ember old'], finds: ['word.older'] },
  ],
  of: ({ batch, file, trackIndex, words }) => foreignEvidence(batch, file, trackIndex, words),
});
