import { useInfiniteQuery } from '@tanstack/react-query';
import { type ProjectsListData, projectsListInfiniteOptions } from '../../api';

/** All loaded pages of the person's projects. */
export function useProjects(query: Omit<NonNullable<ProjectsListData['query']>, 'cursor'>) {
  const { data, ...rest } = useInfiniteQuery({
    ...projectsListInfiniteOptions({ query }),
    initialPageParam: {},
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
  });
  return { ...rest, projects: data?.pages.flatMap((page) => page.data) };
}
