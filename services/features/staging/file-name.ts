const MAX_BYTES = 180;

/**
 * A name that any file system, archive and header can carry: the last path part, NFC, without control, bidi and
 * reserved characters, at most 180 bytes of UTF-8, its extension kept.
 */
export function cleanFileName(original: string): string {
  const last = original.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '');
  const dot = plain.lastIndexOf('.');
  const stem = dot > 0 ? plain.slice(0, dot) : plain;
  const extension = dot > 0 ? plain.slice(dot) : '';
  return `${cut(stem.trim() || 'untitled', MAX_BYTES - Buffer.byteLength(extension))}${extension}`;
}

function cut(text: string, maxBytes: number): string {
  let result = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    result += segment;
  }
  return result;
}
