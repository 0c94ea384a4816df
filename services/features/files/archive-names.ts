interface NamedFile {
  originalName: string;
  trackNumber: number | null;
  trackTitle: string | null;
}

/** Maximum length of a file or folder name in bytes. File systems allow 255, but some tools append an extension. */
const PART_BYTES = 200;

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\s*(\.|$))/i;

/** Paths of the files in an archive: each in the folder of its track, if it has one. Duplicate names get a number. */
export function archivePaths(files: readonly NamedFile[]): string[] {
  const taken = new Set<string>();
  return files.map(({ originalName, trackNumber, trackTitle }) => {
    const folder =
      trackTitle === null ? '' : `${safePart(`${String(trackNumber).padStart(2, '0')} ${plain(trackTitle)}`, '')}/`;
    const [, base = '', extension = ''] = /^(.*?)(\.[^.]{0,16})?$/s.exec(plain(originalName))!;
    for (let copy = 1; ; copy++) {
      const path = folder + safePart(base, `${copy > 1 ? ` (${copy})` : ''}${extension}`);
      const key = path.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  });
}

/**
 * Removes characters that an operating system refuses, or that would display the name in another order than it is
 * stored.
 */
const plain = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f-\u009f]/g, '_')
    .replace(/^\.+|[. ]+$/g, '_') || '_';

/** A path segment that keeps its ending. A base that is too long is cut between characters. */
function safePart(base: string, ending: string): string {
  const free = PART_BYTES - Buffer.byteLength(ending) - 1;
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(base)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > free) break;
    kept += segment;
  }
  const part = `${kept}${ending}`.replace(/[. ]+$/, '_') || '_';
  return part.replace(RESERVED, '$1_');
}
