import { useInfiniteQuery } from '@tanstack/react-query';
import { clientsListInfiniteOptions } from '../../api';

/** All loaded pages of the studio's clients; an empty search matches all. */
export function useClients(search: string) {
  const { data, ...rest } = useInfiniteQuery({
    ...clientsListInfiniteOptions({ query: { search: search || undefined } }),
    initialPageParam: {},
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
  });
  return { ...rest, clients: data?.pages.flatMap((page) => page.data) };
}
