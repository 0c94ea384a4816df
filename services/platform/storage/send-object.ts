import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRange } from './byte-range.js';
import { contentDisposition, safeContentType } from './content-type.js';
import { StorageError, type FoundObject, type ObjectInfo, type Storage } from './storage.js';

/** A reader that takes nothing for so long is gone; browsers ask again for the rest when a paused player goes on. */
const STALLED_MS = 5 * 60_000;

export interface SendOptions {
  /** The name to save under, any Unicode. */
  fileName: string;
  contentType: string;
  /** Played or shown in place; honoured for audio and images only. */
  inline?: boolean;
  /** Without quotes, for instance the checksum; by default the store's own. */
  etag?: string;
}

/**
 * Answers GET and HEAD with an object: 200, 206 for one range, 304, 416; several ranges get the whole. Bytes go out as
 * they are stored. Rejects with a StorageError while nothing has been answered; a client that leaves is no error.
 */
export async function sendObject(
  req: IncomingMessage,
  res: ServerResponse,
  storage: Storage,
  key: string,
  options: SendOptions,
): Promise<void> {
  const object = await storage.find(key);
  if (!object) throw new StorageError('not_found', 'There is no such object');
  try {
    await answer(req, res, object, options);
  } finally {
    await object.close();
  }
}

async function answer(req: IncomingMessage, res: ServerResponse, object: FoundObject, options: SendOptions): Promise<void> {
  const etag = options.etag ? `"${options.etag}"` : object.etag;
  const common = {
    ETag: etag,
    'Last-Modified': object.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache, no-transform',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
  if (matches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, common).end();
    return;
  }
  const wanted = req.method === 'GET' && holds(req.headers['if-range'], etag, object) ? req.headers.range : undefined;
  const range = parseRange(wanted, object.sizeBytes);
  if (range === 'unsatisfiable') {
    res.writeHead(416, { ...common, 'Content-Range': `bytes */${object.sizeBytes}`, 'Content-Length': 0 }).end();
    return;
  }
  const headers = {
    ...common,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${object.sizeBytes}` }),
    'Content-Type': safeContentType(options.contentType),
    'Content-Disposition': contentDisposition(options.fileName, options.contentType, options.inline ?? false),
    'Content-Length': range ? range.end - range.start + 1 : object.sizeBytes,
  };
  if (req.method === 'HEAD') {
    res.writeHead(200, headers).end();
    return;
  }
  const body = await object.read(range);
  res.writeHead(range ? 206 : 200, headers);
  res.setTimeout(STALLED_MS, () => res.destroy());
  await pass(body, res);
}

/** Sends the chunks, each when the one before it has left, until all have or the reader has. */
function pass(chunks: AsyncIterable<Uint8Array>, to: ServerResponse): Promise<void> {
  const send = async (): Promise<void> => {
    for await (const chunk of chunks) {
      await new Promise((sent) => to.write(chunk, sent));
      if (to.destroyed) return;
    }
    await new Promise<void>((ended) => to.end(ended));
  };
  return new Promise((resolve, reject) => {
    to.once('close', resolve);
    send().then(resolve, reject);
  });
}

/** If-None-Match by weak comparison (RFC 9110 §13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** If-Range: the range counts only for the very same object (RFC 9110 §13.1.5). */
function holds(header: string | string[] | undefined, etag: string, info: ObjectInfo): boolean {
  if (typeof header !== 'string') return true;
  return header.trim() === etag || header.trim() === info.modifiedAt.toUTCString();
}
