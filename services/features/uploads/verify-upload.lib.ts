import type { ByteSource } from '../../audio-headers/byte-source.js';
import { audioKindOf, contentTypeOf, kindOf } from '../../audio-headers/containers.js';
import { recogniseAudio } from '../../audio-headers/find-audio.js';
import { documentTypeOf, isDocument, SNIFF_BYTES } from '../../file-kinds/documents.js';
import { formatBytes } from '../../platform/bytes.js';
import type { Tx } from '../../platform/database/tx.js';
import { AppError, conflict, storeUnavailable, unprocessable } from '../../platform/errors.js';
import { sweepEach } from '../../platform/events/sweep-each.js';
import { storeIsAttached } from '../../platform/installation.js';
import type { Logger } from '../../platform/log.js';
import { partCount } from '../../platform/storage/multipart.js';
import { objectSource } from '../../platform/storage/object-source.js';
import {
  isNotFound,
  type MultipartUpload,
  type ObjectInfo,
  type Storage,
  StorageError,
} from '../../platform/storage/storage.js';

/** Browsers complete an upload immediately; an object older than this has lost its tab. */
const SETTLED_MS = 2 * 60_000;
const EXPIRED_MS = 24 * 3600_000;

/** Facts announced before the upload. */
export interface AnnouncedUpload {
  name: string;
  /** Null when the client did not announce a size. */
  sizeBytes: number | null;
  maxBytes: number;
  /** Whether it may also be a document, such as a PDF. */
  mayBeDocument?: boolean;
}

/** A permitted upload, with its multipart upload if it is sent in parts. */
export interface ExpectedUpload {
  objectKey: string;
  upload: MultipartUpload | null;
}

/** An object in the store whose content matches its name. */
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

/** Completes a multipart upload when all parts have arrived. Returns the object, or null while anything is missing. */
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

/** Numbers of the parts that have arrived; null when the upload has been completed or has expired. */
export async function partsOf(storage: Storage, upload: MultipartUpload): Promise<number[] | null> {
  try {
    return await storage.uploadedParts(upload);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * Verifies an upload: the object exists, has the announced size, and starts like the audio or document that its name
 * promises.
 * Every kind of upload uses this check.
 * @throws AppError
 */
export async function verifyUpload(
  storage: Storage,
  expected: ExpectedUpload,
  { name, sizeBytes: promised, maxBytes, mayBeDocument = false }: AnnouncedUpload,
): Promise<VerifiedUpload> {
  const object = await finalizeObject(storage, expected);
  if (!object && !(await storeIsAttached(storage))) throw storeUnavailable();
  if (!object) throw conflict('not_uploaded', `${name} did not arrive completely; please upload it again`);
  const { sizeBytes } = object;
  checkSize(name, sizeBytes, maxBytes);
  if (promised !== null && sizeBytes !== promised) {
    throw unprocessable('size_mismatch', `${name} arrived with ${sizeBytes} bytes instead of ${promised}`);
  }
  const { objectKey } = expected;
  const contentType = await sniff(objectSource(storage, objectKey, sizeBytes), name, mayBeDocument);
  return { objectKey, sizeBytes, contentType };
}

async function sniff(source: ByteSource, name: string, mayBeDocument: boolean): Promise<string> {
  const type = mayBeDocument && !audioKindOf(name, '') ? documentTypeOf(name) : null;
  if (type) {
    if (isDocument(await source.read(0, SNIFF_BYTES), name)) return type;
    throw unprocessable('wrong_content', `${name} does not contain what its name promises`);
  }
  const found = await recogniseAudio(source, name);
  if (typeof found === 'string') throw unprocessable('not_audio', `${name} ${found}`);
  return contentTypeOf(kindOf(found.container));
}

const REFUSED_CONTENT = ['not_audio', 'wrong_content', 'unsafe_zip'];

/** Whether `verifyUpload` rejected the file's content; sending the same file again does not help. */
export const isRefusedContent = (error: unknown): boolean =>
  error instanceof AppError && REFUSED_CONTENT.includes(error.code);

/** Whether an upload to this key has been permitted and has neither been completed nor given up. */
export async function isUploadExpected(database: Pick<Tx, 'query'>, objectKey: string): Promise<boolean> {
  const [found] = await database.query(
    `SELECT 1 FROM staging_files WHERE upload_key = $1
     UNION ALL
     SELECT 1 FROM audio JOIN files ON audio_id = audio.id
     WHERE object_key = $1 AND completed_at IS NULL AND deleted_at IS NULL`,
    [objectKey],
  );
  return found !== undefined;
}

export interface StaleUploadHandler<T> {
  /** Uploads permitted before a time. */
  allowedBefore: (time: Date) => AsyncIterable<T>;
  /** The object and multipart upload to look for in the store. */
  expectedOf: (upload: T) => Promise<ExpectedUpload>;
  /** Completes the upload on behalf of its browser. @throws AppError when the object is unusable. */
  end: (upload: T) => Promise<void>;
  forget: (upload: T) => Promise<void>;
}

/** Completes uploads whose tab was closed after they arrived, and forgets those that never will. */
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
        logger.warn({ key: expected.objectKey, code: error.code }, 'discarded an unusable upload');
        await forget(upload);
      }
    }
  });
}
