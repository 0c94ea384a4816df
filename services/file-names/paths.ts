import { graphemes } from './graphemes.js';
import { fillTemplate, type TemplateValues } from './template.js';

export interface NamedFile {
  originalName: string;
  /** Null for a file that keeps its name. */
  values: TemplateValues | null;
  /** The folder of a file that keeps its name. */
  folder?: string;
}

/** Maximum length of a file or folder name in bytes. File systems allow 255, but some tools append an extension. */
const PART_BYTES = 200;
/** Maximum length of one value, so that a long title does not push the format out of the name. */
const VALUE_BYTES = 120;

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\s*(\.|$))/i;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Paths of the files in an archive, which every operating system can unpack. No two are the same when upper and lower
 * case do not count, and no file has the name of a folder: the later one gets a number.
 */
export function archivePaths(files: readonly NamedFile[], template: string): string[] {
  const named = files.map((file) => pathParts(file, template));
  const taken = new Set<string>();
  for (const { folders } of named) {
    for (let depth = 1; depth <= folders.length; depth += 1) taken.add(comparable(folders.slice(0, depth).join('/')));
  }
  const copies = new Map<string, number>();
  return named.map(({ folders, base, extension }) => {
    const pathOf = (ending: string) => [...folders, safePart(base, `${ending}${extension}`)].join('/');
    const first = comparable(pathOf(''));
    for (let copy = copies.get(first) ?? 1; ; copy += 1) {
      const path = pathOf(copy > 1 ? ` (${copy})` : '');
      const key = comparable(path);
      if (taken.has(key)) continue;
      taken.add(key);
      copies.set(first, copy + 1);
      return path;
    }
  });
}

const comparable = (path: string): string => path.toUpperCase().toLowerCase();

interface PathParts {
  folders: string[];
  base: string;
  extension: string;
}

function pathParts({ originalName, values, folder }: NamedFile, template: string): PathParts {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{0,16})?$/s.exec(plain(originalName))!;
  if (!values) return { folders: folder ? [safePart(plain(folder), '')] : [], base: stem, extension };
  const short = Object.fromEntries(
    Object.entries({ ...values, name: stem }).map(([field, value]) => [field, cut(visible(value), VALUE_BYTES)]),
  ) as TemplateValues;
  const parts = fillTemplate(template, short);
  const base = parts.pop();
  return {
    folders: parts.filter((part) => part !== '').map((part) => safePart(plain(part), '')),
    base: base ? plain(base) : stem,
    extension,
  };
}

/**
 * Removes characters that an operating system refuses, or that would display the name in another order than it is
 * stored.
 */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f-\u009f]/g, '_');

/** Also removes what is refused at the ends of a name. */
const plain = (name: string): string => visible(name).replace(/^\.+|[. ]+$/g, '_') || '_';

/** A path segment that keeps its ending. */
function safePart(base: string, ending: string): string {
  const part = `${cut(base, PART_BYTES - bytesOf(ending) - 1)}${ending}`.replace(/[. ]+$/, '_') || '_';
  return part.replace(RESERVED, '$1_');
}

/** Cuts between characters. */
function cut(text: string, maxBytes: number): string {
  if (bytesOf(text) <= maxBytes) return text;
  let kept = '';
  let bytes = 0;
  for (const segment of graphemes(text)) {
    bytes += bytesOf(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}
