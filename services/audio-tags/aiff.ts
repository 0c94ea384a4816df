import type { ByteSource } from '../audio-headers/byte-source.js';
import { listChunks } from '../audio-headers/chunks.js';
import { chunk, concat, uint32, utf8 } from './bytes.js';
import { id3Tag } from './id3.js';
import type { CopyTags, TaggedLayout } from './tags.js';

const MAX_32 = 0xffffffff;
const MAX_KEPT_BYTES = 1 << 20;
const REPLACED = new Set(['SSND', 'ID3 ', 'id3 ', 'NAME', 'AUTH', '(c) ', 'COMM', 'FVER']);

/** AIFF or AIFC with an ID3 tag after the samples, where other programs put it too. */
export async function tagAiff(
  source: ByteSource,
  container: 'aiff' | 'aifc',
  tags: CopyTags,
): Promise<TaggedLayout | null> {
  const chunks = await listChunks(source, container);
  const sound = chunks?.find(({ id }) => id === 'SSND');
  if (!chunks || !sound || sound.size < 8 || sound.offset + sound.size > source.size) return null;
  const front: Uint8Array[] = [];
  const rest: Uint8Array[] = [];
  for (const { id, offset, size } of chunks) {
    const isFormat = id === 'COMM' || id === 'FVER';
    if ((REPLACED.has(id) && !isFormat) || size > MAX_KEPT_BYTES || offset + size > source.size) continue;
    (isFormat ? front : rest).push(chunk(id, await source.read(offset, size), false));
  }
  const texts = Object.entries({ NAME: tags.title, AUTH: tags.artist, '(c) ': tags.cLine })
    .filter(([, value]) => value)
    .map(([id, value]) => chunk(id, utf8(value), false));
  const before = concat(...front, ...texts, ...rest, utf8('SSND'), uint32(sound.size, false));
  const tail = concat(new Uint8Array(sound.size % 2), chunk('ID3 ', id3Tag(tags), false));
  const formSize = 4 + before.length + sound.size + tail.length;
  if (formSize > MAX_32) return null;
  const head = concat(utf8('FORM'), uint32(formSize, false), utf8(container === 'aiff' ? 'AIFF' : 'AIFC'), before);
  return { head, from: sound.offset, to: sound.offset + sound.size, tail };
}
