import type { IncomingMessage } from 'node:http';
import { type ByteLimits, type PutOptions, type Storage, StorageError, type StoredObject } from './storage.js';

const WINDOW_MS = 30_000;
const MIN_WINDOW_BYTES = 16 << 10;
const LINGER_MS = 2_000;

/**
 * Stores a request's raw body. The declared length is checked before a byte is read, and an incomplete body leaves
 * nothing.
 */
export async function receiveObject(
  req: IncomingMessage,
  storage: Storage,
  key: string,
  options: PutOptions,
  windowMs?: number,
): Promise<StoredObject> {
  const declared = checkLength(req, options);
  const sizeBytes = options.sizeBytes ?? declared;
  return whileArriving(req, () => storage.put(key, req, { ...options, sizeBytes }), windowMs);
}

/**
 * Cuts the connection of a body that delivers less than 16 KiB in 30 s, so that a trickling or endless request does not
 * hold resources for long. A slow disk is not the client's fault and does not count. (The server's own requestTimeout
 * limits the whole request and must be off for large bodies.)
 */
export async function whileArriving<T>(req: IncomingMessage, take: () => Promise<T>, windowMs = WINDOW_MS): Promise<T> {
  let seen = req.socket.bytesRead;
  const timer = setInterval(() => {
    const now = req.socket.bytesRead;
    const isAwaited = !req.complete && req.readableLength === 0;
    if (isAwaited && now - seen < MIN_WINDOW_BYTES) req.destroy();
    seen = now;
  }, windowMs);
  try {
    return await take();
  } finally {
    clearInterval(timer);
  }
}

/** The declared length, undefined for a chunked body. Fails when it does not match the expected one. */
export function checkLength(req: IncomingMessage, limits: ByteLimits): number | undefined {
  const header = req.headers['content-length'];
  if (header === undefined) return undefined;
  const declared = Number(header);
  if (limits.maxBytes !== undefined && declared > limits.maxBytes) {
    throw new StorageError('too_large', `More than the allowed ${limits.maxBytes} bytes`);
  }
  if (limits.sizeBytes !== undefined && declared !== limits.sizeBytes) {
    throw new StorageError('size_mismatch', `${limits.sizeBytes} bytes were expected, ${declared} were declared`);
  }
  return declared;
}

/** Discards the rest of a refused body, for two seconds at most, so that the client can read the answer. */
export function discardRest(req: IncomingMessage): void {
  const timer = setTimeout(() => req.destroy(), LINGER_MS).unref();
  req.once('close', () => clearTimeout(timer));
  req.resume();
}
