import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { suggest } from '../suggest.js';
import { SLOT_TYPES, type SlotType, type SuggestFile, type SuggestTrack } from '../types.js';

interface MeasuredSong {
  kind: string;
  slot: SlotType | null;
  sampleRateHz: number;
  bitDepth: number;
  durationS: number;
  integratedLufs: number;
  fingerprint: string;
}

const { songs } = JSON.parse(readFileSync(new URL('real-music.fixture.json', import.meta.url), 'utf8')) as {
  songs: { mix: MeasuredSong; masters: MeasuredSong[] }[];
};

function printOf({ fingerprint }: MeasuredSong): Int32Array {
  const bytes = Buffer.from(fingerprint, 'base64');
  return Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32LE(4 * i));
}

const tracks = songs.map(({ mix }, i): SuggestTrack => ({
  id: `t${i}`,
  trackNumber: i + 1,
  title: `Song ${String.fromCharCode(65 + i)}`,
  isrc: null,
  notes: null,
  durationS: mix.durationS,
  slots: SLOT_TYPES.map((slotType) => ({ slotType, isRequired: false, filled: false })),
  references: [printOf(mix)],
}));
const made = songs.flatMap(({ masters }, song) => masters.map((master) => ({ song, master })));
const files = made.map(({ master }, i): SuggestFile => {
  const { sampleRateHz, bitDepth, durationS, integratedLufs } = master;
  const heard = { sampleRateHz, bitDepth, durationS, integratedLufs, fingerprint: printOf(master) };
  return { id: `f${i}`, name: `Bounce_${10_000 + ((i * 7919) % 89_999)}.wav`, container: 'wav', channels: 2, ...heard };
});

const bestOf = (some: readonly SuggestFile[]): Map<string, string> => {
  const found = suggest({ title: 'Inland', artist: null }, tracks, some);
  return new Map(
    some.map(({ id }) => {
      const best = found.get(id)!.suggestions[0];
      return [id, best ? `${best.trackNumber} ${best.slotType}` : 'none'];
    }),
  );
};

it('places the masters of real songs by sound alone, under useless names', () => {
  const found = bestOf(files);
  const wanted = made.map(({ song, master }) => `${song + 1} ${master.kind}: ${song + 1} ${master.slot}`);
  expect(made.map(({ song, master }, i) => `${song + 1} ${master.kind}: ${found.get(`f${i}`)}`)).toEqual(wanted);
});

it('does not mistake a single master of a real song for an instrumental or clean version', () => {
  const alone = made.flatMap(({ song, master }, i) => {
    const isWhole = master.slot !== 'instrumental_master' && master.slot !== 'clean_master';
    return isWhole ? [[`${song + 1} ${master.kind}`, bestOf([files[i]!]).get(`f${i}`)!] as const] : [];
  });
  expect(alone.filter(([, slot]) => /instrumental|clean/.test(slot))).toEqual([]);
  expect(alone.length).toBeGreaterThan(10);
});
