import type { Readable } from 'node:stream';

export type StorageErrorCode =
  | 'not_found'
  | 'too_large'
  | 'size_mismatch'
  | 'bad_key'
  | 'bad_range'
  | 'full'
  | 'unavailable'
  | 'invalid_signature'
  | 'expired';

/** The error of every storage call; `cause` holds the store's own error. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.code = code;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'not_found';
}

/** Byte positions, both inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ObjectInfo {
  sizeBytes: number;
  contentType: string;
  modifiedAt: Date;
  /** Quoted, changes with the bytes; not a checksum. */
  etag: string;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

export interface ByteLimits {
  /** The exact length; anything else fails with `size_mismatch`. */
  sizeBytes?: number;
  /** More than this fails with `too_large`. */
  maxBytes?: number;
}

export interface PutOptions extends ByteLimits {
  contentType: string;
}

export interface StoredObject {
  sizeBytes: number;
  /** Lower-case hex of the bytes as they came in. */
  sha256: string;
}

export interface ObjectBody {
  /** Must be read to its end or destroyed. */
  body: Readable;
  /** Size of the whole object, also when a range was requested. */
  sizeBytes: number;
  contentType: string;
  /** The range that `body` holds, null for the whole object. */
  range: ByteRange | null;
}

/** An object that was found and can be read. */
export interface FoundObject extends ObjectInfo {
  /** The bytes, or those of a range within them. May be called once. */
  read(range?: ByteRange | null): Promise<Readable>;
  /** Must be called, whether or not it was read. */
  close(): Promise<void>;
}

/** A request that the browser may send as it is until `expiresAt`. */
export interface SignedUpload {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
  expiresAt: Date;
}

/** Prefix for the keys of uploaded objects that have not been accepted yet: see `completeUpload`. */
export const INCOMING = 'incoming/';

/** A request for a whole object. */
export interface SignedObject extends SignedUpload {
  /**
   * The upload that `completeUpload` turns into the object, for stores that would let the request overwrite it as long as it is
   * valid; null where the store writes only once.
   */
  upload: MultipartUpload | null;
}

export interface DownloadOptions {
  /** The name to save under, any Unicode. */
  fileName: string;
  /** Types a browser might execute are answered as application/octet-stream. */
  contentType: string;
  /** Shown or played in place instead of saved; ignored except for audio and images. */
  inline?: boolean;
}

/** A resumable upload: plain data that the caller keeps between its calls. */
export interface MultipartUpload {
  key: string;
  uploadId: string;
  sizeBytes: number;
  /** Length of every part but the last; parts are numbered from 1. */
  partBytes: number;
}

/**
 * The object store. A key is written once by one upload and never appended to; a put that fails or is cut off
 * leaves no object. Keys are checked by `assertKey`; every method rejects with a StorageError.
 */
export abstract class Storage {
  /** Creates the folder or bucket if it is missing; fails with `unavailable` when it cannot be used. */
  abstract open(): Promise<void>;

  /** Bytes that may still be stored; null if the store does not report that. */
  abstract room(): Promise<number | null>;

  /** Stores a stream in constant memory. The source is not destroyed on failure, so that an HTTP answer can follow. */
  abstract put(key: string, body: Readable | Uint8Array, options: PutOptions): Promise<StoredObject>;

  /** `not_found` when absent; `bad_range` when the range starts past the end; an end past the end is cut. */
  abstract get(key: string, range?: ByteRange): Promise<ObjectBody>;

  abstract head(key: string): Promise<ObjectInfo | null>;

  /** For callers that need the object's size or type to choose what to read. */
  abstract find(key: string): Promise<FoundObject | null>;

  abstract copy(fromKey: string, toKey: string): Promise<void>;

  /** Moves the object to another key; `not_found` when there is none. */
  abstract move(fromKey: string, toKey: string): Promise<void>;

  /** Deletes the object. A missing one is not an error. */
  abstract delete(key: string): Promise<void>;

  /** Every object whose key begins with `prefix`, in no particular order. */
  abstract list(prefix: string): AsyncIterable<ListedObject>;

  /** One PUT of exactly `sizeBytes` bytes. It changes nothing once the object is stored. */
  abstract signUpload(
    key: string,
    options: { contentType: string; sizeBytes: number; expiresInS: number },
  ): Promise<SignedObject>;

  /** A GET that answers ranges. */
  abstract signDownload(key: string, options: DownloadOptions & { expiresInS: number }): Promise<string>;

  /** Runs `use` on a local file with the object's bytes. It must only be read, and is removed afterwards. */
  abstract withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;

  /** Like withLocalFile, but only the first and last 512 KiB are guaranteed; the rest may read as zeros. */
  abstract withSparseFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;

  abstract beginUpload(key: string, options: { contentType: string; sizeBytes: number }): Promise<MultipartUpload>;

  /** Numbers of the complete parts, ascending; `not_found` when the upload has ended or expired. */
  abstract uploadedParts(upload: MultipartUpload): Promise<number[]>;

  /** One PUT of exactly that part's bytes; sending a part again replaces it. */
  abstract signPart(upload: MultipartUpload, partNumber: number, expiresInS: number): Promise<SignedUpload>;

  /** Makes the parts the object; `size_mismatch` while any is missing; repeating it is harmless. */
  abstract completeUpload(upload: MultipartUpload): Promise<void>;

  /** Deletes the parts; harmless when there are none. */
  abstract abortUpload(upload: MultipartUpload): Promise<void>;

  /**
   * Removes temporary files that were not written to since `before` (a crash leaves them) and returns how many. An hour
   * ago or earlier spares those in use.
   */
  abstract sweepTemporary(before: Date): Promise<number>;

  /** Aborts the uploads without progress since `before`; returns how many. */
  abstract sweepUploads(before: Date): Promise<number>;
}
