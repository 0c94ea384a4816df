import { useQuery } from '@tanstack/react-query';
import { dataOf, quotesCurrentOptions } from '../../api';

/** The quote that counts in a project; null while none was sent. */
export const useCurrentQuote = (projectId: string) =>
  useQuery({ ...quotesCurrentOptions({ path: { projectId } }), select: dataOf });
