import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dataOf, ordersReadOptions } from '../../api';

/** Everything that a project's accepted quotes order, and how far each thing is. */
export const useOrders = (projectId: string) =>
  useQuery({ ...ordersReadOptions({ path: { projectId } }), select: dataOf });

/** Titles of a project's tracks by id. */
export function useTrackTitles(projectId: string): ReadonlyMap<string, string> {
  const { data } = useOrders(projectId);
  return useMemo(() => new Map(data?.tracks.map(({ id, title }) => [id, title])), [data]);
}
