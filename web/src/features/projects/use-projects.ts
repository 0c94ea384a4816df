import { useInfiniteQuery } from '@tanstack/react-query';
import { type ProjectsListData, projectsListInfiniteOptions } from '../../api';

/** The caller's projects page by page, flattened. */
export function useProjects(query: Omit<NonNullable<ProjectsListData['query']>, 'cursor'>) {
  const { data, ...rest } = useInfiniteQuery({
    ...projectsListInfiniteOptions({ query }),
    initialPageParam: {},
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
  });
  return { ...rest, projects: data?.pages.flatMap((page) => page.data) };
}
