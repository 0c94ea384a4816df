import type { ByteSource } from '../audio-headers/byte-source.js';
import type { ChunkFacts } from '../audio-headers/chunks.js';
import { ascii } from '../audio-headers/containers.js';
import { viewOf } from '../audio-headers/walk.js';

/** The chunks of other programs are moved, so they are held in memory. */
export const MAX_KEPT_BYTES = 4 << 20;

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
  { chunks, isCutShort }: ChunkFacts,
  replaced: ReadonlySet<string>,
  single: readonly string[],
): Promise<KeptChunk[] | string> {
  if (isCutShort) return 'has too many chunks.';
  const double = single.find((id) => chunks.filter((chunk) => chunk.id === id).length > 1);
  if (double) return `has the chunk ${double.trim()} twice.`;
  const wanted = chunks.filter(({ id }) => !replaced.has(id));
  const whole = wanted.filter(({ offset, size }) => offset + size <= source.size);
  const cut = wanted.find((chunk) => !whole.includes(chunk));
  if (cut && cut.offset < (await endOfForm(source, chunks))) return `ends within its chunk ${cut.id.trim()}.`;
  if (whole.reduce((sum, { size }) => sum + size, 0) > MAX_KEPT_BYTES) return TOO_MUCH;
  const kept: KeptChunk[] = [];
  for (const { id, offset, size } of whole) kept.push({ id, body: await source.read(offset, size) });
  return kept;
}

/** Where the file ends by its header. */
async function endOfForm(source: ByteSource, chunks: ChunkFacts['chunks']): Promise<number> {
  const start = chunks[0]!.offset - 20;
  const long = chunks.find(({ id, size }) => id === 'ds64' && size >= 8);
  if (long) return start + 8 + Number(viewOf(await source.read(long.offset, 8)).getBigUint64(0, true));
  const header = await source.read(start, 8);
  return start + 8 + viewOf(header).getUint32(4, ascii(header, 0, 4) !== 'FORM');
}
