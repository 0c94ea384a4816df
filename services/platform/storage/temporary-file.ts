import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeTemporaryFolder } from '../temporary-folders.js';
import { diskError } from './disk-files.js';
import { StorageError } from './storage.js';

/** Lets `fill` create a temporary file, named as the object, and runs `use` on it; the file is removed afterwards. */
export async function withTemporaryFile<T>(
  key: string,
  fill: (path: string) => Promise<void>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder('storage');
  try {
    const path = join(folder, basename(key));
    await fill(path).catch((error: unknown) => {
      const known = diskError(error);
      throw known instanceof StorageError
        ? known
        : new StorageError('unavailable', 'The object broke off', { cause: error });
    });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
