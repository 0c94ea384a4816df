import { readName } from '../../services/engine/reading/read.js';
import type { Corpus, CorpusFile, Scenario } from './corpus.js';

const rename =
  (change: (name: string) => string) =>
  (scenario: Scenario): Scenario => ({
    ...scenario,
    files: scenario.files.map((file) => ({ ...file, name: change(file.name) })),
  });

const without =
  (...facts: (keyof CorpusFile)[]) =>
  (scenario: Scenario): Scenario => ({
    ...scenario,
    files: scenario.files.map(
      (file) =>
        Object.fromEntries(
          Object.entries(file).filter(([key]) => !facts.includes(key as keyof CorpusFile)),
        ) as unknown as CorpusFile,
    ),
  });

const withoutOriginals = (scenario: Scenario): Scenario => ({
  ...scenario,
  tracks: scenario.tracks.map(({ durationSeconds: _, ...track }) => track),
});

/** A number from 0 to 1 that depends only on the text (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}

/** One file in three describes itself with unknown words: its known words are written backwards. */
function withUnknownWords(scenario: Scenario): Scenario {
  const titles = scenario.tracks.map((track) => (track.title ?? '').toLowerCase()).join(' | ');
  return {
    ...scenario,
    files: scenario.files.map((file) => {
      if (chance(scenario.id + file.name) > 1 / 3) return file;
      const reading = readName(file.name);
      const known = reading.words.filter(
        (word) => !['filler', 'main', 'useless'].includes(word.wordClass) && !titles.includes(word.text.toLowerCase()),
      );
      const name = known.reduce((text, word) => text.replace(word.text, [...word.text].reverse().join('')), file.name);
      return { ...file, name };
    }),
  };
}

/** Swaps two neighbouring letters in the longest word of a title that occurs in the name. */
function withTypingErrors(scenario: Scenario): Scenario {
  const words = scenario.tracks
    .flatMap((track) => (track.title ?? '').toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => word.length >= 6)
    .sort((a, b) => b.length - a.length);
  return rename((name) => {
    const low = name.toLowerCase();
    const word = low.length === name.length ? words.find((each) => low.includes(each)) : undefined;
    if (!word) return name;
    const at = low.lastIndexOf(word) + 1 + Math.floor(chance(name) * (word.length - 2));
    return name.slice(0, at) + name.slice(at + 1, at + 2) + name.slice(at, at + 1) + name.slice(at + 2);
  })(scenario);
}

/** The same batches as other studios would have sent them. */
export const VARIANTS: Record<string, (scenario: Scenario) => Scenario> = {
  'lower-case names': rename((name) => name.toLowerCase()),
  'upper-case names': rename((name) => name.toUpperCase()),
  'decomposed umlauts (NFD)': rename((name) => name.normalize('NFD')),
  'studio prefix “NRL_”': rename((name) => `NRL_${name}`),
  'studio prefix “Halden Mastering - ”': rename((name) => `Halden Mastering - ${name}`),
  'engineer’s “ (HM Master)” behind': rename((name) => name.replace(/(?=\.[^.]*$)/, ' (HM Master)')),
  'letters of a title changed places': withTypingErrors,
  'spaces as underscores': rename((name) => name.replace(/ /g, '_')),
  'no lengths of originals': withoutOriginals,
  'no embedded tags': without('tags'),
  'unknown words in a third of them': withUnknownWords,
  'names only (before the probe)': (scenario) =>
    withoutOriginals(without('container', 'sampleRate', 'bitDepth', 'channels', 'durationSeconds', 'tags')(scenario)),
};

export const applyVariant = (corpus: Corpus, change: (scenario: Scenario) => Scenario): Corpus => ({
  scenarios: corpus.scenarios.map(change),
});
