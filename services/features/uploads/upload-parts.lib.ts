import { partCount, partRange } from '../../platform/storage/multipart.js';
import type { MultipartUpload, SignedUpload, Storage } from '../../platform/storage/storage.js';
import type { PartsView } from './upload-parts.schema.js';
import { type ExpectedUpload, partsOf } from './verify-upload.lib.js';

const PART_EXPIRES_S = 3600;
/** Parts signed by one call; the browser requests more after sending them. */
const PARTS_AT_ONCE = 32;
/** Below this size, sending the whole file again is cheaper than asking which parts have arrived. */
const MIN_PARTS_BYTES = 16 << 20;

/** An upload in progress, as stored in its row. */
export interface StartedUpload extends ExpectedUpload {
  sizeBytes: number;
  contentType: string;
}

export const usesMultipart = (resumable: boolean, sizeBytes: number, sentBytes: number | null): boolean =>
  resumable && (Boolean(sentBytes) || sizeBytes >= MIN_PARTS_BYTES);

/**
 * Signs the next missing parts; the list is empty when all have arrived. Starts a multipart upload if none exists or
 * the old one has expired: `keep` stores the new one unless another call was faster. `keep` returns the upload to use,
 * or null when the file is no longer wanted.
 */
export async function missingParts(
  storage: Storage,
  begun: StartedUpload,
  keep: (upload: MultipartUpload) => Promise<MultipartUpload | null>,
): Promise<PartsView | null> {
  const { objectKey, sizeBytes } = begun;
  if (await storage.head(objectKey)) return { sizeBytes, sentBytes: sizeBytes, parts: [] };
  const upload = await underWay(storage, begun, keep);
  if (!upload) return null;
  const there = new Set(await storage.uploadedParts(upload));
  const numbers = Array.from({ length: partCount(upload) }, (_, index) => index + 1).filter((part) => !there.has(part));
  const parts = numbers.slice(0, PARTS_AT_ONCE).map(async (partNumber) => {
    const signed = await storage.signPart(upload, partNumber, PART_EXPIRES_S);
    return { partNumber, ...partRange(upload, partNumber), ...wire(signed) };
  });
  return { sizeBytes, sentBytes: bytesOf(upload, there), parts: await Promise.all(parts) };
}

/** Number of bytes that the store has received. */
export async function uploadedBytes(storage: Storage, { objectKey, upload }: ExpectedUpload): Promise<number> {
  const object = await storage.head(objectKey);
  if (object) return object.sizeBytes;
  const there = upload && (await partsOf(storage, upload));
  return there ? bytesOf(upload, there) : 0;
}

/** The multipart upload that all tabs send their parts to. */
async function underWay(
  storage: Storage,
  { objectKey, contentType, sizeBytes, upload }: StartedUpload,
  keep: (upload: MultipartUpload) => Promise<MultipartUpload | null>,
): Promise<MultipartUpload | null> {
  if (upload && (await partsOf(storage, upload))) return upload;
  const fresh = await storage.beginUpload(objectKey, { contentType, sizeBytes });
  const kept = await keep(fresh);
  if (kept?.uploadId !== fresh.uploadId) await storage.abortUpload(fresh);
  return kept;
}

function bytesOf(upload: MultipartUpload, parts: Iterable<number>): number {
  let bytes = 0;
  for (const part of parts) bytes += partRange(upload, part).sizeBytes;
  return bytes;
}

const wire = ({ url, method, headers, expiresAt }: SignedUpload) => ({
  uploadUrl: url,
  method,
  headers,
  expiresAt: expiresAt.toISOString(),
});
