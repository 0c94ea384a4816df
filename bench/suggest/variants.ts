import type { Corpus, CorpusFile, Scenario } from './corpus.js';

const rename = (change: (name: string) => string) => (scenario: Scenario): Scenario => ({
  ...scenario,
  files: scenario.files.map((file) => ({ ...file, name: change(file.name) })),
});

const without = (...facts: (keyof CorpusFile)[]) => (scenario: Scenario): Scenario => ({
  ...scenario,
  files: scenario.files.map((file) => Object.fromEntries(Object.entries(file).filter(([key]) => !facts.includes(key as keyof CorpusFile))) as unknown as CorpusFile),
});

const withoutOriginals = (scenario: Scenario): Scenario => ({
  ...scenario,
  tracks: scenario.tracks.map(({ durationSeconds: _, ...track }) => track),
});

/** The same batches as other studios would have sent them. */
export const VARIANTS: Record<string, (scenario: Scenario) => Scenario> = {
  'lower-case names': rename((name) => name.toLowerCase()),
  'upper-case names': rename((name) => name.toUpperCase()),
  'decomposed umlauts (NFD)': rename((name) => name.normalize('NFD')),
  'studio prefix “NRL_”': rename((name) => `NRL_${name}`),
  'studio prefix “Halden Mastering - ”': rename((name) => `Halden Mastering - ${name}`),
  'spaces as underscores': rename((name) => name.replace(/ /g, '_')),
  'no lengths of originals': withoutOriginals,
  'no embedded tags': without('tags'),
  'names only (before the probe)': (scenario) => withoutOriginals(without('container', 'sampleRate', 'bitDepth', 'channels', 'durationSeconds', 'tags')(scenario)),
};

export const applyVariant = (corpus: Corpus, change: (scenario: Scenario) => Scenario): Corpus => ({ scenarios: corpus.scenarios.map(change) });
