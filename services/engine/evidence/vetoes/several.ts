import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { within } from '../../reading/parts.js';
import { WHOLE_TITLE } from '../../reading/thresholds.js';
import type { Item } from '../items.js';
import { KINDS } from '../kinds.js';
import { score } from '../measures.js';
import { defineVeto } from '../rule.js';
import { DOUBTFUL, MOSTLY_NOT, type Veto, veto } from '../veto.js';

/**
 * Two whole titles in one name: two songs in one file, or a song named after the other. A slot's word is not a title.
 */
function severalTitles(batch: Batch, file: BatchFile, trackIndex: number, items: readonly Item[]): Veto[] {
  const own = file.titles[trackIndex];
  const isWhole = (match: BatchFile['titles'][number]): boolean =>
    match.how === 'exact' && score(match) >= WHOLE_TITLE && !match.consumed.some((on, i) => on && file.claimed[i]);
  if (!own || !isWhole(own) || items.some(({ kind }) => KINDS[kind].settlesTitle)) return [];
  // A number, a tempo or a format may also read as a title.
  const isPlain = (i: number): boolean => !file.name.tokens[i]?.digits && !within(file.name.marks, i);
  const other = file.titles.findIndex(
    (match, o) =>
      o !== trackIndex && isWhole(match) && match.consumed.every((on, i) => !on || (!own.consumed[i] && isPlain(i))),
  );
  if (other < 0) return [];
  // 'Harbour - Breakwater': the song follows the work it comes from.
  const isBefore = own.consumed.indexOf(1) < file.titles[other]!.consumed.indexOf(1);
  const title = batch.tracks[other]?.title ?? '';
  return [veto('veto.several', isBefore ? MOSTLY_NOT : DOUBTFUL, `“${title}” is also in the name`)];
}

export const severalVeto = defineVeto({
  kinds: ['veto.several'],
  examples: [{ files: ['Ember - Low Tide'], finds: ['veto.several'] }],
  of: ({ batch, file, trackIndex }, items) => severalTitles(batch, file, trackIndex, items),
});
