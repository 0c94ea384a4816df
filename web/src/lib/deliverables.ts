import type { Deliverable, ReleasedDeliverable, TrackEntry } from '../api';
import { type DeliverableKind, deliverableKinds } from './words';

/** 'Vinyl side A', 'Lyrics', 'DDP: NL001'. */
export function deliverableName({ kind, title, side }: ReleasedDeliverable): string {
  return [deliverableKinds[kind].label, side, title && `· ${title}`].filter(Boolean).join(' ');
}

/** The same with its track. */
export function placedName(deliverable: Deliverable, entries: TrackEntry[]): string {
  const track = entries.find(({ track }) => track.id === deliverable.trackId)?.track;
  return [deliverableName(deliverable), track && `track ${track.trackNumber}`].filter(Boolean).join(' · ');
}

export const isPerTrack = (kind: DeliverableKind): boolean => deliverableKinds[kind].perTrack;
