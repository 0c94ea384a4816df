import type { ReleaseMetadata, TrackMetadata } from '../../api';
import { releaseColumns, type ReleaseField, trackColumns, type TrackField } from './columns';
import type { Edits, TrackEdits } from './draft';

/** As many tracks as a project's sheet may have. */
const MAX_LINES = 500;

export interface Import {
  edits: Edits;
  /** Sentences about what was left out. */
  notes: string[];
}

/** Contents of a column: the number of the track, a field, or nothing that is imported. */
export type Target = 'number' | 'none' | `track.${TrackField}` | `release.${ReleaseField}`;

/** A heading without case, spaces and punctuation, by which the studio's choices are remembered. */
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const numberHeads = new Set(['track', 'tracknumber', 'trackno', 'no', 'nr', 'number']);

/**
 * Returns the field that a heading names: the studio's earlier choice, otherwise by its words. Track columns come first: a
 * sheet of tracks has “Artist” for each of them.
 */
export function targetOf(heading: string, chosen: Readonly<Record<string, Target>> = {}): Target {
  if (Object.hasOwn(chosen, plain(heading))) return chosen[plain(heading)]!;
  const name = plain(heading.replace('℗', 'p').replace('©', 'c'));
  if (numberHeads.has(name)) return 'number';
  const track = trackColumns.find(({ field, label, aliases }) =>
    [plain(field), plain(label), ...aliases].includes(name),
  );
  if (track) return `track.${track.field}`;
  const release = releaseColumns.find(({ field, aliases }) => [plain(field), ...aliases].includes(name));
  return release ? `release.${release.field}` : 'none';
}

/** Whether a line of cells is a line of headings: at least two are known. */
export const isHeadings = (cells: string[]): boolean => cells.filter((cell) => targetOf(cell) !== 'none').length >= 2;

/**
 * The titles of a list of markers from an audio montage: the names of those that begin a CD track, in their order. Null
 * for other tables.
 */
export function titlesOfMarkers([headings = [], ...lines]: string[][]): string[][] | null {
  const typeAt = headings.findIndex((heading) => ['type', 'markertype'].includes(plain(heading)));
  const nameAt = headings.findIndex((heading) => ['name', 'markername'].includes(plain(heading)));
  if (typeAt < 0 || nameAt < 0) return null;
  const starts = lines.filter((cells) => /^cdtrack(start|splice)?$/.test(plain(cells[typeAt] ?? '')));
  return starts.length === 0 ? null : [['Title'], ...starts.map((cells) => [cells[nameAt] ?? ''])];
}

/** A name that a program has left in its template because it has no such variable. */
const isVariable = (text: string | undefined) => text !== undefined && /^\$[A-Z_]+$/.test(text);

/** A name that no one meant, or a text whose characters were lost when it was saved or read in another encoding. */
const isUnusable = (text: string) => isVariable(text) || text.includes('\ufffd');

/**
 * Matches a table with headings to the tracks by number, otherwise by title, otherwise by order. `chosen` says what its
 * columns hold.
 * @throws Error with a sentence for people when there is nothing to import or there are too many lines.
 */
