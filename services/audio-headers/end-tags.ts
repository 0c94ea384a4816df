import { apeBefore } from './ape.js';
import type { ByteSource } from './byte-source.js';
import { ascii } from './containers.js';
import { ID3V1_BYTES } from './find-audio.js';

export interface EndTag {
  kind: 'APE' | 'ID3v1';
  from: number;
  /** Exclusive. */
  to: number;
}

export interface EndTags {
  /** Where the frames end. */
  framesEnd: number;
  /** In their order in the file. */
  tags: EndTag[];
}

/** No real file has that many. */
const MAX_TAGS = 20;

/**
 * The tags at the end of an MP3 or FLAC whose sound begins at `from`. Only whole tags count: where the size of one is wrong,
 * its bytes stay with the frames, so that no sound is taken for a tag.
 */
export async function findEndTags(source: ByteSource, from: number): Promise<EndTags> {
  const tags: EndTag[] = [];
  let framesEnd = source.size;
  while (tags.length < MAX_TAGS) {
    const found = await tagBefore(source, framesEnd);
    if (!found || found.from < from) break;
    tags.unshift(found);
    framesEnd = found.from;
  }
  return { framesEnd, tags };
}

async function tagBefore(source: ByteSource, to: number): Promise<EndTag | null> {
  const isAt = async (from: number, letters: string) =>
    from >= 0 && ascii(await source.read(from, letters.length), 0, letters.length) === letters;
  if (await isAt(to - ID3V1_BYTES, 'TAG')) return { kind: 'ID3v1', from: to - ID3V1_BYTES, to };
  const ape = await apeBefore(source, to);
  return ape === null ? null : { kind: 'APE', from: ape, to };
}
