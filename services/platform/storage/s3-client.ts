import { S3Client } from '@aws-sdk/client-s3';
import { errorCode } from './error-code.js';
import { StorageError } from './storage.js';

export interface S3Config {
  bucket: string;
  /** The address for the API and the workers; AWS by default. */
  endpoint?: string;
  /** The address for browsers; the same by default. */
  publicEndpoint?: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const CONNECT_MS = 5_000;
/** Time limit until an answer begins; for a copy that is when its bytes are written. */
const ANSWER_MS = 120_000;
/** Long enough for a paused player at the other end of a stream. */
const IDLE_MS = 300_000;
const MAX_SOCKETS = 256;

/**
 * A client for one endpoint. It sends checksum headers only where S3 requires them: signed PUT URLs would carry the
 * checksum of an empty body.
 */
export function createS3Client(config: S3Config, endpoint: string | undefined): S3Client {
  return new S3Client({
    region: config.region,
    ...(endpoint && { endpoint }),
    forcePathStyle: endpoint !== undefined,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  });
}

/** Waits for the store's answer and turns a refusal or a timeout into a StorageError. */
export async function answerOf<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw s3Error(error);
  }
}

function s3Error(error: unknown): StorageError {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  const because = { cause: error };
  if (name === 'NoSuchBucket') return new StorageError('unavailable', 'The storage bucket does not exist', because);
  if (status === 404) return new StorageError('not_found', 'There is no such object', because);
  if (status === 416) return new StorageError('bad_range', 'The range lies outside the object', because);
  if (status === 413 || name === 'EntityTooLarge')
    return new StorageError('too_large', 'Too large for the store', because);
  if (status === 507 || /StorageFull|QuotaExceeded/.test(name))
    return new StorageError('full', 'The object store is full', because);
  if (status === 401 || status === 403)
    return new StorageError('unavailable', 'The object store refused the access key', because);
  return new StorageError(
    'unavailable',
    `The object store failed (${errorCode(error) || name || 'no answer'})`,
    because,
  );
}
