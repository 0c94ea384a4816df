import { constants, type Dir, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, opendir, realpath, rmdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makePrivate } from '../private-folder.js';
import { diskError } from './disk-files.js';
import { errorCode } from './error-code.js';
import { assertKey } from './key.js';
import { type ListedObject, StorageError } from './storage.js';

/** Do not follow a symbolic link in the last path segment; Windows has no such flag. */
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW;

/** The folder with the objects: a key is the path of its file. Rejects with the file system's errors. */
export class DiskTree {
  private readonly folder: string;
  private root = '';

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates the folder if it is missing; no object is found before this call. */
  async open(): Promise<void> {
    await makePrivate(this.folder);
    this.root = await realpath(this.folder);
  }

  /** The object's path, after checking that no symbolic link leads out of the folder. */
  async locate(key: string): Promise<string> {
    assertKey(key);
    const path = join(this.root, key);
    const parent = await nearestFolder(dirname(path));
    if (this.root === '' || !`${parent}${sep}`.startsWith(`${this.root}${sep}`)) {
      throw new StorageError('unavailable', 'The key does not lead into the storage folder');
    }
    return path;
  }

  /** @throws StorageError `not_found` when the file does not exist. */
  async stat(path: string): Promise<Stats> {
    const stats = await lstat(path).catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    });
    if (!stats?.isFile()) throw absent();
    return stats;
  }

  /**
   * The open file (the caller closes it) and its stats.
   * @throws StorageError `not_found` when there is none.
   */
  async openFile(path: string): Promise<{ file: FileHandle; stats: Stats }> {
    const file = await open(path, READ_ONLY).catch((error: unknown) => {
      throw isAbsent(error) || errorCode(error) === 'ELOOP' ? absent() : error;
    });
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw absent();
      return { file, stats };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Removes the folders that a deletion left empty. */
  async prune(folder: string): Promise<void> {
    for (let empty = folder; empty !== this.root; empty = dirname(empty)) {
      try {
        await rmdir(empty);
      } catch {
        return;
      }
    }
  }

  async *list(folder: string, prefix: string): AsyncGenerator<ListedObject> {
    let entries: Dir;
    try {
      entries = await opendir(folder);
    } catch (error) {
      if (isAbsent(error)) return;
      throw diskError(error);
    }
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      const key = relative(this.root, path).replaceAll(sep, '/');
      if (entry.isDirectory() && (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`))) {
        yield* this.list(path, prefix);
      } else if (entry.isFile() && key.startsWith(prefix)) {
        const stats = await lstat(path).catch(() => null);
        if (stats) yield { key, sizeBytes: stats.size, modifiedAt: stats.mtime };
      }
    }
  }
}

export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}

const absent = () => new StorageError('not_found', 'There is no such object');

/** The real path of a folder, or of its nearest existing ancestor. */
async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      return await realpath(folder);
    } catch (error) {
      if (!isAbsent(error) || folder === dirname(folder)) throw error;
    }
  }
}
