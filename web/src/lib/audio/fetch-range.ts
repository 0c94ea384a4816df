import { UnreachableError } from './coded-audio';

export interface RangeReply {
  response: Response;
  /** Null unless the server sent a range (206). */
  body: ArrayBuffer | null;
}

/** The cache of the browser may cut a reply short without an error. */
const isComplete = ({ response, body }: RangeReply): boolean => {
  const announced = response.headers.get('Content-Length');
  return body === null || announced === null || Number(announced) === body.byteLength;
};

/**
 * Fetches bytes `from` to `to` (exclusive) with their whole body. Chromium's cache sometimes returns only the start of a
 * range if requests for overlapping ranges run at once. Such a range is requested again without the cache.
 * @throws UnreachableError if the connection breaks before or during the reply
 */
export async function fetchRange(
  url: string,
  from: number,
  to: number,
  signal: AbortSignal,
  readBody = (response: Response) => response.arrayBuffer(),
): Promise<RangeReply> {
  const request = async (cache: RequestCache): Promise<RangeReply> => {
    const response = await fetch(url, { headers: { Range: `bytes=${from}-${to - 1}` }, signal, cache });
    return { response, body: response.status === 206 ? await readBody(response) : null };
  };
  try {
    const reply = await request('default');
    if (isComplete(reply)) return reply;
    const fresh = await request('no-store');
    if (isComplete(fresh)) return fresh;
  } catch (error) {
    // fetch throws a TypeError when the connection breaks.
    throw error instanceof TypeError ? new UnreachableError(error.message) : error;
  }
  throw new UnreachableError('The reply is cut short');
}
