import { useMutation } from '@tanstack/react-query';
import { type File, filesChooseTrackMutation } from '../../api';
import { fileKeys, projectKeys } from '../../api/keys';
import type { TrackFiles } from '../../lib/audio/tracks';

export interface TrackChoice {
  trackId: string;
  title: string;
}

/** The tracks that an original can belong to: those that its sound or name suggests first, then the others in order. */
export function choicesFor(file: File, tracks: TrackFiles[]): TrackChoice[] {
  const likely = file.pairing?.choices ?? [];
  const ids = new Set(tracks.flatMap(({ groups }) => groups.flatMap(({ newest }) => newest.trackId ?? [])));
  const others = tracks.filter(({ id }) => ids.has(id) && !likely.some(({ trackId }) => trackId === id));
  return [...likely, ...others.map(({ id, title }) => ({ trackId: id, title }))];
}

/** Says which track an original belongs to; null for none. */
export function useChooseTrack({ id, projectId }: File) {
  const choose = useMutation({
    ...filesChooseTrackMutation(),
    meta: {
      invalidates: [...fileKeys(projectId), ...projectKeys(projectId)],
      failure: { title: 'Error', message: 'Failed to save the track' },
    },
  });
  return {
    isPending: choose.isPending,
    choose: (trackId: string | null) => choose.mutate({ path: { id }, body: { trackId } }),
  };
}
