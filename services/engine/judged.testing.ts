import { randomFrom } from '../platform/audio/synth.js';
import { suggest } from './suggest.js';
import {
  AUTO_ASSIGN_ABOVE,
  type Fingerprint,
  SLOT_TYPES,
  type StudioRule,
  type SuggestFile,
  type SuggestTrack,
} from './types.js';

export const TITLES = ['Ember', 'Low Tide', 'Glass Orchard', 'Northbound', 'Paper Moon'];

export const tracksOf = (lengths: boolean | readonly number[], titles = TITLES): SuggestTrack[] =>
  titles.map((title, i) => ({
    id: `t${i + 1}`,
    trackNumber: i + 1,
    title,
    isrc: null,
    notes: null,
    durationS: lengths === true ? 180 + 17 * i : lengths ? (lengths[i] ?? null) : null,
    slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
  }));

/** A random fingerprint whose neighbouring items differ little, as in music. */
export function songOf(seed: number): number[] {
  const random = randomFrom(seed);
  let item = Math.floor(random() * 2 ** 32) | 0;
  return Array.from({ length: 400 }, () => (item ^= (1 << (random() * 32)) | (1 << (random() * 32))));
}

export type NamedFile = Partial<SuggestFile> & { name: string };
export const plain = { container: 'wav', sampleRateHz: 44100, bitDepth: 24, channels: 2 };

interface Options {
  lengths?: boolean | readonly number[];
  titles?: string[];
  rules?: readonly StudioRule[];
  /** the sound of each track's original */
  references?: readonly Fingerprint[];
}

/** Suggestions for files, given by name or with more facts. */
export function judge(
  files: readonly (string | NamedFile)[],
  { lengths = false, titles = TITLES, rules = [], references = [] }: Options = {},
) {
  const given = files.map((file, i): SuggestFile => ({
    id: String(i),
    ...plain,
    ...(typeof file === 'string' ? { name: `${file}.wav` } : file),
  }));
  const found = suggest(
    { title: 'Inland', artist: 'Ada Voss' },
    tracksOf(lengths, titles).map((track, t) => ({ ...track, references: references[t] ? [references[t]] : [] })),
    given,
    rules,
  );
  return given.map(({ id, name }) => {
    const { suggestions, verdict } = found.get(id)!;
    const best = suggestions[0];
    return {
      name,
      verdict,
      best,
      offered: suggestions.map(({ trackNumber, slotType }) => `${trackNumber} ${slotType.replace('_master', '')}`),
      place: best ? `${best.trackNumber} ${best.slotType.replace('_master', '')}` : null,
      assigned:
        best && best.confidence > AUTO_ASSIGN_ABOVE
          ? `${best.trackNumber} ${best.slotType.replace('_master', '')}`
          : null,
    };
  });
}
