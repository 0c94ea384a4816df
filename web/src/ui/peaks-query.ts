import { queryOptions } from '@tanstack/react-query';
import { toApiError } from '../api/error';
import { decodePeaks, type Peaks } from '../lib/audio/peaks';

async function loadPeaks(url: string, signal: AbortSignal): Promise<Peaks> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw toApiError(null, response);
  return decodePeaks(await response.arrayBuffer());
}

/** The peaks at one address never change. */
export const peaksOptions = (url: string) =>
  queryOptions({
    queryKey: ['peaks', url],
    queryFn: ({ signal }) => loadPeaks(url, signal),
    staleTime: Infinity,
  });
