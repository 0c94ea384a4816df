import { apeItems } from '../../../audio-headers/ape.js';
import type { ByteSource } from '../../../audio-headers/byte-source.js';
import type { EndTag } from '../../../audio-headers/end-tags.js';
import { decodeText } from '../../../audio-headers/texts.js';

/** Longer tags hold pictures in front of their texts, or are damaged. */
const MAX_TAG_BYTES = 32 << 20;
const MAX_ITEMS = 5_000;

/** Texts by the names that `readTags` knows. */
export type Texts = Record<string, string>;

/** The texts of an APE tag in UTF-8; several values are joined by semicolons. */
export async function apeTexts(source: ByteSource, { from, to }: EndTag): Promise<Texts> {
  if (to - from > MAX_TAG_BYTES) return {};
  const { items } = apeItems(await source.read(from, to - from), MAX_ITEMS);
  const textOf = (value: Uint8Array) => new TextDecoder().decode(value).replaceAll('\0', ';');
  return Object.fromEntries(items.filter(({ isText }) => isText).map(({ key, value }) => [key, textOf(value)]));
}

const PLACES = { title: [3, 33], artist: [33, 63], album: [63, 93], date: [93, 97], comment: [97, 127] } as const;

/** The texts of an ID3v1 tag, which names no encoding. */
export async function id3v1Texts(source: ByteSource, { from, to }: EndTag): Promise<Texts> {
  const tag = await source.read(from, to - from);
  return Object.fromEntries(
    Object.entries(PLACES).map(([name, [first, end]]) => [name, decodeText(tag.subarray(first, end))]),
  );
}
