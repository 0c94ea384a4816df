import type { Hash } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { counted } from './chunks.js';
import { errorCode } from './error-code.js';
import { freeBuffer } from './free-memory.js';
import { type ByteLimits, StorageError, type StorageErrorCode } from './storage.js';

const BATCH_BYTES = 256 << 10;
const ASKED_EACH_BYTES = 16 << 20;
const PLACE_ATTEMPTS = 10;

const CODES: Record<string, [StorageErrorCode, string]> = {
  ENOENT: ['not_found', 'There is no such object'],
  EEXIST: ['bad_key', 'Part of the key is an object'],
  ENOTDIR: ['bad_key', 'Part of the key is an object'],
  EISDIR: ['bad_key', 'The key is a prefix of other objects'],
  ENAMETOOLONG: ['bad_key', 'The key is too long for this disk'],
  ENOSPC: ['full', 'The storage disk is full'],
  EDQUOT: ['full', 'The storage disk quota is used up'],
  EFBIG: ['too_large', 'The file is larger than the storage disk allows'],
};
/** Error codes of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const UNAVAILABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ELOOP', 'EBUSY', 'ESTALE']);

/**
 * Turns a file system's error into a StorageError; any other error (such as a broken source stream) is returned as it
 * is.
 */
export function diskError(error: unknown): unknown {
  const code = errorCode(error);
  const known = CODES[code];
  if (known) return new StorageError(known[0], known[1], { cause: error });
  if (UNAVAILABLE.has(code))
    return new StorageError('unavailable', `The storage folder failed (${code})`, { cause: error });
  return error;
}

/**
 * Fills a new file, syncs it and returns the number of bytes. `mayGoOn` is called after every 16 MiB and rejects to
 * stop.
 */
export async function writeFile(
  path: string,
  source: Readable | Uint8Array,
  limits: ByteLimits,
  hash?: Hash,
  mayGoOn?: () => Promise<void>,
): Promise<number> {
  const file = await open(path, 'wx');
  try {
    const sizeBytes = await writeStream(file, source, limits, 0, hash, mayGoOn);
    await file.sync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/**
 * Streams a source into an open file from `position` and returns the number of bytes. One batch is written while the
 * next arrives, so at most two batches of 256 KiB and a chunk are in memory; chunks of a request are released.
 */
export async function writeStream(
  file: FileHandle,
  source: Readable | Uint8Array,
  limits: ByteLimits,
  position = 0,
  hash?: Hash,
  mayGoOn?: () => Promise<void>,
): Promise<number> {
  let offset = position;
  let asked = position;
  let batch: Uint8Array[] = [];
  let batched = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async (chunks: Uint8Array[], at: number): Promise<void> => {
    await writeAll(file, chunks, at);
    if (source instanceof IncomingMessage) chunks.forEach(freeBuffer);
  };
  const flush = async (): Promise<void> => {
    await writing;
    writing = write(batch, offset);
    writing.catch(() => undefined);
    offset += batched;
    batch = [];
    batched = 0;
  };
  try {
    for await (const chunk of counted(source, limits, hash)) {
      batch.push(chunk);
      batched += chunk.length;
      if (batched >= BATCH_BYTES) await flush();
      if (mayGoOn && offset - asked >= ASKED_EACH_BYTES) {
        asked = offset;
        await mayGoOn();
      }
    }
    await flush();
  } finally {
    await writing;
  }
  return offset - position;
}

async function writeAll(file: FileHandle, buffers: Uint8Array[], position: number): Promise<void> {
  let rest = buffers;
  let offset = position;
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, offset);
    offset += bytesWritten;
    while (rest[0] && bytesWritten >= rest[0].length) {
      bytesWritten -= rest[0].length;
      rest = rest.slice(1);
    }
    if (rest[0] && bytesWritten > 0) rest = [rest[0].subarray(bytesWritten), ...rest.slice(1)];
  }
}

/**
 * Moves a file to a new path. If there is a file already, that one stays and the new one is deleted. On file systems
 * without hard links, the new one replaces it.
 */
export async function moveOnce(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (NO_LINKS.has(errorCode(error))) return rename(from, to);
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  await unlink(from);
}

/** Moves a synced file to its final path, durably, and creates folders that a parallel delete may have removed. */
export async function place(from: string, to: string, move: typeof moveOnce = rename): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeDirectory(dirname(to));
      await move(from, to);
      break;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === PLACE_ATTEMPTS) throw error;
    }
  }
  await syncDirectory(dirname(to));
}

async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Makes names in a folder durable. Windows has no such call and needs none. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  let directory: FileHandle;
  try {
    directory = await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
