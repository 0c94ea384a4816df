import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { Storage } from '../storage/storage.js';
import { layOutZip } from './layout.js';
import { entryStart, openEntry, readZip, ZipRefusedError } from './read.js';

const AT = new Date('2026-03-04T05:06:08Z');

interface PackedFile {
  name: string;
  bytes: Buffer;
  method?: number;
  flags?: number;
  mode?: number;
  /** The size in the directory, if it is wrong. */
  sizeBytes?: number;
}

/** Packs files as other programs do, so that any field can be wrong. */
function pack(files: PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, method = 8, flags = 0x800, mode = 0o100644, sizeBytes = bytes.length } of files) {
    const body = method === 8 ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(sizeBytes, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), body]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const headers = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(headers.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, headers, end]);
}

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
});

const storageOf = (bytes: Buffer) =>
  ({
    get: (_: string, { start, end }: { start: number; end: number }) =>
      Promise.resolve({ body: Readable.from([bytes.subarray(start, end + 1)]) }),
  }) as unknown as Storage;

const faultOf = (files: PackedFile[], maxBytes?: number) =>
  readZip(sourceOf(pack(files)), maxBytes).then(
    () => null,
    (error: unknown) => (error instanceof ZipRefusedError ? error.code : error),
  );

const text = (name: string): PackedFile => ({ name, bytes: Buffer.from(`text of ${name}`) });

describe('reading an uploaded ZIP', () => {
  it('lists and unpacks stored and deflated files, without folders', async () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251));
    const bytes = pack([
      { name: 'DDP/', bytes: Buffer.alloc(0), method: 0 },
      { name: 'DDP/IMAGE.DAT', bytes: noise, method: 0 },
      { name: 'DDP/Ä.txt', bytes: noise },
      { name: 'empty', bytes: Buffer.alloc(0), method: 0 },
    ]);
    const source = sourceOf(bytes);
    const entries = await readZip(source);
    expect(entries.map(({ name, sizeBytes, method }) => [name, sizeBytes, method])).toEqual([
      ['DDP/IMAGE.DAT', 5000, 0],
      ['DDP/Ä.txt', 5000, 8],
      ['empty', 0, 0],
    ]);
    const start = await entryStart(source, entries[0]!);
    expect(bytes.subarray(start, start + 5000)).toEqual(noise);
    for (const entry of entries.slice(0, 2)) {
      expect(await buffer(openEntry(storageOf(bytes), 'key', source, entry))).toEqual(noise);
    }
  });

  it('reads the archives that Lacquer makes, also those with 64-bit fields', async () => {
    const large = 5 * 2 ** 30;
    const layout = layOutZip<Buffer | null>([
      { name: 'IMAGE.DAT', sizeBytes: large, crc32: 1, modifiedAt: AT, source: null },
      { name: 'DDPID', sizeBytes: 3, crc32: 2, modifiedAt: AT, source: Buffer.from('abc') },
    ]);
    const read = (offset: number, length: number): Buffer => {
      const bytes = Buffer.alloc(Math.min(length, layout.sizeBytes - offset));
      for (const { start, sizeBytes, bytes: own, source } of layout.pieces) {
        const content = own ?? source;
        if (!content || start + sizeBytes <= offset || start >= offset + length) continue;
        Buffer.from(content).copy(bytes, Math.max(0, start - offset), Math.max(0, offset - start));
      }
      return bytes;
    };
    const source = { size: layout.sizeBytes, read };
    const entries = await readZip(source);
    expect(entries.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ['IMAGE.DAT', large],
      ['DDPID', 3],
    ]);
    const start = await entryStart(source, entries[1]!);
    expect(start).toBeGreaterThan(large);
    expect(read(start, 3).toString()).toBe('abc');
  });

  it.each<[string, string, PackedFile[]]>([
    ['an encrypted file', 'encrypted', [{ ...text('a'), flags: 1 }]],
    ['another method', 'method', [{ ...text('a'), method: 12 }]],
    ['a path that leads out', 'path', [text('DDP/../../a')]],
    ['a path with backslashes that leads out', 'path', [text(String.raw`..\a`)]],
    ['an absolute path', 'path', [text('/etc/a')]],
    ['a path with a drive', 'path', [text(String.raw`C:\a`)]],
    ['a symbolic link', 'symlink', [{ ...text('a'), mode: 0o120777 }]],
    ['the same name twice', 'duplicate', [text('a'), text('a')]],
    ['names that differ in letter case only', 'duplicate', [text('DDPID'), text('ddpid')]],
    ['two million zeros', 'ratio', [{ name: 'a', bytes: Buffer.alloc(2 << 20) }]],
    ['a file that claims 2 GB', 'ratio', [{ ...text('a'), sizeBytes: 2 ** 31 }]],
  ])('refuses %s', async (_, code, files) => {
    expect(await faultOf(files)).toBe(code);
  });

  it('refuses more bytes than are allowed, and entries that share bytes', async () => {
    expect(await faultOf([text('a'), text('b')], 10)).toBe('too_large');
    const shared = pack([text('a'), text('b')]);
    const second = shared.lastIndexOf(Buffer.from('PK\x01\x02'));
    shared.writeUInt32LE(0, second + 42);
    await expect(readZip(sourceOf(shared))).rejects.toThrow('a is damaged in the archive');
  });

  it.each([0, 10, 21, 22, 60])('refuses a file of %d bytes that only begins like one', async (size) => {
    await expect(readZip(sourceOf(Buffer.alloc(size, 'PK')))).rejects.toThrow('not a complete ZIP');
  });

  it('refuses archives that are cut at any place', async () => {
    const bytes = pack([text('a'), text('b')]);
    for (let length = 0; length < bytes.length; length += 1) {
      await expect(readZip(sourceOf(bytes.subarray(0, length)))).rejects.toBeInstanceOf(ZipRefusedError);
    }
  });

  it('stops at a file that unpacks to more or less than it says, or not at all', async () => {
    const bytes = Buffer.alloc(4000, 'lacquer');
    const read = async (packed: Buffer) => {
      const [entry] = await readZip(sourceOf(packed));
      return buffer(openEntry(storageOf(packed), 'key', sourceOf(packed), entry!));
    };
    await expect(read(pack([{ name: 'a', bytes, sizeBytes: 3999 }]))).rejects.toThrow('larger than the archive says');
    await expect(read(pack([{ name: 'a', bytes, sizeBytes: 4001 }]))).rejects.toThrow('a is damaged');
    const broken = pack([{ name: 'a', bytes }]);
    broken.fill(0xff, 31, 40);
    await expect(read(broken)).rejects.toThrow('a is damaged');
  });
});
