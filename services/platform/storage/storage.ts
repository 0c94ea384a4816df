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

/** What every storage call fails with; `cause` holds the store's own error. */
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
  /** Of the whole object, also when a range was asked for. */
  sizeBytes: number;
  contentType: string;
  /** The range that `body` holds, null for the whole object. */
  range: ByteRange | null;
}

/** An object at hand. */
export interface FoundObject extends ObjectInfo {
  /** The bytes, or those of a range within them; once. */
  read(range?: ByteRange | null): Promise<Readable>;
  /** Must be called, whether or not it was read. */
  close(): Promise<void>;
}

/** A request that the browser may make as it stands until `expiresAt`. */
export interface SignedUpload {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
  expiresAt: Date;
}

/** Before the keys of objects that have come, but were not taken in: see `completeUpload`. */
export const INCOMING = 'incoming/';

/** A request for a whole object. */
export interface SignedObject extends SignedUpload {
  /**
   * What `completeUpload` makes the object of, where the store would let the request write it again as long as it is
   * valid; null where it writes once.
   */
  upload: MultipartUpload | null;
}

export interface DownloadOptions {
  /** The name to save under, any Unicode. */
  fileName: string;
  /** Types a browser might execute are answered as application/octet-stream. */
  contentType: string;
  /** Shown or played in place instead of saved; honoured for audio and images only. */
  inline?: boolean;
}

/** A resumable upload: plain data, to be kept by the caller between its calls. */
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
  /** Makes the folder or bucket when it is missing; fails with `unavailable` when it cannot be used. */
  abstract open(): Promise<void>;

  /** Bytes that may still be stored; null where the store does not tell. */
  abstract room(): Promise<number | null>;

  /** Stores a stream in constant memory. The source is not destroyed on failure, so that an HTTP answer can follow. */
  abstract put(key: string, body: Readable | Uint8Array, options: PutOptions): Promise<StoredObject>;

  /** `not_found` when absent; `bad_range` when the range starts past the end; an end past the end is cut. */
  abstract get(key: string, range?: ByteRange): Promise<ObjectBody>;

  abstract head(key: string): Promise<ObjectInfo | null>;

  /** For those who must know the object before they know what to read of it. */
  abstract find(key: string): Promise<FoundObject | null>;

  abstract copy(fromKey: string, toKey: string): Promise<void>;

  /** The object under another key; `not_found` when there is none. */
  abstract move(fromKey: string, toKey: string): Promise<void>;

  /** Deleting what is not there is no error. */
  abstract delete(key: string): Promise<void>;

  /** Every object whose key begins with `prefix`, in no particular order. */
  abstract list(prefix: string): AsyncIterable<ListedObject>;

  /** One PUT of exactly `sizeBytes` bytes, which changes nothing any more once the object is there. */
  abstract signUpload(
    key: string,
    options: { contentType: string; sizeBytes: number; expiresInS: number },
  ): Promise<SignedObject>;

  /** A GET that answers ranges. */
  abstract signDownload(key: string, options: DownloadOptions & { expiresInS: number }): Promise<string>;

  /** Runs `use` on a local file with the object's bytes, which must only be read and is gone afterwards. */
  abstract withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;

  /** Like withLocalFile, but only the first and last 512 KiB need be there; the rest may read as zeros. */
  abstract withSparseFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;

  abstract beginUpload(key: string, options: { contentType: string; sizeBytes: number }): Promise<MultipartUpload>;

  /** Numbers of the parts that are wholly there, ascending; `not_found` when the upload has ended or expired. */
  abstract uploadedParts(upload: MultipartUpload): Promise<number[]>;

  /** One PUT of exactly that part's bytes; sending a part again replaces it. */
  abstract signPart(upload: MultipartUpload, partNumber: number, expiresInS: number): Promise<SignedUpload>;

  /** Makes the parts the object; `size_mismatch` while any is missing; repeating it is harmless. */
  abstract completeUpload(upload: MultipartUpload): Promise<void>;

  /** Forgets the parts; harmless when there are none. */
  abstract abortUpload(upload: MultipartUpload): Promise<void>;

  /**
   * Removes temporary files that nobody wrote to since `before`, as a crash leaves them; answers how many. An hour ago or
   * earlier spares those in use.
   */
  abstract sweepTemporary(before: Date): Promise<number>;

  /** Aborts the uploads that had no progress since `before`; answers how many. */
  abstract sweepUploads(before: Date): Promise<number>;
}
