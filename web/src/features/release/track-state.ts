import type { Review } from '../../api';
import { formatDate, plural } from '../../lib/format/format';

type TrackReview = Review['tracks'][number];

/** Release state of a track, and its texts. */
export interface TrackState {
  badge: 'Incomplete' | 'Empty' | 'Ready' | 'Released' | 'Changed since';
  color: string;
  /** 'n/m required slots filled'. */
  slots: string;
  /** Files that are released or waiting; null if neither. */
  detail: string | null;
  /** Whether a release would publish something new. */
  releasable: boolean;
}

export function stateOf(track: TrackReview): TrackState {
  const { required, filled } = track;
  return { slots: `${filled}/${required} required slots filled`, ...progressOf(track) };
}

function progressOf({ ready, waiting, released, releasedAt }: TrackReview): Omit<TrackState, 'slots'> {
  const files = plural(released, 'file');
  const when = releasedAt === null ? files : `${files}, ${formatDate(releasedAt)}`;
  if (!ready) return { badge: 'Incomplete', color: 'gray', detail: null, releasable: false };
  if (waiting > 0 && released > 0) {
    const detail = `${plural(waiting, 'new file')} to release`;
    return { badge: 'Changed since', color: 'yellow', detail, releasable: true };
  }
  if (waiting > 0) {
    return { badge: 'Ready', color: 'blue', detail: `${plural(waiting, 'file')} to release`, releasable: true };
  }
  if (released > 0) return { badge: 'Released', color: 'green', detail: when, releasable: false };
  return { badge: 'Empty', color: 'gray', detail: null, releasable: false };
}
