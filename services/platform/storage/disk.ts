import { createHash, randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makePrivate } from '../private-folder.js';
import { counted } from './chunks.js';
import { contentTypeOf, safeContentType } from './content-type.js';
import { diskError, moveOnce, place, writeFile } from './disk-files.js';
import { type DiskPart, DiskParts } from './disk-parts.js';
import { DiskTree, isAbsent } from './disk-tree.js';
import { freeBuffer } from './free-memory.js';
import { assertKey } from './key.js';
import { partBytesFor, partCount, partRange } from './multipart.js';
import type { UrlSigner } from './signed-url.js';
import type {
  ByteRange,
  DownloadOptions,
  FoundObject,
  ListedObject,
  MultipartUpload,
  ObjectBody,
  ObjectInfo,
  PutOptions,
  SignedObject,
  SignedUpload,
  StoredObject,
} from './storage.js';
import { isNotFound, Storage, StorageError } from './storage.js';

const READ_BYTES = 256 << 10;

/**
 * Objects as files: `objects/<key>` (the extension determines the content type), `temporary/` for files that are being
 * written, `uploads/` for resumable uploads. An object appears by rename, after its bytes were synced.
 */
export class DiskStorage extends Storage {
  readonly signer: UrlSigner;
  private readonly root: string;
  private readonly parts: DiskParts;
  private readonly tree: DiskTree;

  /** @param reserveBytes disk space that stays free for the database, which may share the disk */
  constructor(
    root: string,
    signer: UrlSigner,
    private readonly reserveBytes = 0,
  ) {
    super();
    this.root = root;
    this.parts = new DiskParts(join(root, 'uploads'));
    this.tree = new DiskTree(join(root, 'objects'));
    this.signer = signer;
  }

  override async open(): Promise<void> {
    await this.run(async () => {
      await makePrivate(this.root);
      for (const folder of ['temporary', 'uploads']) await makePrivate(join(this.root, folder));
      await this.tree.open();
    });
  }

  override async room(): Promise<number> {
    const { bavail, bsize } = await this.run(() => statfs(this.root)).catch((error: unknown) => {
      throw isNotFound(error) ? new StorageError('unavailable', 'The storage folder is gone', { cause: error }) : error;
    });
    return Math.max(0, bavail * bsize - this.reserveBytes);
  }

  override async put(key: string, body: Readable | Uint8Array, options: PutOptions): Promise<StoredObject> {
    const path = await this.locate(key);
    await this.assertRoom(options.sizeBytes ?? 0);
    const hash = createHash('sha256');
    const sizeBytes = await this.create(path, (temporary) =>
      writeFile(temporary, body, options, hash, () => this.assertRoom(0)),
    );
    return { sizeBytes, sha256: hash.digest('hex') };
  }

  /**
   * Takes the body of a request to a URL of signUpload. It computes no checksum, which would cost a fifth of a fast
   * upload's time. An existing object stays as it is, whoever still has the URL: when the sender missed the answer and
   * sends the body again, it is only counted. Fails with `size_mismatch` when the existing object has another length.
   */
  async receive(key: string, body: Readable, sizeBytes: number): Promise<void> {
    const path = await this.locate(key);
    if (await this.head(key)) {
      for await (const chunk of counted(body, { sizeBytes })) freeBuffer(chunk);
    } else {
      await this.assertRoom(sizeBytes);
      await this.create(path, (temporary) => writeFile(temporary, body, { sizeBytes }), moveOnce);
    }
    if ((await this.head(key))?.sizeBytes !== sizeBytes) {
      throw new StorageError('size_mismatch', 'Something else is stored under this name');
    }
  }

  override async get(key: string, range?: ByteRange): Promise<ObjectBody> {
    const found = await this.opened(key);
    const { sizeBytes, contentType } = found;
    if (range && (range.start >= sizeBytes || range.end < range.start)) {
      await found.close();
      throw new StorageError('bad_range', `The object has ${sizeBytes} bytes`);
    }
    const taken = range ? { start: range.start, end: Math.min(range.end, sizeBytes - 1) } : null;
    return { body: await found.read(taken), sizeBytes, contentType, range: taken };
  }

  override find(key: string): Promise<FoundObject | null> {
    return this.opened(key).catch(nullIfNotFound);
  }

  override async head(key: string): Promise<ObjectInfo | null> {
    const path = await this.locate(key);
    return this.run(async () => infoOf(key, await this.tree.stat(path))).catch(nullIfNotFound);
  }

