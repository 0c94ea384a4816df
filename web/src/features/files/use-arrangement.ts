import { useLocalStorage } from '@mantine/hooks';
import { arranged, type Arrangement, untouched } from './arrangement';
import type { Card } from './cards';

/** A client's own track order and titles, kept in this browser only. */
export function useArrangement(projectId: string, cards: Card[]) {
  const [kept, setKept] = useLocalStorage<Arrangement>({
    key: `lacquer-tracks-${projectId}`,
    defaultValue: untouched,
    getInitialValueInEffect: false,
  });
  return {
    cards: arranged(cards, kept),
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
