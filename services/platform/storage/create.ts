import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiskStorage } from './disk.js';
import { UrlSigner } from './signed-url.js';
import { StorageError, type Storage } from './storage.js';

export interface StorageConfig {
  /** `file:DIR` (absolute or relative to the working folder) or `s3://BUCKET?endpoint=…&region=…&publicEndpoint=…`. */
  storageUrl: string;
  /** The portal's own address, which signed URLs of the disk store begin with. */
  publicUrl: string;
  /** Signs the disk store's URLs. */
  secret: string;
  s3AccessKey?: string;
  s3SecretKey?: string;
}

/** The store that the configuration names, not opened yet; a URL that cannot be used fails with `unavailable`. */
export function createStorage(config: StorageConfig): Storage {
  const { storageUrl } = config;
  if (storageUrl.startsWith('file:')) {
    const path = storageUrl.startsWith('file://') ? fileURLToPath(storageUrl) : storageUrl.slice('file:'.length);
    if (path !== '') return new DiskStorage(resolve(path), new UrlSigner(config.publicUrl, config.secret));
  }
  throw new StorageError('unavailable', `STORAGE_URL must be file:FOLDER or s3://BUCKET?endpoint=URL, not ${storageUrl}`);
}
