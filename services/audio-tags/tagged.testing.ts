import { type ByteSource, bytesSource } from '../audio-headers/byte-source.js';
import { readChunks } from '../audio-headers/chunks.js';
import type { AudioContainer } from '../audio-headers/containers.js';
import { redPng } from '../platform/pictures/picture.testing.js';
import { layOutTagged, soundRange } from './tagged.js';
import { type CopyTags, sizeOf, taggedSource } from './tags.js';

/** A whole sheet with a cover. */
export const TAGS: CopyTags = {
  title: 'Nacht (Live)',
  artist: 'Ada feat. Bö',
  album: 'Night Songs',
  albumArtist: 'Ada',
  trackNumber: 3,
  trackTotal: 12,
  isrc: 'GBABC2600011',
  upc: '5012345678900',
  catalogueNumber: 'NR001',
  label: 'Night Records',
  date: '2026-11-27',
  genre: 'Pop',
  language: 'deu',
  composers: 'Ada Byron',
  pLine: '2026 Night Records',
  cLine: '2026 Ada',
  lyrics: 'One\nTwo',
  explicit: 'no',
  cover: { contentType: 'image/png', bytes: redPng(64, 64), width: 64, height: 64 },
  loudness: {
    integratedLufs: -9.64,
    lraLu: 5.2,
    truePeakDbtp: -1.02,
    maxMomentaryLufs: -6.1,
    maxShortTermLufs: null,
  },
};

/** A sheet that only has a title. */
export const EMPTY: CopyTags = {
  ...(Object.fromEntries(Object.keys(TAGS).map((name) => [name, ''])) as unknown as CopyTags),
  ...{ title: 'New', trackNumber: null, trackTotal: null, cover: null, loudness: null },
};

export const sourceOf = (bytes: Uint8Array): ByteSource => bytesSource(bytes);
/** Lays out the copy after an analysis that has understood the header. */
export async function layOut(
  original: Uint8Array,
  container: AudioContainer,
  tags = TAGS,
  flacMd5: string | null = null,
) {
  const frames = (await soundRange(sourceOf(original), container))?.frames ?? 44_100;
  return layOutTagged(sourceOf(original), container, { frames, flacMd5 }, tags);
}

export async function copyOf(...given: Parameters<typeof layOut>): Promise<Buffer> {
  const [original] = given;
  const layout = await layOut(...given);
  if (typeof layout === 'string') throw new Error(`It ${layout}`);
  return Buffer.from(await taggedSource(layout, sourceOf(original)).read(0, sizeOf(layout)));
}

export const chunksOf = async (bytes: Uint8Array, container: AudioContainer = 'wav') =>
  (await readChunks(sourceOf(bytes), container))!.chunks;
