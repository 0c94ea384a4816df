import { bytesSource } from '../audio-headers/byte-source.js';
import { ascii } from '../audio-headers/containers.js';
import { decodeText } from '../audio-headers/texts.js';
import { CHUNK_NAME, INFO, walk } from '../audio-headers/walk.js';
import { chunk, concat, utf8 } from './bytes.js';
import { fieldsOf } from './fields.js';
import type { KeptChunk } from './kept.js';
import type { Notes } from './notes.js';

export const isInfo = ({ id, body }: KeptChunk): boolean => id === 'LIST' && ascii(body, 0, 4) === 'INFO';

/**
 * LIST INFO, which Windows shows: the sheet's entries, then those of the old lists that the sheet does not replace, as they
 * are. The sheet's ISRC is not among them: `ISRC` means the source of a text there.
 */
export async function infoList(old: readonly Uint8Array[], notes: Notes): Promise<Uint8Array> {
  const { tags } = notes;
  const fields = fieldsOf(tags);
  const replaced = new Set(fields.flatMap(({ info = [] }) => info));
  const kept: { id: string; body: Uint8Array }[] = [];
  let count = 0;
  for (const list of old) {
    for await (const { id, offset, size } of walk(bytesSource(list), INFO, 0)) {
      if (offset + size > list.length || !CHUNK_NAME.test(id)) {
        if (size > 0) notes.leave('the damaged end of its LIST INFO');
        break;
      }
      if (!notes.isUsual(++count)) break;
      const body = list.subarray(offset, offset + size);
      const field = fields.find(({ info }) => info?.[0] === id);
      if (field) notes.replaced(field.is, decodeText(body));
      // Some programs write the code there all the same.
      if (id === 'ISRC') notes.replaced('isrc', decodeText(body));
      if (!replaced.has(id)) kept.push({ id, body });
    }
  }
  const written = fields.flatMap(({ value, info }) =>
    info ? [chunk(info[0]!, concat(utf8(value), new Uint8Array(1)), true)] : [],
  );
  const stays = kept.map(({ id, body }) => chunk(id, notes.recodedBytes(body, `LIST INFO ${id}`), true));
  return concat(utf8('INFO'), ...written, ...stays);
}