  override async copy(fromKey: string, toKey: string): Promise<void> {
    const from = await this.locate(fromKey);
    const to = await this.locate(toKey);
    await this.run(() => this.tree.stat(from));
    await this.create(to, async (temporary) => {
      await copyFile(from, temporary, constants.COPYFILE_FICLONE);
      const file = await open(temporary, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  override async move(fromKey: string, toKey: string): Promise<void> {
    const from = await this.locate(fromKey);
    const to = await this.locate(toKey);
    await this.run(async () => {
      await this.tree.stat(from);
      await place(from, to);
      await this.tree.prune(dirname(from));
    });
  }

  override async delete(key: string): Promise<void> {
    const path = await this.locate(key);
    await this.run(async () => {
      try {
        await this.tree.stat(path);
        await unlink(path);
      } catch (error) {
        if (isNotFound(error) || isAbsent(error)) return;
        throw error;
      }
      await this.tree.prune(dirname(path));
    });
  }

  override async *list(prefix: string): AsyncGenerator<ListedObject> {
    const path = await this.locate(`${prefix}x`);
    yield* this.tree.list(dirname(path), prefix);
  }

  override async signUpload(
    key: string,
    options: { contentType: string; sizeBytes: number; expiresInS: number },
  ): Promise<SignedObject> {
    const values = { type: options.contentType, size: String(options.sizeBytes) };
    const signed = await this.signPut(key, options.expiresInS, values, { 'Content-Type': options.contentType });
    return { ...signed, upload: null };
  }

  override async signDownload(key: string, options: DownloadOptions & { expiresInS: number }): Promise<string> {
    assertKey(key);
    const values = { name: options.fileName.toWellFormed(), type: safeContentType(options.contentType) };
    const signed: Record<string, string> = options.inline ? { ...values, inline: '1' } : values;
    return this.signer.sign('GET', key, options.expiresInS, signed).url;
  }

  override async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const path = await this.locate(key);
    await this.run(() => this.tree.stat(path));
    return use(path);
  }

  override withSparseFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    return this.withLocalFile(key, use);
  }

  override async beginUpload(
    key: string,
    options: { contentType: string; sizeBytes: number },
  ): Promise<MultipartUpload> {
    await this.locate(key);
    const uploadId = await this.run(() => this.parts.begin());
    return { key, uploadId, sizeBytes: options.sizeBytes, partBytes: partBytesFor(options.sizeBytes) };
  }

  override uploadedParts(upload: MultipartUpload): Promise<number[]> {
    return this.run(() => this.parts.list(upload.uploadId));
  }

  override async signPart(upload: MultipartUpload, partNumber: number, expiresInS: number): Promise<SignedUpload> {
    const { offset, sizeBytes } = partRange(upload, partNumber);
    const values = {
      upload: upload.uploadId,
      part: String(partNumber),
      offset: String(offset),
      size: String(sizeBytes),
    };
    return this.signPut(upload.key, expiresInS, values, {});
  }

  /** Takes the body of a request to a URL of signPart. */
  async writePart(part: DiskPart, body: Readable): Promise<void> {
    await this.assertRoom(part.sizeBytes);
    return this.run(() => this.parts.write(part, body));
  }

  override async completeUpload(upload: MultipartUpload): Promise<void> {
    const path = await this.locate(upload.key);
    try {
      await this.run(() => this.parts.complete(upload.uploadId, partCount(upload), path));
    } catch (error) {
      if (!isNotFound(error) || (await this.head(upload.key))?.sizeBytes !== upload.sizeBytes) throw error;
      await this.run(() => this.parts.abort(upload.uploadId));
    }
  }

  override abortUpload(upload: MultipartUpload): Promise<void> {
    return this.run(() => this.parts.abort(upload.uploadId));
  }

  override sweepTemporary(before: Date): Promise<number> {
    return this.run(async () => {
      const folder = join(this.root, 'temporary');
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
    return this.run(() => this.parts.sweep(before));
  }

  private async signPut(
    key: string,
    expiresInS: number,
    values: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<SignedUpload> {
    assertKey(key);
    return { ...this.signer.sign('PUT', key, expiresInS, values), method: 'PUT', headers };
  }

  /** Fills a temporary file and makes it the object; leaves nothing on failure. */
  private create<T>(path: string, fill: (temporary: string) => Promise<T>, move: typeof moveOnce = rename): Promise<T> {
    return this.run(async () => {
      const temporary = join(this.root, 'temporary', randomUUID());
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

  private async assertRoom(sizeBytes: number): Promise<void> {
    const room = await this.room();
    if (room === 0 || room < sizeBytes) throw new StorageError('full', 'The storage disk is full');
  }

  private locate(key: string): Promise<string> {
    return this.run(() => this.tree.locate(key));
  }

  private async opened(key: string): Promise<FoundObject> {
    const path = await this.locate(key);
    const { file, stats } = await this.run(() => this.tree.openFile(path));
    return {
      ...infoOf(key, stats),
      read: async (range) => file.createReadStream({ ...range, highWaterMark: READ_BYTES }),
      close: () => file.close(),
    };
  }

  private async run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw diskError(error);
    }
  }
}

function infoOf(key: string, { size, mtime, mtimeMs }: Stats): ObjectInfo {
  const etag = `"${size.toString(16)}-${Math.round(mtimeMs * 1000).toString(16)}"`;
  return { sizeBytes: size, contentType: contentTypeOf(key), modifiedAt: mtime, etag };
}

function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}
