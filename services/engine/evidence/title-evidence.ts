import type { RemainingWords } from '../batch/remaining-words.js';
import type { Batch, BatchFile } from '../batch/types.js';
import { type Item, sentence } from './items.js';

/** How well a name holds a title, 0 to 1. */
export const score = (match: { cover: number; quality: number } | undefined): number =>
  match ? match.cover * match.quality : 0;

/** 0 up to `from`, 1 from `to` on, straight between. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

/** True when `a` holds all tokens of `b` and more. */
function holdsMore(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((on, i) => on || !b[i]) && a.some((on, i) => on && !b[i]);
}

/** What the name says about the title of track `t`. */
export function titleEvidence(batch: Batch, each: BatchFile, t: number, remaining: RemainingWords): Item[] {
  const items: Item[] = [];
  const match = each.titles[t];
  if (!match) return items;
  const title = match.alias ?? batch.tracks[t]?.title ?? '';
  const value = score(match);
  const written = each.name.tokens
    .filter((_, i) => match.consumed[i])
    .map((token) => token.text)
    .join(' ');
  if (value > 0.4) {
    const text = {
      exact: `“${title}” stands in the name`,
      words: `“${written}” matches words of “${title}”`,
      spelling: `“${written}” looks like “${title}” misspelt`,
      abbreviation: `“${written}” abbreviates “${title}”`,
      none: '',
    }[match.how];
    items.push({ kind: 'title.match', value: ramp(value, 0.4, 1), text: sentence(text) });
    if (match.how === 'exact')
      items.push({ kind: 'title.exact', value: ramp(match.cover, 0.5, 1), text: sentence('') });
    if (match.how === 'spelling' || match.how === 'abbreviation')
      items.push({ kind: 'title.guessed', value: 1, text: sentence('') });
  }
  const best = Math.max(...each.titles.map(score));
  if (value >= 0.5 && remaining.unexplained.length === 0)
    items.push({
      kind: 'title.nothingElse',
      value: ramp(value, 0.5, 0.9),
      text: sentence('Nothing else in the name speaks of another song'),
    });
  if (value >= 0.4 && remaining.unexplained.length > 0) {
    items.push({
      kind: 'title.unexplained',
      value: Math.min(2.5, remaining.weight),
      text: () => `“${remaining.unexplained.join(' ')}” is not in the title`,
    });
  }
  if (value < 0.4 && remaining.content > 0) {
    items.push({
      kind: 'title.other',
      value: Math.min(1.5, remaining.content),
      text: () => `The name says “${remaining.contentWords.join(' ')}”, not “${title}”`,
    });
  }
  if (best - value > 0.15 && best > 0.55) {
    const rival = batch.tracks[each.titles.findIndex((other) => score(other) === best)]?.title ?? '';
    items.push({
      kind: 'title.rival',
      value: Math.min(1, best - value),
      text: () => `“${rival}” fits the name better`,
    });
  }
  const wider =
    value >= 0.4
      ? each.titles.findIndex(
          (other, o) => o !== t && score(other) >= value - 0.05 && holdsMore(other.consumed, match.consumed),
        )
      : -1;
  if (wider >= 0)
    items.push({
      kind: 'title.wider',
      value: 1,
      text: () => `“${batch.tracks[wider]?.title ?? ''}” explains more of the name`,
    });
  if (match.how !== 'none' && value >= 0.4 && match.consumed.every((used, i) => !used || each.claimed[i])) {
    items.push({
      kind: 'title.insideAlbum',
      value: 1,
      text: () => `“${written}” is part of the artist's or album's name here`,
    });
  }
  const folder = score(each.folderTitles?.[t]);
  if (folder >= 0.7 && value < folder)
    items.push({ kind: 'title.folder', value: ramp(folder, 0.5, 1), text: () => `“${title}” is the folder's name` });
  return items;
}
