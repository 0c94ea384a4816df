import { type Source, UnavailableError, UnreachableError } from '../../lib/audio/coded-audio';

/** Statuses after which the same request may succeed later. */
const TEMPORARY = [408, 429, 502, 503, 504];

/** Reads ranges of a preview at a fixed address. */
export function rangeSource(url: string): Source {
  return {
    async read(from, to, signal) {
      const headers = { Range: `bytes=${from}-${to - 1}` };
      const response = await fetch(url, { headers, signal }).catch((error: unknown) => {
        throw error instanceof TypeError ? new UnreachableError(error.message) : error;
      });
      if (response.ok) return response.arrayBuffer();
      throw TEMPORARY.includes(response.status)
        ? new UnreachableError(`Status ${response.status}`)
        : new UnavailableError(`Status ${response.status}`);
    },
    sizeBytes: () => null,
  };
}
