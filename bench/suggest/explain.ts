// npm run explain -- "name.wav" … [--tracks "Ember, Low Tide"] [--hz 96000] [--bits 16]: prints how the suggestion
// engine reads names, what it finds for and against each suggestion, and the result. Without --tracks, the tracks are
// those that the names propose.
import { parseArgs } from 'node:util';
import { readBatch } from '../../services/engine/batch/read-batch.js';
import { proposeTracks } from '../../services/engine/proposals/propose-tracks.js';
import type { BatchFile } from '../../services/engine/reading/batch-file.js';
import { suggest } from '../../services/engine/suggest.js';
import {
  SLOT_LABELS,
  SLOT_TYPES,
  type SuggestFile,
  type Suggestion,
  type SuggestTrack,
} from '../../services/engine/types.js';

const { values, positionals } = parseArgs({
  options: { tracks: { type: 'string' }, hz: { type: 'string' }, bits: { type: 'string' } },
  allowPositionals: true,
});

const PROJECT = { title: '', artist: null };
const files = positionals.map((name, i): SuggestFile => ({
  id: String(i),
  name,
  sampleRateHz: values.hz ? Number(values.hz) : null,
  bitDepth: values.bits ? Number(values.bits) : null,
}));

function tracksOf(): SuggestTrack[] {
  const titles = values.tracks?.split(',').map((title, i) => ({ trackNumber: i + 1, title: title.trim(), isrc: null }));
  return (titles ?? proposeTracks(PROJECT, [], files).tracks).map(({ trackNumber, title, isrc }) => ({
    id: `t${trackNumber}`,
    trackNumber,
    title,
    isrc,
    notes: null,
    durationS: null,
    slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
  }));
}

function printReading({ name, folder, studioWords }: BatchFile): void {
  const say = (label: string, parts: readonly string[]): void => {
    if (parts.length > 0) console.log(`  ${label.padEnd(10)} ${parts.join(' · ')}`);
  };
  say(
    'tokens',
    name.tokens.map(({ text }) => text),
  );
  say(
    'words',
    name.words.map(({ text, wordClass, strength }) => `${text} = ${wordClass} ${strength}`),
  );
  say(
    'numbers',
    name.numbers.map(({ text, kind, group }) => `${text} ${kind}${group && ` of ${group}`}`),
  );
  say(
    'revisions',
    name.revisions.map(({ label, revision }) => `${label} ${revision}`),
  );
  say(
    'forms',
    name.marks.map(
      ({ from, to, span }) =>
        `${name.tokens
          .slice(from, to)
          .map(({ text }) => text)
          .join('')} ${span.kind}`,
    ),
  );
  say(
    'own words',
    studioWords.filter(({ teaches }) => teaches).map(({ text }) => text),
  );
  if (folder)
    say(
      'folder',
      folder.tokens.map(({ text }) => text),
    );
}

function printSuggestion({ trackNumber, slotType, confidence, evidence }: Suggestion): void {
  console.log(`  → track ${trackNumber}, ${SLOT_LABELS[slotType]}: ${confidence} %`);
  for (const { kind, strength, text } of evidence)
    console.log(`      ${strength.toFixed(2).padStart(6)}  ${kind.padEnd(30)} ${text}`);
}

if (files.length === 0) {
  console.error('npm run explain -- "name.wav" … [--tracks "Ember, Low Tide"] [--hz 96000] [--bits 16]');
  process.exit(2);
}
const tracks = tracksOf();
console.log(`tracks: ${tracks.map(({ trackNumber, title }) => `${trackNumber} ${title}`).join(', ') || 'none'}`);
const batch = readBatch(PROJECT, tracks, files);
const found = suggest(PROJECT, tracks, files);
for (const read of batch.files) {
  const { suggestions, verdict } = found.get(read.file.id)!;
  console.log(`\n${read.file.name}`);
  printReading(read);
  for (const suggestion of suggestions) printSuggestion(suggestion);
  if (verdict) console.log(`  verdict: ${verdict}`);
}
