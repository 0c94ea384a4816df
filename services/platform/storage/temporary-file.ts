import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { diskError } from './disk-files.js';
import { StorageError } from './storage.js';

const PREFIX = 'lacquer-storage-';

/** Runs `use` on a file of its own that `fill` makes, named as the object is; the file is gone afterwards. */
export async function withTemporaryFile<T>(
  key: string,
  fill: (path: string) => Promise<void>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
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

/** Removes what killed processes left of withTemporaryFile before that time; answers how many. */
export async function sweepTemporaryFiles(before: Date): Promise<number> {
  let swept = 0;
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    const { mtime } = await stat(path).catch(() => ({ mtime: before }));
    if (mtime >= before) continue;
    await rm(path, { recursive: true, force: true });
    swept++;
  }
  return swept;
}
