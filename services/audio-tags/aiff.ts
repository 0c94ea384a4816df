import type { ByteSource } from '../audio-headers/byte-source.js';
import type { ChunkFacts } from '../audio-headers/chunks.js';
import { chunk, concat, uint32, utf8 } from './bytes.js';
import { id3Tag } from './id3.js';
import { isId3, type KeptChunk, keptChunks } from './kept.js';
import { Notes } from './notes.js';
import { restated } from './places.js';
import type { CopyLosses, CopyTags, TaggedLayout } from './tags.js';

const MAX_32 = 0xffffffff;
const SKIPPED = new Set(['SSND']);
const FORMAT = new Set(['COMM', 'FVER']);

/**
 * AIFF or AIFC with an ID3 tag after the samples, where other programs put it too. All other chunks
 * come before them. A sentence if that is impossible.
 */
export async function tagAiff(
  source: ByteSource,
  container: 'aiff' | 'aifc',
  facts: ChunkFacts,
  frames: number,
  tags: CopyTags,
): Promise<(TaggedLayout & CopyLosses) | string> {
  const sound = facts.chunks.find(({ id }) => id === 'SSND')!;
  const kept = await keptChunks(source, facts, SKIPPED, ['SSND', 'COMM']);
  if (typeof kept === 'string') return kept;
  const notes = new Notes(tags);
  notes.leave(...kept.left);
  const texts = Object.entries({ NAME: tags.title, AUTH: tags.artist, '(c) ': tags.cLine }).filter(
    ([, value]) => value,
  );
  const isReplaced = ({ id }: KeptChunk) => isId3(id) || texts.some(([name]) => name === id);
  // The old titles and codes in it are found in other chunks.
  const id3 = id3Tag(
    kept.chunks.filter(({ id }) => isId3(id)).map(({ body }) => body),
    notes,
  );
  const written = kept.chunks
    .filter((each) => !isReplaced(each))
    .map(({ id, body }) => ({
      isFormat: FORMAT.has(id),
      bytes: chunk(
        id,
        id === 'COMM' ? (sound.isOpen ? finished(body, frames) : body) : restated({ id, body }, notes).body,
        false,
      ),
    }));
  const of = (isFormat: boolean) => written.filter((each) => each.isFormat === isFormat).map(({ bytes }) => bytes);
  const named = texts.map(([id, value]) => chunk(id, utf8(value), false));
  const before = concat(...of(true), ...named, ...of(false), utf8('SSND'), uint32(sound.size, false));
  const tail = concat(new Uint8Array(sound.size % 2), chunk('ID3 ', id3, false));
  const formSize = 4 + before.length + sound.size + tail.length;
  if (formSize > MAX_32) return 'is too large for its format.';
  const head = concat(utf8('FORM'), uint32(formSize, false), utf8(container === 'aiff' ? 'AIFF' : 'AIFC'), before);
  return notes.on({ head, from: sound.offset, to: sound.offset + sound.size, tail });
}

/** The common chunk with the number of frames, which a program that writes into a pipe does not know. */
const finished = (common: Uint8Array, frames: number): Uint8Array =>
  concat(common.subarray(0, 2), uint32(frames, false), common.subarray(6));
