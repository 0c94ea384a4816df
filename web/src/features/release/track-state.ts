import type { Review } from '../../api';
import { formatDateTime, plural } from '../../lib/format';

type TrackReview = Review['tracks'][number];

/** How far a track has come, and the words for it. */
export interface TrackState {
  badge: 'Incomplete' | 'Empty' | 'Ready' | 'Released' | 'Changed since';
  color: string;
  detail: string;
  /** Whether a release would bring something new. */
  releasable: boolean;
}

export function stateOf({ ready, required, filled, waiting, released, releasedAt }: TrackReview): TrackState {
  const files = plural(released, 'file');
  const when = releasedAt === null ? files : `${formatDateTime(releasedAt)}, ${files}`;
  if (!ready) {
    return { badge: 'Incomplete', color: 'gray', detail: slots(filled, required), releasable: false };
  }
  if (waiting > 0 && released > 0) {
    const detail = `${plural(waiting, 'new file')}; released ${when}`;
    return { badge: 'Changed since', color: 'yellow', detail, releasable: true };
  }
  if (waiting > 0) {
    return { badge: 'Ready', color: 'blue', detail: `${plural(waiting, 'file')} to release`, releasable: true };
  }
  if (released > 0) return { badge: 'Released', color: 'green', detail: when, releasable: false };
  return { badge: 'Empty', color: 'gray', detail: slots(filled, required), releasable: false };
}

const slots = (filled: number, required: number) => `${filled}/${required} required slots filled`;
