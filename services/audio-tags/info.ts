import { ascii } from '../audio-headers/containers.js';
import { CHUNK_NAME, INFO, walk } from '../audio-headers/walk.js';
import { chunk, concat, utf8 } from './bytes.js';
import { fieldsOf } from './fields.js';
import type { KeptChunk } from './kept.js';
import type { CopyTags } from './tags.js';

export const isInfo = ({ id, body }: KeptChunk): boolean => id === 'LIST' && ascii(body, 0, 4) === 'INFO';

/**
 * LIST INFO, which Windows shows: the sheet's entries, then those of the old lists that the sheet does not replace, as they
 * are. The sheet's ISRC is not among them: `ISRC` means the source of a text there.
 */
export async function infoList(tags: CopyTags, old: readonly Uint8Array[], left: string[]): Promise<Uint8Array> {
  const fields = fieldsOf(tags);
  const replaced = new Set(fields.flatMap(({ info = [] }) => info));
  const kept: Uint8Array[] = [];
  for (const list of old) {
    const source = { size: list.length, read: (from: number, length: number) => list.subarray(from, from + length) };
    for await (const { id, offset, size } of walk(source, INFO, 0)) {
      if (offset + size > list.length || !CHUNK_NAME.test(id)) {
        if (size > 0) left.push('the damaged end of its LIST INFO');
        break;
      }
      if (!replaced.has(id)) kept.push(chunk(id, list.subarray(offset, offset + size), true));
    }
  }
  const written = fields.flatMap(({ value, info }) =>
    info ? [chunk(info[0]!, concat(utf8(value), new Uint8Array(1)), true)] : [],
  );
  return concat(utf8('INFO'), ...written, ...kept);
}
