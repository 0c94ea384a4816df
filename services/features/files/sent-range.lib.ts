import type { Request, Response } from 'express';
import { parseRange } from '../../platform/storage/byte-range.js';

/** A byte range; `end` is exclusive. */
export interface SentRange {
  start: number;
  end: number;
}

/** A player or a resumed download sends many requests; only the one that starts at the beginning is audited. */
export const isFirstRequest = ({ method, headers }: Request): boolean =>
  method === 'GET' && /^(bytes=0-.*)?$/.test(headers.range ?? '');

/**
 * To be called before the response is sent. The result returns what was sent: the requested range or, if the connection
 * broke, as many bytes as were written to the socket, including headers.
 */
export function watchSent(request: Request, response: Response, sizeBytes: number): () => SentRange | null {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  return () => {
    if (request.method !== 'GET' || !response.headersSent || ![200, 206].includes(response.statusCode)) return null;
    const range = response.statusCode === 206 ? parseRange(request.headers.range, sizeBytes) : null;
    const { start, end } = range && range !== 'unsatisfiable' ? range : { start: 0, end: sizeBytes - 1 };
    const written = (socket?.bytesWritten ?? 0) - before;
    const sentEnd = response.writableFinished ? end + 1 : Math.min(start + written, end + 1);
    return sentEnd > start ? { start, end: sentEnd } : null;
  };
}
