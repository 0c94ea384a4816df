import { buffer } from 'node:stream/consumers';
import { SNIFF_BYTES, sniffAudio } from '../../platform/audio/sniff.js';
import { formatBytes } from '../../platform/bytes.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, storeUnavailable, unprocessable } from '../../platform/errors.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { storeIsAttached } from '../../platform/installation.js';
import type { Logger } from '../../platform/log.js';
import { partCount } from '../../platform/storage/multipart.js';
import {
  isNotFound,
  type MultipartUpload,
  type ObjectInfo,
  type Storage,
  StorageError,
} from '../../platform/storage/storage.js';

/** A browser ends its upload at once; what lies longer has lost its tab. */
const SETTLED_MS = 2 * 60_000;
const EXPIRED_MS = 24 * 3600_000;

/** What was said of an upload before it came. */
export interface AnnouncedUpload {
  name: string;
  /** Null where nobody said. */
  sizeBytes: number | null;
  maxBytes: number;
}

/** An upload that was allowed, and what its parts belong to where it comes in parts. */
export interface ExpectedUpload {
  objectKey: string;
  upload: MultipartUpload | null;
}

/** An object that lies in the store and is what its name promises. */
export interface VerifiedUpload {
  objectKey: string;
  sizeBytes: number;
  contentType: string;
}

/** @throws AppError for an empty file and one of more than `maxBytes`. */
export function checkSize(name: string, sizeBytes: number, maxBytes: number): void {
  if (sizeBytes === 0) throw unprocessable('empty', `${name} is empty`);
  if (sizeBytes > maxBytes) throw tooLarge(name, maxBytes);
}

export const tooLarge = (name: string, maxBytes: number) =>
  new AppError(413, 'too_large', `${name} is larger than ${formatBytes(maxBytes)}`);

/** The object of an upload, put together when its last part has come; null while anything is missing. */
export async function finalizeObject(
  storage: Storage,
  { objectKey, upload }: ExpectedUpload,
): Promise<ObjectInfo | null> {
  const object = await storage.head(objectKey);
  if (object || !upload) return object;
  const there = await partsOf(storage, upload);
  if (there && there.length < partCount(upload)) return null;
  try {
    await storage.completeUpload(upload);
  } catch (error) {
    if (isNotFound(error) || (error instanceof StorageError && error.code === 'size_mismatch')) return null;
    throw error;
  }
  return storage.head(objectKey);
}

/** The parts that are there; null when the upload has ended or expired. */
export async function partsOf(storage: Storage, upload: MultipartUpload): Promise<number[] | null> {
  try {
    return await storage.uploadedParts(upload);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The one check of what was uploaded: that it is there, how long it is, and what its first bytes say. @throws AppError */
export async function verifyUpload(
  storage: Storage,
  expected: ExpectedUpload,
  { name, sizeBytes: promised, maxBytes }: AnnouncedUpload,
): Promise<VerifiedUpload> {
  const object = await finalizeObject(storage, expected);
  if (!object && !(await storeIsAttached(storage))) throw storeUnavailable();
  if (!object) throw conflict('not_uploaded', `${name} has not arrived whole; please upload it again`);
  const { sizeBytes } = object;
  checkSize(name, sizeBytes, maxBytes);
  if (promised !== null && sizeBytes !== promised) {
    throw unprocessable('size_mismatch', `${name} has arrived with ${sizeBytes} bytes instead of ${promised}`);
  }
  const { objectKey } = expected;
  const { body } = await storage.get(objectKey, { start: 0, end: SNIFF_BYTES - 1 });
  const sniffed = sniffAudio(await buffer(body), name);
  if (!sniffed) throw unprocessable('not_audio', `${name} does not contain the audio that its name promises`);
  return { objectKey, sizeBytes, contentType: sniffed.contentType };
}

/** Whether `checkArrival` refused the content of a file: sending the same file again does not help. */
export const isRefusedContent = (error: unknown): boolean => error instanceof AppError && error.code === 'not_audio';

/** Whether somebody was allowed to upload under that key and has neither ended nor given up. */
export async function isUploadExpected(database: Pick<Tx, 'query'>, objectKey: string): Promise<boolean> {
  const [found] = await database.query(
    `SELECT 1 FROM upload_intents WHERE object_key = $1
     UNION ALL
     SELECT 1 FROM audio JOIN files ON audio_id = audio.id
     WHERE object_key = $1 AND completed_at IS NULL AND deleted_at IS NULL`,
    [objectKey],
  );
  return found !== undefined;
}

export interface StaleUploadHandler<T> {
  /** Those allowed before a time. */
  allowedBefore: (time: Date) => AsyncIterable<T>;
  /** What the store knows it by. */
  expectedOf: (upload: T) => Promise<ExpectedUpload>;
  /** As its browser would have done. @throws AppError for what is no use. */
  end: (upload: T) => Promise<void>;
  forget: (upload: T) => Promise<void>;
}

/** The one sweep of uploads whose tab was closed: ends those that have arrived, and forgets those that never will. */
export async function sweepStaleUploads<T extends { createdAt: Date }>(
  storage: Storage,
  logger: Logger,
  slot: Date,
  { allowedBefore, expectedOf, end, forget }: StaleUploadHandler<T>,
): Promise<void> {
  const settled = new Date(slot.getTime() - SETTLED_MS);
  const expired = new Date(slot.getTime() - EXPIRED_MS);
  await sweepEach(allowedBefore(settled), logger, async (upload) => {
    const expected = await expectedOf(upload);
    const object = await finalizeObject(storage, expected);
    if (!object) {
      const isOpen = expected.upload !== null && (await partsOf(storage, expected.upload)) !== null;
      if (upload.createdAt < expired && !isOpen) await forget(upload);
    } else if (object.modifiedAt < settled) {
      try {
        await end(upload);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        logger.warn({ key: expected.objectKey, code: error.code }, 'an upload arrived that is no use');
        await forget(upload);
      }
    }
  });
}
