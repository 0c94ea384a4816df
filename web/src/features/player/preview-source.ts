import { filesListening } from '../../api';
import { ApiError } from '../../lib/error';
import { type Source, UnavailableError } from '../../lib/sound/lane';

/** Signed addresses are asked for again so long before they end. */
const MARGIN_MS = 60_000;

interface Address {
  url: string;
  expiresAt: number;
}

async function ask(fileId: string): Promise<Address> {
  try {
    const { data } = await filesListening({ path: { id: fileId }, throwOnError: true });
    return { url: data.data.preview.url, expiresAt: Date.parse(data.data.expiresAt) };
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      throw new UnavailableError(error.message);
    throw error;
  }
}

/** The preview of a file, by ranges, at an address that is renewed when it ends. */
export function previewSource(fileId: string): Source {
  let known: Promise<Address> | null = null;
  async function address(): Promise<Address> {
    const found = await known?.catch(() => null);
    if (found && found.expiresAt - MARGIN_MS > Date.now()) return found;
    known = ask(fileId);
    return known;
  }
  async function fetchRange(from: number, to: number, signal: AbortSignal): Promise<Response> {
    const { url } = await address();
    return fetch(url, { headers: { Range: `bytes=${from}-${to - 1}` }, signal });
  }
  return {
    async read(from, to, signal) {
      let response = await fetchRange(from, to, signal);
      if (response.status >= 400 && response.status < 500) {
        known = null;
        response = await fetchRange(from, to, signal);
      }
      if (response.status === 206) return response.arrayBuffer();
      if (response.status === 404 || response.status === 410) throw new UnavailableError('The preview is gone');
      throw new ApiError(`API error: ${response.status}`, response.status);
    },
  };
}
