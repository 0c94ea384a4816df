import { isBlank } from '../audio-headers/behind-end.js';
import type { ByteSource } from '../audio-headers/byte-source.js';
import type { ChunkFacts } from '../audio-headers/chunks.js';
import { findAudio } from '../audio-headers/find-audio.js';
import { type Chunk, CHUNK_NAME } from '../audio-headers/walk.js';

/** Other programs' data is moved, so it is held in memory while a copy is sent. */
export const MAX_KEPT_BYTES = 8 << 20;
/** Old tags are read to be rewritten; a large picture among them is replaced and not kept. */
export const MAX_READ_BYTES = 32 << 20;

export const NO_FRAMES = 'has no samples that can be read.';

/** For FLAC and MP3, whose frames do not tell where the sound ends. */
export const otherLength = (decoded: number, declared: number): string =>
  `has ${decoded} samples per channel, but its header says ${declared}. Please save and upload it again.`;

export const TOO_MUCH = 'holds more than 8 MB of other programs’ data, which a copy would lose.';

export interface KeptChunk {
  id: string;
  body: Uint8Array;
}

/**
 * The chunks in front of and after the sound, in their order, without those in `skipped`. A sentence, to be put after the
 * file's name, if a copy cannot have all of them. `left` names other bytes, which never move: readers do not take them for
 * chunks where they are, but could do so in another place.
 */
export async function keptChunks(
  source: ByteSource,
  facts: ChunkFacts,
  skipped: ReadonlySet<string>,
  single: readonly string[],
): Promise<{ chunks: KeptChunk[]; left: string[] } | string> {
  if (facts.isCutShort) return 'has too many chunks.';
  const double = single.find((id) => facts.chunks.filter((chunk) => chunk.id === id).length > 1);
  if (double) return `has the chunk ${double.trim()} twice.`;
  const inside = facts.chunks.filter(({ id, offset }) => CHUNK_NAME.test(id) && offset < facts.formEnd);
  const wanted = inside.filter(({ id }) => !skipped.has(id));
  const cut = wanted.find(({ offset, size }) => offset + size > source.size);
  if (cut) return `ends within its chunk ${cut.id.trim()}.`;
  const isTag = ({ id }: Chunk) => isId3(id);
  if (bytesOf(wanted.filter((chunk) => !isTag(chunk))) > MAX_KEPT_BYTES) return TOO_MUCH;
  if (bytesOf(wanted.filter(isTag)) > MAX_READ_BYTES) return TOO_MUCH;
  const chunks: KeptChunk[] = [];
  for (const { id, offset, size } of wanted) chunks.push({ id, body: await source.read(offset, size) });
  return { chunks, left: [...(await tagsInFront(source)), ...(await bytesLeft(source, facts, inside.at(-1)))] };
}

/** Both spellings occur in WAV and in AIFF. */
export const isId3 = (id: string): boolean => id.toLowerCase() === 'id3 ';

const bytesOf = (parts: readonly { size: number }[]): number => parts.reduce((sum, { size }) => sum + size, 0);

/** Names the tags of other programs in front of a file's own beginning, where few readers look. */
export async function tagsInFront(source: ByteSource): Promise<string[]> {
  const { from = 0 } = (await findAudio(source)) ?? {};
  return (await isBlank(source, 0, from)) ? [] : ['the tags in front of its beginning'];
}

/** The other bytes of a file, unless they are blank, which means nothing. */
async function bytesLeft(source: ByteSource, { chunks }: ChunkFacts, last: Chunk | undefined): Promise<string[]> {
  const isEmpty = ({ id, size }: Chunk) => size === 0 && /^\0*$/.test(id);
  const unnamed = chunks.filter((chunk) => !CHUNK_NAME.test(chunk.id) && !isEmpty(chunk));
  const from = Math.min(source.size, last ? last.offset + last.size + (last.size % 2) : source.size);
  const size = source.size - from;
  return [
    ...(unnamed.length > 0 ? ['chunks without a readable name'] : []),
    ...((await isBlank(source, from)) ? [] : [`${bytesText(size)} behind its last chunk`]),
  ];
}

export const bytesText = (bytes: number): string => `${bytes.toLocaleString('en-US')} byte${bytes === 1 ? '' : 's'}`;
