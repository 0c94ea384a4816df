import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseRange } from './byte-range.js';
import { contentDisposition, safeContentType } from './content-type.js';
import { errorCode } from './error-code.js';
import { freeBuffer } from './free-memory.js';
import { type ByteRange, type Storage, StorageError } from './storage.js';

/**
 * A reader that takes nothing for this long is treated as gone; browsers request the rest when a paused player
 * continues.
 */
const STALLED_MS = 5 * 60_000;
const CLIENT_LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']);

export interface SendOptions {
  /** The name to save under, any Unicode. */
  fileName: string;
  contentType: string;
  /** Played or shown in place; ignored except for audio and images. */
  inline?: boolean;
  /** Without quotes, for instance the checksum; by default the store's own. */
  etag?: string;
}

/** Bytes that can be sent from any position. */
export interface SendableContent {
  sizeBytes: number;
  /** Quoted; changes with the bytes. */
  etag: string;
  /** Null when only the ETag says whether the bytes have changed. */
  modifiedAt: Date | null;
  /** The bytes, or those of a range within them. May be called once. */
  read(range: ByteRange | null): Promise<AsyncIterable<Uint8Array>>;
}

/** Answers GET and HEAD with an object as `sendContent` does. */
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
    const etag = options.etag ? `"${options.etag}"` : object.etag;
    await sendContent(req, res, { ...object, etag }, options);
  } finally {
    await object.close();
  }
}

/**
 * Answers GET and HEAD: 200, 206 for one range, 304, 416; several ranges get the whole. Bytes are sent as they are.
 * Rejects with a StorageError while nothing has been answered; a client that disconnects is not an error.
 */
export async function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  content: SendableContent,
  options: Omit<SendOptions, 'etag'>,
): Promise<void> {
  const { etag, modifiedAt, sizeBytes } = content;
  const common = {
    ETag: etag,
    ...(modifiedAt && { 'Last-Modified': modifiedAt.toUTCString() }),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache, no-transform',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
  if (matches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, common).end();
    return;
  }
  const wanted = req.method === 'GET' && holds(req.headers['if-range'], content) ? req.headers.range : undefined;
  const range = parseRange(wanted, sizeBytes);
  if (range === 'unsatisfiable') {
    res.writeHead(416, { ...common, 'Content-Range': `bytes */${sizeBytes}`, 'Content-Length': 0 }).end();
    return;
  }
  const length = range ? range.end - range.start + 1 : sizeBytes;
  const headers = {
    ...common,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${sizeBytes}` }),
    'Content-Type': safeContentType(options.contentType),
    'Content-Disposition': contentDisposition(options.fileName, options.contentType, options.inline ?? false),
    'Content-Length': length,
  };
  if (req.method === 'HEAD') {
    res.writeHead(200, headers).end();
    return;
  }
  const body = await content.read(range);
  res.writeHead(range ? 206 : 200, headers);
  res.setTimeout(STALLED_MS, () => res.destroy());
  try {
    await pipeline(body, (chunks) => released(chunks, length, res), res);
  } catch (error) {
    if (!CLIENT_LEFT.has(errorCode(error))) throw error;
  }
}

/**
 * The chunks, each released once `to` has passed it on. Throws when there are fewer bytes than `length`, because the
 * reader would wait for the rest.
 */
async function* released(chunks: AsyncIterable<Uint8Array>, length: number, to: Writable): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of chunks) {
    left -= chunk.length;
    yield chunk;
    if (to.writableLength === 0) freeBuffer(chunk);
  }
  if (left > 0) throw new StorageError('unavailable', 'There are fewer bytes than announced');
}

/** If-None-Match by weak comparison (RFC 9110 §13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** If-Range: the range counts only for the very same bytes (RFC 9110 §13.1.5). */
function holds(header: string | string[] | undefined, { etag, modifiedAt }: SendableContent): boolean {
  if (typeof header !== 'string') return true;
  return header.trim() === etag || header.trim() === modifiedAt?.toUTCString();
}
