import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { place, syncDirectory, writeStream } from './disk-files.js';
import { errorCode } from './error-code.js';
import { StorageError } from './storage.js';

export interface DiskPart {
  uploadId: string;
  partNumber: number;
  /** Where the part begins in the whole file. */
  offset: number;
  sizeBytes: number;
}

interface Writer {
  source: Readable;
  ended: Promise<unknown>;
}

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Resumable uploads on disk: a folder each, with the file itself, into which every part is written at its place, and an
 * empty file named by its number for each part whose bytes are wholly and durably there. A number is there only while nobody
 * writes that part, so that an ended upload is a rename and nothing can change the object afterwards.
 */
export class DiskParts {
  private readonly root: string;
  private readonly writers = new Map<string, Writer>();
  private readonly ending = new Set<string>();

  constructor(root: string) {
    this.root = root;
  }

  async begin(): Promise<string> {
    const uploadId = randomUUID();
    await mkdir(this.folder(uploadId));
    const file = await open(this.file(uploadId), 'wx');
    await file.close();
    await syncDirectory(this.folder(uploadId));
    await syncDirectory(this.root);
    return uploadId;
  }

  async list(uploadId: string): Promise<number[]> {
    const names = await readdir(this.folder(uploadId));
    return names
      .map(Number)
      .filter(Number.isInteger)
      .sort((a, b) => a - b);
  }

  /** Takes the part's place from a writer that hangs on it: the browser that sends it again has given that one up. */
  async write(part: DiskPart, source: Readable): Promise<void> {
    const name = `${part.uploadId}/${part.partNumber}`;
    for (let earlier = this.writers.get(name); earlier; earlier = this.writers.get(name)) {
      earlier.source.destroy();
      await earlier.ended;
    }
    if (this.ending.has(part.uploadId)) throw new StorageError('not_found', 'This upload has ended');
    const writing = this.receive(part, source);
    const ended = writing.catch(() => undefined).finally(() => this.writers.delete(name));
    this.writers.set(name, { source, ended });
    await writing;
  }

  private async receive(part: DiskPart, source: Readable): Promise<void> {
    const marker = join(this.folder(part.uploadId), String(part.partNumber));
    const [file] = await Promise.all([open(this.file(part.uploadId), 'r+'), rm(marker, { force: true })]);
    try {
      await writeStream(file, source, { sizeBytes: part.sizeBytes }, part.offset);
      await file.datasync();
    } finally {
      await file.close();
    }
    // Not synced: after a power cut a marker may be missing, and its part is sent again, but none stands for lost bytes.
    await writeFile(marker, '');
  }

  /** Moves the file to `path` when parts 1 to `count` are there; `size_mismatch` when not. */
  async complete(uploadId: string, count: number, path: string): Promise<void> {
    this.ending.add(uploadId);
    try {
      const there = await this.list(uploadId);
      const busy = [...this.writers.keys()].some((name) => name.startsWith(`${uploadId}/`));
      if (busy || there.length !== count) {
        throw new StorageError('size_mismatch', `${there.length} of ${count} parts are there`);
      }
      await place(this.file(uploadId), path);
      await this.remove(uploadId);
    } finally {
      this.ending.delete(uploadId);
    }
  }

  async abort(uploadId: string): Promise<void> {
    for (const [name, writer] of this.writers) if (name.startsWith(`${uploadId}/`)) writer.source.destroy();
    await this.remove(uploadId);
  }

  async sweep(before: Date): Promise<number> {
    let swept = 0;
    for (const uploadId of (await readdir(this.root)).filter((name) => UPLOAD_ID.test(name))) {
      const touched = await Promise.all([this.modified(this.folder(uploadId)), this.modified(this.file(uploadId))]);
      if (Math.max(...touched) >= before.getTime()) continue;
      await this.remove(uploadId);
      swept++;
    }
    return swept;
  }

  private async modified(path: string): Promise<number> {
    try {
      return (await stat(path)).mtimeMs;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 0;
      throw error;
    }
  }

  private remove(uploadId: string): Promise<void> {
    return rm(this.folder(uploadId), { recursive: true, force: true });
  }

  private folder(uploadId: string): string {
    if (!UPLOAD_ID.test(uploadId)) throw new StorageError('not_found', 'There is no such upload');
    return join(this.root, uploadId);
  }

  private file(uploadId: string): string {
    return join(this.folder(uploadId), 'data');
  }
}
