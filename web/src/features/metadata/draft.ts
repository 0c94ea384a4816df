import type { Metadata, ReleaseMetadata, TrackMetadata, UpdateMetadata } from '../../api';

export type TrackEdits = Partial<Omit<TrackMetadata, 'trackId' | 'trackNumber'>>;

/** Unsaved changes of a sheet. */
export interface Edits {
  release: Partial<ReleaseMetadata>;
  tracks: Record<string, TrackEdits>;
}

export const noEdits: Edits = { release: {}, tracks: {} };

/** Adds changes, without values that the sheet has already. */
export function withEdits(base: Metadata, edits: Edits, more: Partial<Edits>): Edits {
  const release = changed(base.release, { ...edits.release, ...more.release });
  const tracks = { ...edits.tracks };
  for (const [trackId, fields] of Object.entries(more.tracks ?? {})) {
    const known = base.tracks.find((track) => track.trackId === trackId);
    if (!known) continue;
    const left = changed(known, { ...tracks[trackId], ...fields });
    if (Object.keys(left).length > 0) tracks[trackId] = left;
    else delete tracks[trackId];
  }
  return { release, tracks };
}

const changed = <T extends object>(known: T, edits: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.entries(edits).filter(([field, value]) => known[field as keyof T] !== value)) as Partial<T>;

/** The sheet with the unsaved changes. */
export const edited = (base: Metadata, edits: Edits): Pick<Metadata, 'release' | 'tracks'> => ({
  release: { ...base.release, ...edits.release },
  tracks: base.tracks.map((track) => ({ ...track, ...edits.tracks[track.trackId] })),
});

export const countOf = ({ release, tracks }: Edits): number =>
  Object.keys(release).length + Object.values(tracks).reduce((sum, fields) => sum + Object.keys(fields).length, 0);

export const bodyOf = ({ release, tracks }: Edits): UpdateMetadata => ({
  release,
  tracks: Object.entries(tracks).map(([trackId, fields]) => ({ trackId, ...fields })),
});
