import { type Source, UnavailableError, UnreachableError } from '../../lib/audio/coded-audio';
import { fetchRange } from '../../lib/audio/fetch-range';

/** Statuses after which the same request may succeed later. */
const TEMPORARY = [408, 429, 502, 503, 504];

/** Reads ranges of a preview at a fixed address. */
export function rangeSource(url: string): Source {
  return {
    async read(from, to, signal) {
      const { response, body } = await fetchRange(url, from, to, signal);
      if (body) return body;
      throw TEMPORARY.includes(response.status)
        ? new UnreachableError(`Status ${response.status}`)
        : new UnavailableError(`Status ${response.status}`);
    },
    sizeBytes: () => null,
  };
}
