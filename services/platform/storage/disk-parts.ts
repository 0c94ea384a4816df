import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
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

/**
 * The id of this boot of the machine, whose memory holds what was written since; without one, an id of this process.
 */
const RUN =
  process.platform === 'linux' ? readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim() : randomUUID();
const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Resumable uploads on disk. Each has a folder with the file itself, into which every part is written at its offset,
 * and an empty file for each complete part: `NUMBER.RUN.…` when it is written, `NUMBER` when its bytes survive a power
 * cut. `list` syncs all new parts at once, so a part counts as kept when `list` returns it. A part's file is there only
 * while no one writes that part, so completing an upload is a rename and nothing can change the object afterwards.
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

  /**
   * Numbers of the parts that survive a power cut. Parts that were written since the machine started are synced first.
   */
  async list(uploadId: string): Promise<number[]> {
    await this.keepWritten(uploadId);
    const names = await readdir(this.folder(uploadId));
    return names
      .map(Number)
      .filter(Number.isInteger)
      .sort((a, b) => a - b);
  }

  private async keepWritten(uploadId: string): Promise<void> {
    const folder = this.folder(uploadId);
    const written = (await readdir(folder)).filter((name) => name.includes(`.${RUN}.`));
    if (written.length === 0) return;
    const file = await open(this.file(uploadId), 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
    for (const name of written) {
      try {
        // Not synced: after a power cut a name may be missing, and its part is sent again, but no name is left for lost
        // bytes.
        await rename(join(folder, name), join(folder, String(Number.parseInt(name))));
      } catch (error) {
        // The part is being written again, or another call was faster.
        if (errorCode(error) !== 'ENOENT') throw error;
      }
    }
  }

  /**
   * Replaces a writer that hangs on the same part: the browser that sends the part again has given up the first
   * request.
   */
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

  private async receive({ uploadId, partNumber, sizeBytes, offset }: DiskPart, source: Readable): Promise<void> {
    const file = await open(this.file(uploadId), 'r+');
    try {
      await this.forget(uploadId, partNumber);
      await writeStream(file, source, { sizeBytes }, offset);
    } finally {
      await file.close();
    }
    await writeFile(join(this.folder(uploadId), `${partNumber}.${RUN}.${randomUUID()}`), '');
  }

  /**
   * Removes the written mark before the kept mark: the first becomes the second in the meantime, never the other way
   * round.
   */
  private async forget(uploadId: string, partNumber: number): Promise<void> {
    const names = await readdir(this.folder(uploadId));
    const written = names.filter((name) => name.startsWith(`${partNumber}.`));
    for (const name of [...written, String(partNumber)]) await rm(join(this.folder(uploadId), name), { force: true });
  }

  /** Moves the file to `path` when parts 1 to `count` are complete; otherwise fails with `size_mismatch`. */
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
