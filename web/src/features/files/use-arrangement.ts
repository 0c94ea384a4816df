import { useLocalStorage } from '@mantine/hooks';
import type { TrackFiles } from '../../lib/audio/tracks';
import { arranged, type Arrangement, untouched } from './arrangement';

/** A client's own track order and titles, kept in this browser only. */
export function useArrangement(projectId: string, tracks: TrackFiles[]) {
  const [kept, setKept] = useLocalStorage<Arrangement>({
    key: `lacquer-tracks-${projectId}`,
    defaultValue: untouched,
    getInitialValueInEffect: false,
  });
  return {
    tracks: arranged(tracks, kept),
    order: (ids: string[]) => setKept((before) => ({ ...before, order: ids })),
    /** An empty title restores the original one. */
    rename: (id: string, title: string) =>
      setKept((before) => {
        const titles = { ...before.titles, [id]: title };
        if (title === '') delete titles[id];
        return { ...before, titles };
      }),
  };
}
