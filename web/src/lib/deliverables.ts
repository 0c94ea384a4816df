import type { Deliverable, DeliverableCheck, ReleasedDeliverable, TrackEntry } from '../api';
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

/** A staged or released file. */
export interface CheckedFile {
  id: string;
  deliverable: { kind: DeliverableKind } | null;
}

/** Whether the checks know files of this kind. */
export const isChecked = ({ deliverable }: CheckedFile): boolean =>
  deliverable !== null && deliverableKinds[deliverable.kind].isChecked;

/** Reasons why a file is not ready: errors that checks have found in it, or that they are not done. */
export function faultsOf(file: CheckedFile, checks: readonly DeliverableCheck[]): string[] {
  if (!isChecked(file)) return [];
  return errorsIn(file, checks) ?? ['It has not been checked yet.'];
}

/** The errors that checks have found in a file; undefined if they are not done. */
export const errorsIn = (file: CheckedFile, checks: readonly DeliverableCheck[]): string[] | undefined =>
  foundIn(file, checks, 'error');

export const warningsIn = (file: CheckedFile, checks: readonly DeliverableCheck[]): string[] =>
  foundIn(file, checks, 'warning') ?? [];

const foundIn = (
  { id }: CheckedFile,
  checks: readonly DeliverableCheck[],
  wanted: DeliverableCheck['findings'][number]['severity'],
): string[] | undefined =>
  checks
    .find(({ fileId }) => fileId === id)
    ?.findings.flatMap(({ severity, text }) => (severity === wanted ? [text] : []));
