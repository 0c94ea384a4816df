import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Digests } from '../../ddp/check-files.js';
import type { DigestKind } from '../../ddp/checksums.js';
import { error, type Finding } from '../../ddp/findings.js';
import type { DdpFiles } from '../../ddp/read.js';
import { freeBuffer } from '../../platform/storage/free-memory.js';
import { objectSource } from '../../platform/storage/object-source.js';
import type { Storage } from '../../platform/storage/storage.js';
import { entryStart, openEntry, readZip, type ZipEntry, ZipRefusedError } from '../../platform/zip/read.js';

export interface StoredZip {
  objectKey: string;
  sizeBytes: number;
}

/** A range of a stored object. */
export interface ObjectRange {
  objectKey: string;
  objectBytes: number;
  from: number;
  sizeBytes: number;
}

/** Descriptors are small. A larger file that is compressed has to be unpacked to be read at any place. */
const MAX_IN_MEMORY = 4 << 20;

/** The files of a stored archive, read in place. */
export class ZipFolder implements DdpFiles {
  readonly entries: DdpFiles['entries'];
  private readonly byPath: Map<string, ZipEntry>;
  private readonly source;

  private constructor(
    private readonly storage: Storage,
    private readonly zip: StoredZip,
    entries: readonly ZipEntry[],
  ) {
    this.source = objectSource(storage, zip.objectKey, zip.sizeBytes);
    this.byPath = new Map(entries.map((entry) => [entry.name, entry]));
    this.entries = entries.map(({ name, sizeBytes }) => ({ path: name, sizeBytes }));
  }

  /** @throws ZipRefused */
  static async open(storage: Storage, zip: StoredZip): Promise<ZipFolder> {
    const entries = await readZip(objectSource(storage, zip.objectKey, zip.sizeBytes));
    return new ZipFolder(storage, zip, entries);
  }

  async read(path: string, from: number, to: number): Promise<Uint8Array> {
    const range = await this.range(path);
    if (range) return readRange(this.storage, range.objectKey, range.from + from, range.from + to);
    const entry = this.byPath.get(path)!;
    if (entry.sizeBytes > MAX_IN_MEMORY)
      throw new ZipRefusedError('too_large', `${path} is too large to be read packed.`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.stream(path)) chunks.push(chunk);
    return Buffer.concat(chunks).subarray(from, to);
  }

  /** Where the bytes of a file are in the archive; null if it is compressed. */
  async range(path: string): Promise<ObjectRange | null> {
    const entry = this.byPath.get(path)!;
    if (entry.method !== 0) return null;
    const { objectKey, sizeBytes } = this.zip;
    return {
      objectKey,
      objectBytes: sizeBytes,
      from: await entryStart(this.source, entry),
      sizeBytes: entry.sizeBytes,
    };
  }

  stream(path: string): AsyncGenerator<Uint8Array> {
    return openEntry(this.storage, this.zip.objectKey, this.source, this.byPath.get(path)!);
  }

  /** Reads the files once for the wanted checksums. A file that the archive itself holds damaged is an error. */
  async digests(
    wanted: ReadonlyMap<string, ReadonlySet<DigestKind>>,
  ): Promise<{ digests: Digests; findings: Finding[] }> {
    const digests = new Map<string, Partial<Record<DigestKind, string>>>();
    const findings: Finding[] = [];
    for (const [path, kinds] of wanted) {
      const hashes = [...kinds]
        .filter((kind) => kind !== 'crc32')
        .map((kind) => [kind, createHash(kind)] as [DigestKind, Hash]);
      let crc = 0;
      for await (const chunk of this.stream(path)) {
        crc = crc32(chunk, crc);
        for (const [, hash] of hashes) hash.update(chunk);
        freeBuffer(chunk);
      }
      if (crc !== this.byPath.get(path)!.crc32) {
        findings.push(error('zip_damaged', `${path} is damaged in the archive: its checksum does not match.`));
      }
      const own = Object.fromEntries(hashes.map(([kind, hash]) => [kind, hash.digest('hex')]));
      digests.set(path, { ...own, crc32: crc.toString(16).padStart(8, '0') });
    }
    return { digests, findings };
  }
}

/** Bytes of a stored object; `to` is exclusive. */
export async function readRange(storage: Storage, key: string, from: number, to: number): Promise<Buffer> {
  if (to <= from) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(to - from);
  const { body } = await storage.get(key, { start: from, end: to - 1 });
  let at = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes.set(chunk.subarray(0, bytes.length - at), at);
    at += chunk.length;
    freeBuffer(chunk);
  }
  return bytes.subarray(0, Math.min(at, bytes.length));
}
