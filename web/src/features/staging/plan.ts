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

function emptyTracks(numbers: number[]): string[] {
  if (numbers.length === 0) return [];
  if (numbers.length === 1) return [`track ${numbers[0]} has none`];
  if (numbers.length > NAMED) return [`${numbers.length} tracks have none`];
  return [`tracks ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} have none`];
}

/**
 * Summary of unreleased files: '40 files for 11 tracks: 38 placed, 1 claimed twice, track 7 has none'. Null when
 * nothing is left to plan.
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
    placed === files.length ? 'all placed' : `${placed} placed`,
    ...(twice > 0 ? [`${twice} claimed twice`] : []),
    ...(homeless > 0 ? [`${homeless} without a place`] : []),
    ...emptyTracks(empty.map(({ track }) => track.trackNumber)),
  ];
  return `${plural(files.length, 'file')} for ${plural(entries.length, 'track')}: ${parts.join(', ')}`;
}
