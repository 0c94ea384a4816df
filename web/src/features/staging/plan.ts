import type { TrackEntry } from '../../api';
import { plural } from '../../lib/format/format';
import { confidenceColor, placeKey } from './assignments';
import type { StagingRow } from './rows';

/** Up to this many tracks without a file are listed; more are counted. */
const NAMED = 3;

/** Slot that a file is assigned to, or confidently suggested for. */
function placeOf({ file, suggestion }: StagingRow): string | null {
  if (file.assignment) return placeKey(file.assignment);
  return suggestion && confidenceColor(suggestion.confidence) === 'green' ? placeKey(suggestion) : null;
}

const has = (count: number) => (count === 1 ? 'has' : 'have');

function emptyTracks(numbers: number[]): string[] {
  if (numbers.length === 0) return [];
  if (numbers.length === 1) return [`track ${numbers[0]} has no file`];
  if (numbers.length > NAMED) return [`${numbers.length} tracks have no file`];
  return [`tracks ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} have no file`];
}

/** How many of the files have a place, and how many have none. */
function places(placed: number, homeless: number, all: number): string[] {
  if (placed === all) return [all === 1 ? 'it has its place' : 'all have their place'];
  if (homeless === all) return [all === 1 ? 'it has no place yet' : 'none has a place yet'];
  return [
    ...(placed > 0 ? [`${placed} ${has(placed)} a place`] : []),
    ...(homeless > 0 ? [`${homeless} ${has(homeless)} no place yet`] : []),
  ];
}

/**
 * Summary of unreleased files: '11 files for 11 tracks: 9 have a place, 1 place is claimed twice, track 7 has no file'.
 * Null when nothing is left to plan.
 */
export function planOf(rows: StagingRow[], entries: TrackEntry[]): string | null {
  const files = rows.filter(({ file }) => file.status !== 'released' && !file.deliverable);
  if (entries.length === 0 || files.every(({ file }) => file.status === 'assigned')) return null;
  const claims = Map.groupBy(files, placeOf);
  const homeless = claims.get(null)?.length ?? 0;
  claims.delete(null);
  const claimed = [...claims.values()].map(({ length }) => length);
  const placed = claimed.filter((count) => count === 1).length;
  const twice = claimed.length - placed;
  const empty = entries.filter(
    ({ slots }) => !slots.some((slot) => slot.fileId !== null || claims.has(placeKey(slot))),
  );
  const parts = [
    ...places(placed, homeless, files.length),
    ...(twice > 0 ? [twice === 1 ? '1 place is claimed twice' : `${twice} places are claimed twice`] : []),
    ...emptyTracks(empty.map(({ track }) => track.trackNumber)),
  ];
  return `${plural(files.length, 'file')} for ${plural(entries.length, 'track')}: ${parts.join(', ')}`;
}
