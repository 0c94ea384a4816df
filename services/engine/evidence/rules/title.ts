import type { RemainingWords } from '../../batch/remaining-words.js';
import type { Batch } from '../../batch/types.js';
import type { BatchFile } from '../../reading/batch-file.js';
import { PART_OF_TITLE } from '../../reading/thresholds.js';
import type { TitleMatch } from '../../reading/title.js';
import { type Item, sentence } from '../items.js';
import { ramp, score } from '../measures.js';
import { defineRule } from '../rule.js';

/** 'Ember' is only part of the folder 'Ember Reprise' if a track is called like that. */
function isPartOfFolder(matches: readonly TitleMatch[], trackIndex: number): boolean {
  const own = matches[trackIndex]!;
  return matches.some(
    (other) =>
      score(other) >= score(own) &&
      own.consumed.every((on, i) => !on || other.consumed[i]) &&
      other.consumed.some((on, i) => on && !own.consumed[i]),
  );
}

/** Evidence in the name for the title of track `t`. */
function titleEvidence(batch: Batch, file: BatchFile, trackIndex: number, remaining: RemainingWords): Item[] {
  const items: Item[] = [];
  const match = file.titles[trackIndex];
  if (!match) return items;
  const title = match.alias ?? batch.tracks[trackIndex]?.title ?? '';
  const value = score(match);
  const written = file.name.tokens
    .filter((_, i) => match.consumed[i])
    .map((token) => token.text)
    .join(' ');
  if (value > PART_OF_TITLE) {
    const text = {
      exact: `“${title}” is in the name`,
      words: `“${written}” matches words of “${title}”`,
      spelling: `“${written}” looks like “${title}” misspelt`,
      abbreviation: `“${written}” abbreviates “${title}”`,
      none: '',
    }[match.how];
    items.push({ kind: 'title.match', value: ramp(value, PART_OF_TITLE, 1), text: sentence(text) });
    if (match.how === 'exact')
      items.push({ kind: 'title.exact', value: ramp(match.cover, 0.5, 1), text: sentence('') });
    if (match.how === 'spelling' || match.how === 'abbreviation')
      items.push({ kind: 'title.guessed', value: 1, text: sentence('') });
  }
  const best = Math.max(...file.titles.map(score));
  if (value >= 0.5 && remaining.unexplained.length === 0)
    items.push({
      kind: 'title.nothingElse',
      value: ramp(value, 0.5, 0.9),
      text: sentence('Nothing else in the name suggests another song'),
    });
  if (value >= PART_OF_TITLE && remaining.unexplained.length > 0) {
    items.push({
      kind: 'title.unexplained',
      value: Math.min(2.5, remaining.weight),
      text: () => `“${remaining.unexplained.join(' ')}” is not in the title`,
    });
  }
  if (value < PART_OF_TITLE && remaining.content > 0) {
    items.push({
      kind: 'title.other',
      value: Math.min(1.5, remaining.content),
      text: () => `The name says “${remaining.contentWords.join(' ')}”, not “${title}”`,
    });
  }
  if (best - value > 0.15 && best > 0.55) {
    const rival = batch.tracks[file.titles.findIndex((other) => score(other) === best)]?.title ?? '';
    items.push({
      kind: 'title.rival',
      value: Math.min(1, best - value),
      text: () => `“${rival}” fits the name better`,
    });
  }
  if (match.how !== 'none' && value >= PART_OF_TITLE && match.consumed.every((used, i) => !used || file.claimed[i])) {
    items.push({
      kind: 'title.insideAlbum',
      value: 1,
      text: () => `“${written}” is part of the artist's or album's name here`,
    });
  }
  const folder = score(file.folderTitles?.[trackIndex]);
  if (folder >= 0.7 && value < folder && !isPartOfFolder(file.folderTitles!, trackIndex))
    items.push({ kind: 'title.folder', value: ramp(folder, 0.5, 1), text: () => `“${title}” is the folder's name` });
  return items;
}

export const titleRule = defineRule({
  kinds: [
    'title.match',
    'title.exact',
    'title.guessed',
    'title.nothingElse',
    'title.unexplained',
    'title.other',
    'title.rival',
    'title.insideAlbum',
    'title.folder',
  ],
  examples: [
    { files: ['Ember'], finds: ['title.match', 'title.exact', 'title.nothingElse'] },
    { files: ['Ebmer master'], finds: ['title.match', 'title.nothingElse'] },
    { files: ['LT_M1', 'GO_M1'], track: 2, finds: ['title.match', 'title.guessed', 'title.nothingElse'] },
    {
      files: ['Inland - Ember'],
      titles: ['Inland', 'Ember'],
      finds: ['title.match', 'title.exact', 'title.unexplained', 'title.insideAlbum'],
    },
    { files: ['Ember Salt Road'], finds: ['title.match', 'title.exact', 'title.unexplained'] },
    { files: ['Salt Road'], finds: ['title.other'] },
    { files: ['Low Tide'], finds: ['title.other', 'title.rival'] },
    { files: [{ name: '01.wav', folder: 'Ember' }], finds: ['title.folder'] },
    { files: [{ name: '01.wav', folder: 'Ember Reprise' }], titles: ['Ember', 'Ember Reprise'], finds: [] },
  ],
  of: ({ batch, file, trackIndex, remaining }) => titleEvidence(batch, file, trackIndex, remaining),
});
