import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBlockedPort } from '../blocked-ports.js';
import { DiskStorage } from './disk.js';
import { S3Storage } from './s3.js';
import type { S3Config } from './s3-client.js';
import { UrlSigner } from './signed-url.js';
import { type Storage, StorageError } from './storage.js';

export interface StorageConfig {
  /** `file:DIR` (absolute or relative to the working folder) or `s3://BUCKET?endpoint=…&region=…&publicEndpoint=…`. */
  storageUrl: string;
  /** The portal's own address, with which signed URLs of the disk store begin. */
  publicUrl: string;
  /** Signs the disk store's URLs. */
  secret: string;
  /** Disk space that the disk store leaves free. */
  minFreeBytes?: number;
  s3AccessKey?: string;
  s3SecretKey?: string;
}

const FORMS = 'file:FOLDER or s3://BUCKET?endpoint=URL&region=NAME&publicEndpoint=URL';

/**
 * The store of the configuration, not opened yet. It fails with `unavailable` and a sentence that names the setting.
 */
export function createStorage(config: StorageConfig): Storage {
  const { storageUrl } = config;
  if (storageUrl.startsWith('file:')) {
    const path = storageUrl.startsWith('file://') ? fileURLToPath(storageUrl) : storageUrl.slice('file:'.length);
    if (path !== '') {
      return new DiskStorage(resolve(path), new UrlSigner(config.publicUrl, config.secret), config.minFreeBytes);
    }
  }
  if (storageUrl.startsWith('s3:') && URL.canParse(storageUrl))
    return new S3Storage(parseS3(new URL(storageUrl), config));
  throw new StorageError('unavailable', `STORAGE_URL must be ${FORMS}, not '${storageUrl}'`);
}

function parseS3(url: URL, { s3AccessKey, s3SecretKey }: StorageConfig): S3Config {
  const { endpoint, publicEndpoint, region = 'us-east-1', ...unknown } = Object.fromEntries(url.searchParams);
  const [stranger] = Object.keys(unknown);
  if (stranger !== undefined)
    throw new StorageError('unavailable', `STORAGE_URL has no setting '${stranger}': it is ${FORMS}`);
  if (url.host === '') throw new StorageError('unavailable', `STORAGE_URL names no bucket: it is ${FORMS}`);
  for (const [name, value] of Object.entries({ endpoint, publicEndpoint })) {
    if (value !== undefined && !/^https?:\/\/[^/]/.test(value)) {
      throw new StorageError('unavailable', `STORAGE_URL's ${name} must be an http or https address, not '${value}'`);
    }
  }
  if (publicEndpoint && isBlockedPort(Number(new URL(publicEndpoint).port)))
    throw new StorageError('unavailable', `Browsers refuse to open the port of STORAGE_URL's publicEndpoint`);
  if (!s3AccessKey || !s3SecretKey) {
    throw new StorageError('unavailable', 'S3_ACCESS_KEY and S3_SECRET_KEY must be set for an s3: STORAGE_URL');
  }
  return { bucket: url.host, endpoint, publicEndpoint, region, accessKey: s3AccessKey, secretKey: s3SecretKey };
}
