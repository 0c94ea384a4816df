import { createHash, randomUUID } from 'node:crypto';
import { constants, type Dir, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, open, opendir, readdir, realpath, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { counted } from './batches.js';
import { contentTypeOf, safeContentType } from './content-type.js';
import { diskError, moveOnce, place, writeFile } from './disk-files.js';
import { DiskParts, type DiskPart } from './disk-parts.js';
import { errorCode } from './error-code.js';
import { assertKey } from './key.js';
import { partBytesFor, partCount, partRange } from './multipart.js';
import { release } from './release.js';
import type { UrlSigner } from './signed-url.js';
import { isNotFound, Storage, StorageError } from './storage.js';
import type {
  ByteRange,
  DownloadOptions,
  ListedObject,
  MultipartUpload,
  ObjectBody,
  ObjectInfo,
  PutOptions,
  SignedUpload,
  StoredObject,
} from './storage.js';

const READ_BYTES = 256 << 10;

/**
 * Objects as files: `objects/<key>` (the content type is what the extension stands for), `temporary/` for what is being
 * written, `uploads/` for resumable ones. An object appears by rename, after its bytes were synced.
 */
export class DiskStorage extends Storage {
  readonly signer: UrlSigner;
  readonly #root: string;
  readonly #parts: DiskParts;
  #objects = '';

  constructor(root: string, signer: UrlSigner) {
    super();
    this.#root = root;
    this.#parts = new DiskParts(join(root, 'uploads'));
    this.signer = signer;
  }

  override async open(): Promise<void> {
    await this.#run(async () => {
      for (const folder of ['objects', 'temporary', 'uploads']) await mkdir(join(this.#root, folder), { recursive: true });
      this.#objects = await realpath(join(this.#root, 'objects'));
    });
  }

  override async put(key: string, body: Readable | Uint8Array, options: PutOptions): Promise<StoredObject> {
    const path = await this.#locate(key);
    const hash = createHash('sha256');
    const sizeBytes = await this.#create(path, (temporary) => writeFile(temporary, body, options, hash));
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  /**
   * Takes the body of a request to a URL of signUpload, without the checksum, which costs a fifth of a fast upload's time.
   * An object that is there stays as it is, whoever still has the URL: a body that comes again, because its sender never
   * heard that it had come, is only counted. `size_mismatch` when what is there has another length.
   */
  async receive(key: string, body: Readable, sizeBytes: number): Promise<void> {
    const path = await this.#locate(key);
    if (await this.head(key)) {
      for await (const chunk of counted(body, { sizeBytes })) release(chunk);
    } else {
      await this.#create(path, (temporary) => writeFile(temporary, body, { sizeBytes }), moveOnce);
    }
    if ((await this.head(key))?.sizeBytes !== sizeBytes) {
      throw new StorageError('size_mismatch', 'Something else is stored under this name');
    }
  }

  override async get(key: string, range?: ByteRange): Promise<ObjectBody> {
    const path = await this.#locate(key);
    return this.#run(async () => {
      const { size } = await this.#stat(path);
      if (range && (range.start >= size || range.end < range.start)) {
        throw new StorageError('bad_range', `The object has ${size} bytes`);
      }
      const taken = range ? { start: range.start, end: Math.min(range.end, size - 1) } : null;
      const file = await open(path);
      const body = file.createReadStream({ ...taken, highWaterMark: READ_BYTES });
      return { body, sizeBytes: size, contentType: contentTypeOf(key), range: taken };
    });
  }

  override async head(key: string): Promise<ObjectInfo | null> {
    const path = await this.#locate(key);
    try {
      const { size, mtime, mtimeMs } = await this.#run(() => this.#stat(path));
      const etag = `"${size.toString(16)}-${Math.round(mtimeMs * 1000).toString(16)}"`;
      return { sizeBytes: size, contentType: contentTypeOf(key), modifiedAt: mtime, etag };
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  override async copy(fromKey: string, toKey: string): Promise<void> {
    const from = await this.#locate(fromKey);
    const to = await this.#locate(toKey);
    await this.#run(() => this.#stat(from));
    await this.#create(to, async (temporary) => {
      await copyFile(from, temporary, constants.COPYFILE_FICLONE);
      const file = await open(temporary, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  override async delete(key: string): Promise<void> {
    const path = await this.#locate(key);
    await this.#run(async () => {
      try {
        await this.#stat(path);
        await unlink(path);
      } catch (error) {
        if (isNotFound(error) || isAbsent(error)) return;
        throw error;
      }
      await this.#prune(dirname(path));
    });
  }

  override async *list(prefix: string): AsyncGenerator<ListedObject> {
    const path = await this.#locate(`${prefix}x`);
    yield* this.#walk(dirname(path), prefix);
  }

  override signUpload(
    key: string,
    options: { contentType: string; sizeBytes: number; expiresInS: number },
  ): Promise<SignedUpload> {
    const values = { type: options.contentType, size: String(options.sizeBytes) };
    return this.#signPut(key, options.expiresInS, values, { 'Content-Type': options.contentType });
  }

  override async signDownload(key: string, options: DownloadOptions & { expiresInS: number }): Promise<string> {
    assertKey(key);
    const values = { name: options.fileName.toWellFormed(), type: safeContentType(options.contentType) };
    const signed: Record<string, string> = options.inline ? { ...values, inline: '1' } : values;
    return this.signer.sign('GET', key, options.expiresInS, signed).url;
  }

  override async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const path = await this.#locate(key);
    await this.#run(() => this.#stat(path));
    return use(path);
  }

  override withSparseFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    return this.withLocalFile(key, use);
  }

  override async beginUpload(key: string, options: { contentType: string; sizeBytes: number }): Promise<MultipartUpload> {
    await this.#locate(key);
    const uploadId = await this.#run(() => this.#parts.begin());
    return { key, uploadId, sizeBytes: options.sizeBytes, partBytes: partBytesFor(options.sizeBytes) };
  }

  override uploadedParts(upload: MultipartUpload): Promise<number[]> {
    return this.#run(() => this.#parts.list(upload.uploadId));
  }

  override async signPart(upload: MultipartUpload, partNumber: number, expiresInS: number): Promise<SignedUpload> {
    const { offset, sizeBytes } = partRange(upload, partNumber);
    const values = { upload: upload.uploadId, part: String(partNumber), offset: String(offset), size: String(sizeBytes) };
    return this.#signPut(upload.key, expiresInS, values, {});
  }

  /** Takes the body of a request to a URL of signPart. */
  writePart(part: DiskPart, body: Readable): Promise<void> {
    return this.#run(() => this.#parts.write(part, body));
  }

  override async completeUpload(upload: MultipartUpload): Promise<void> {
    const path = await this.#locate(upload.key);
    try {
      await this.#run(() => this.#parts.complete(upload.uploadId, partCount(upload), path));
    } catch (error) {
      if (!isNotFound(error) || (await this.head(upload.key))?.sizeBytes !== upload.sizeBytes) throw error;
      await this.#run(() => this.#parts.abort(upload.uploadId));
    }
  }

  override abortUpload(upload: MultipartUpload): Promise<void> {
    return this.#run(() => this.#parts.abort(upload.uploadId));
  }

  override sweepTemporary(before: Date): Promise<number> {
    return this.#run(async () => {
      const folder = join(this.#root, 'temporary');
      let swept = 0;
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const { mtime } = await stat(path).catch(() => ({ mtime: before }));
        if (mtime >= before) continue;
        await rm(path, { force: true });
        swept++;
      }
      return swept;
    });
  }

  override sweepUploads(before: Date): Promise<number> {
    return this.#run(() => this.#parts.sweep(before));
  }

  async #signPut(
    key: string,
    expiresInS: number,
    values: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<SignedUpload> {
    assertKey(key);
    return { ...this.signer.sign('PUT', key, expiresInS, values), method: 'PUT', headers };
  }

  /** Fills a temporary file and makes it the object; leaves nothing when that fails. */
  #create<T>(path: string, fill: (temporary: string) => Promise<T>, move: typeof moveOnce = rename): Promise<T> {
    return this.#run(async () => {
      const temporary = join(this.#root, 'temporary', randomUUID());
      try {
        const result = await fill(temporary);
        await place(temporary, path, move);
        return result;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    });
  }

  /** The object's path, after making sure that no symbolic link leads it out of the folder. */
  async #locate(key: string): Promise<string> {
    assertKey(key);
    const path = join(this.#objects, key);
    return this.#run(async () => {
      const parent = await nearestFolder(dirname(path));
      if (this.#objects === '' || !`${parent}${sep}`.startsWith(`${this.#objects}${sep}`)) {
        throw new StorageError('unavailable', 'The key does not lead into the storage folder');
      }
      return path;
    });
  }

  async #stat(path: string): Promise<Stats> {
    const stats = await lstat(path).catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    });
    if (!stats?.isFile()) throw new StorageError('not_found', 'There is no such object');
    return stats;
  }

  /** Removes the folders that a deletion left empty. */
  async #prune(folder: string): Promise<void> {
    for (let empty = folder; empty !== this.#objects; empty = dirname(empty)) {
      try {
        await rmdir(empty);
      } catch {
        return;
      }
    }
  }

  async *#walk(folder: string, prefix: string): AsyncGenerator<ListedObject> {
    let entries: Dir;
    try {
      entries = await opendir(folder);
    } catch (error) {
      if (isAbsent(error)) return;
      throw diskError(error);
    }
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      const key = relative(this.#objects, path).replaceAll(sep, '/');
      if (entry.isDirectory() && (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`))) {
        yield* this.#walk(path, prefix);
      } else if (entry.isFile() && key.startsWith(prefix)) {
        const stats = await lstat(path).catch(() => null);
        if (stats) yield { key, sizeBytes: stats.size, modifiedAt: stats.mtime };
      }
    }
  }

  async #run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw diskError(error);
    }
  }
}

/** The real path of a folder, or of its nearest ancestor that exists. */
async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      return await realpath(folder);
    } catch (error) {
      if (!isAbsent(error) || folder === dirname(folder)) throw error;
    }
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error));
}
