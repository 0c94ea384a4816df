import { type MultipartUpload, StorageError } from './storage.js';

const MIN_PART_BYTES = 8 << 20;
const MAX_PARTS = 10_000;

/** Part length for a file: 8 MiB, or the number of whole MiB that keeps it within S3's 10,000 parts. */
export function partBytesFor(sizeBytes: number): number {
  const mebibytes = Math.ceil(sizeBytes / MAX_PARTS / (1 << 20));
  return Math.max(MIN_PART_BYTES, mebibytes * (1 << 20));
}

export function partCount(upload: MultipartUpload): number {
  return Math.max(1, Math.ceil(upload.sizeBytes / upload.partBytes));
}

/** The offset and length of a part; `bad_range` for a number that the upload does not have. */
export function partRange(upload: MultipartUpload, partNumber: number): { offset: number; sizeBytes: number } {
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > partCount(upload)) {
    throw new StorageError('bad_range', `The upload has parts 1 to ${partCount(upload)}, not ${partNumber}`);
  }
  const offset = (partNumber - 1) * upload.partBytes;
  return { offset, sizeBytes: Math.min(upload.partBytes, upload.sizeBytes - offset) };
}
