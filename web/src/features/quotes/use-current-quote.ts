import { useQuery } from '@tanstack/react-query';
import { dataOf, quotesCurrentOptions } from '../../api';

/** The current quote of a project; null if none was sent. */
export const useCurrentQuote = (projectId: string) =>
  useQuery({ ...quotesCurrentOptions({ path: { projectId } }), select: dataOf });
