import type { IncomingMessage } from 'node:http';
import { freeBuffer } from '../storage/free-memory.js';
import { whileArriving } from '../storage/receive-object.js';
import { BodyRoom } from './body-room.js';

const MB = 1024 ** 2;
/** Ten megabytes take this long at 700 kbit/s. */
const ARRIVAL_MS = 120_000;

/** Decoding and storing a picture takes several times its size, and pictures are decoded one after the other. */
const pictures = new BodyRoom({
  bytes: 32 * MB,
  bytesPerCaller: 10 * MB,
  waiting: 64,
  waitingPerCaller: 8,
  patienceMs: 60_000,
});

interface BodyOptions {
  /** The person whose share of the room it takes. */
  caller: string;
  maxBytes: number;
  tooLarge: () => Error;
}

/**
 * Reads a whole body, passes it to `use` and frees its memory. Only a few bodies are in memory at once; the others wait
 * unread.
 * @throws the error of `tooLarge`, by the declared length before a byte is read; AppError 429 and 503 as `BodyRoom`.
 */
export async function withBody<T>(
  request: IncomingMessage,
  { caller, maxBytes, tooLarge }: BodyOptions,
  use: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const sizeBytes = Number(request.headers['content-length'] ?? maxBytes);
  if (sizeBytes > maxBytes) throw tooLarge();
  const leave = await pictures.take(caller, sizeBytes, request);
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  const late = setTimeout(() => request.destroy(), ARRIVAL_MS);
  try {
    const length = await whileArriving(request, () => fill(bytes, request, tooLarge));
    clearTimeout(late);
    return await use(bytes.subarray(0, length));
  } finally {
    clearTimeout(late);
    freeBuffer(bytes);
    leave();
  }
}

async function fill(bytes: Buffer, request: IncomingMessage, tooLarge: () => Error): Promise<number> {
  let length = 0;
  // The connection stays open after a refusal, so that the sender can read it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (length + chunk.length > bytes.length) throw tooLarge();
    length += chunk.copy(bytes, length);
  }
  return length;
}
