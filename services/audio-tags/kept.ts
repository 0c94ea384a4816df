import type { ByteSource } from '../audio-headers/byte-source.js';
import type { ChunkFacts } from '../audio-headers/chunks.js';

/** The chunks of other programs are moved, so they are held in memory. */
export const MAX_KEPT_BYTES = 4 << 20;

export const NO_FRAMES = 'has no samples that can be read.';

/** For FLAC and MP3, whose frames do not tell where the sound ends. */
export const otherLength = (decoded: number, declared: number): string =>
  `has ${decoded} samples per channel, but its header says ${declared}. Please save and upload it again.`;

export const TOO_MUCH = 'holds more than 4 MB of other programs’ data, which a copy would lose.';

export interface KeptChunk {
  id: string;
  body: Uint8Array;
}

/**
 * The chunks that a copy takes over: all except those that it replaces. A sentence, to be put after the file's name, if
 * it cannot have all of them. Other bytes after the end of the form are left out.
 */
export async function keptChunks(
  source: ByteSource,
  { chunks, formEnd, isCutShort }: ChunkFacts,
  replaced: ReadonlySet<string>,
  single: readonly string[],
): Promise<KeptChunk[] | string> {
  if (isCutShort) return 'has too many chunks.';
  const double = single.find((id) => chunks.filter((chunk) => chunk.id === id).length > 1);
  if (double) return `has the chunk ${double.trim()} twice.`;
  const wanted = chunks.filter(({ id }) => !replaced.has(id));
  const whole = wanted.filter(({ offset, size }) => offset + size <= source.size);
  const cut = wanted.find((chunk) => !whole.includes(chunk));
  if (cut && cut.offset < formEnd) return `ends within its chunk ${cut.id.trim()}.`;
  if (whole.reduce((sum, { size }) => sum + size, 0) > MAX_KEPT_BYTES) return TOO_MUCH;
  const kept: KeptChunk[] = [];
  for (const { id, offset, size } of whole) kept.push({ id, body: await source.read(offset, size) });
  return kept;
}