export function importSheet(table: string[][], tracks: TrackMetadata[], chosen?: Target[]): Import {
  const [headings = [], ...lines] = table;
  const targets = chosen ?? headings.map((heading) => targetOf(heading));
  if (chosen ? chosen.every((target) => target === 'none' || target === 'number') : !isHeadings(headings)) {
    throw new Error(
      'The first line must name the columns, such as Track, Title and ISRC. Export the sheet to see them.',
    );
  }
  if (lines.length > MAX_LINES) {
    const count = lines.length.toLocaleString('en-US');
    throw new Error(`This file has ${count} lines, and a sheet has ${MAX_LINES} tracks at most.`);
  }
  const numberAt = targets.indexOf('number');
  const titleAt = targets.indexOf('track.title');
  const edits: Edits = { release: {}, tracks: {} };
  const strangers: string[] = [];
  const dropped = new Set<string>();
  for (const [index, cells] of lines.entries()) {
    const track = trackOf(cells, index);
    if (!track) strangers.push(cells[numberAt] || cells[titleAt] || `line ${index + 2}`);
    const fields: TrackEdits = {};
    for (const [at, target] of targets.entries()) {
      const text = cells[at] ?? '';
      if (isUnusable(text)) dropped.add(`“${text}”`);
      if (target === 'none' || target === 'number' || text === '' || isUnusable(text)) continue;
      const [of, field] = target.split('.') as ['release', ReleaseField] | ['track', TrackField];
      if (of === 'track') Object.assign(fields, trackValue(field, text, dropped));
      else if (edits.release[field] === undefined) Object.assign(edits.release, releaseValue(field, text, dropped));
    }
    if (track) edits.tracks[track.trackId] = fields;
  }
  return { edits, notes: notesOf() };

  function trackOf(cells: string[], index: number): TrackMetadata | undefined {
    const isNumbered = numberAt >= 0 && !isVariable(cells[numberAt]);
    const number = isNumbered && cells[numberAt];
    if (number) return tracks.find(({ trackNumber }) => trackNumber === Number(number));
    const title = plain(cells[titleAt] ?? '');
    if (title) return tracks.find((track) => plain(track.title) === title) ?? (isNumbered ? undefined : tracks[index]);
    return tracks[index];
  }

  function notesOf(): string[] {
    const unknown = headings.filter((heading, at) => targets[at] === 'none' && heading !== '');
    return [
      ...(strangers.length > 0 ? [`The project has no track for ${listed(strangers)}.`] : []),
      ...(unknown.length > 0 ? [`Not imported: ${listed(unknown)}.`] : []),
      ...(dropped.size > 0 ? [`Not understood: ${listed([...dropped])}.`] : []),
    ];
  }
}

const listed = (all: string[]): string =>
  all.length > 6 ? `${all.slice(0, 5).join(', ')} and ${all.length - 5} more` : all.join(', ');

/** A cell as the sheet stores it, empty if it cannot be understood. */
export function trackValue(field: TrackField, text: string, dropped?: Set<string>): TrackEdits {
  if (field === 'explicit') {
    const explicit = explicitOf(text);
    if (explicit === null) dropped?.add(`“${text}”`);
    return explicit === null ? {} : { explicit };
  }
  const limit = trackColumns.find((column) => column.field === field)!.maxLength;
  const value = field === 'lyrics' ? text : oneLine(text);
  // A track always has a title.
  return field === 'title' && value === '' ? {} : { [field]: value.slice(0, limit) };
}

function releaseValue(field: ReleaseField, text: string, dropped: Set<string>): Partial<ReleaseMetadata> {
  const value = field === 'releaseDate' ? dayOf(text) : oneLine(text);
  if (value === null) dropped.add(`“${text}”`);
  const limit = releaseColumns.find((column) => column.field === field)!.maxLength;
  return value === null ? {} : { [field]: value.slice(0, limit) };
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

function explicitOf(text: string): TrackMetadata['explicit'] | null {
  const word = plain(text);
  if (/^(no|n|false|0|notexplicit|nonexplicit|none|nein)$/.test(word)) return 'no';
  if (/^(yes|y|true|1|explicit|e|ja)$/.test(word)) return 'explicit';
  if (/^(clean|c|cleanversion|edited)$/.test(word)) return 'clean';
  return word === '' ? '' : null;
}

/** `27.11.2026` and `2026/11/27` as `2026-11-27`. Days and months of `11/12/2026` cannot be told apart. */
function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text) ?? [];
  const [, lastDay, lastMonth, lastYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  const parts = year ? [year, month, day] : lastYear ? [lastYear, lastMonth, lastDay] : null;
  if (!parts) return null;
  const iso = parts.map((part) => part!.padStart(2, '0')).join('-');
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(iso) ? null : iso;
}

/** Fills cells from one cell on, like a spreadsheet does; what does not fit is left out. */
export function pasteCells(
  cells: string[][],
  tracks: TrackMetadata[],
  fields: TrackField[],
  from: { trackId: string; field: TrackField },
): Edits {
  const firstRow = tracks.findIndex(({ trackId }) => trackId === from.trackId);
  const firstColumn = fields.indexOf(from.field);
  const edits: Edits = { release: {}, tracks: {} };
  for (const [down, row] of cells.entries()) {
    const track = tracks[firstRow + down];
    if (!track) break;
    const values = row.flatMap((text, right) => {
      const field = fields[firstColumn + right];
      return field && !text.includes('\ufffd') ? [trackValue(field, text)] : [];
    });
    edits.tracks[track.trackId] = Object.assign({}, ...values) as TrackEdits;
  }
  return edits;
}
