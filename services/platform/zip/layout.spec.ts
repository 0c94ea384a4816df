import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import { layOutZip, piecesWithin, type ZipEntry, type ZipLayout } from './layout.js';

const AT = new Date('2026-03-04T05:06:08Z');

const entry = (name: string, bytes: Buffer): ZipEntry<Buffer> => ({
  name,
  sizeBytes: bytes.length,
  crc32: crc32(bytes),
  modifiedAt: AT,
  source: bytes,
});

const bytesOf = (layout: ZipLayout<Buffer>, range = { start: 0, end: layout.sizeBytes - 1 }): Buffer =>
  Buffer.concat(
    piecesWithin(layout, range).map(({ piece, from, to }) => (piece.bytes ?? piece.source).subarray(from, to + 1)),
  );

describe('the layout of a ZIP archive', () => {
  it('holds every file with its name, time and bytes, and has the announced length', async () => {
    const files = { 'Ä é 日本.wav': randomBytes(1000), 'CD/02.flac': randomBytes(3), 'empty.txt': Buffer.alloc(0) };
    const layout = layOutZip(Object.entries(files).map(([name, bytes]) => entry(name, bytes)));
    const whole = bytesOf(layout);
    expect(whole).toHaveLength(layout.sizeBytes);
    const zip = await fromBufferPromise(whole);
    const found: Record<string, Buffer> = {};
    for await (const each of zip.eachEntry()) {
      expect([each.compressionMethod, each.generalPurposeBitFlag, each.versionNeededToExtract]).toEqual([0, 0x800, 20]);
      expect(each.getLastModDate({ timezone: 'UTC' })).toEqual(AT);
      found[each.fileName] = await buffer(await zip.openReadStreamPromise(each));
    }
    expect(found).toEqual(files);
  });

  it('gives the same bytes for any range as the whole archive', () => {
    const layout = layOutZip([...Array(9).keys()].map((n) => entry(`${n}.wav`, randomBytes(n * 97))));
    const whole = bytesOf(layout);
    for (let n = 0; n < 400; n += 1) {
      const start = Math.floor(Math.random() * whole.length);
      const end = start + Math.floor(Math.random() * (whole.length - start));
      expect(bytesOf(layout, { start, end })).toEqual(whole.subarray(start, end + 1));
    }
  });

  it('is empty but valid without files', async () => {
    const layout = layOutZip([]);
    expect(layout.sizeBytes).toBe(22);
    expect((await fromBufferPromise(bytesOf(layout as ZipLayout<Buffer>))).entryCount).toBe(0);
  });

  it('uses zip64 for the 65,535th file and not before', async () => {
    const named = (count: number) => Array.from({ length: count }, (_, n) => entry(`${n}`, Buffer.alloc(0)));
    const few = bytesOf(layOutZip(named(65_534)));
    expect(few.includes(Buffer.from('PK\u0006\u0006'))).toBe(false);
    const many = bytesOf(layOutZip(named(65_535)));
    expect((await fromBufferPromise(many)).entryCount).toBe(65_535);
  });

  it('uses zip64 only for large files and those after them', () => {
    const sized = (name: string, sizeBytes: number) => ({ name, sizeBytes, crc32: 1, modifiedAt: AT, source: name });
    const layout = layOutZip([sized('small', 10), sized('large', 5e9), sized('behind', 10)]);
    const [small, , large, , behind] = layout.pieces;
    expect([small!.sizeBytes, large!.sizeBytes, behind!.sizeBytes]).toEqual([35, 55, 36]);
    expect(Buffer.from(large!.bytes!).readUInt32LE(18)).toBe(0xffffffff);
    expect(Buffer.from(large!.bytes!).readBigUInt64LE(39)).toBe(5_000_000_000n);
    const tail = Buffer.from(layout.pieces.at(-1)!.bytes!);
    // Central headers of 46 bytes with names of 5, 5 and 6 bytes; zip64 fields of 0, 16 and 8 bytes.
    expect(tail.length).toBe(3 * 46 + 16 + (4 + 16) + (4 + 8) + 56 + 20 + 22);
    expect(tail.readBigUInt64LE(46 + 5 + 46 + 5 + 20 + 46 + 6 + 4)).toBe(5_000_000_100n);
    expect(layOutZip([sized('a', 0xfffffffe)]).pieces[0]!.sizeBytes).toBe(31);
    expect(layOutZip([sized('a', 0xffffffff)]).pieces[0]!.sizeBytes).toBe(51);
  });

  it('reads nothing of 20 GB that a range does not ask for', () => {
    const files = Array.from({ length: 200 }, (_, n) => ({
      name: `${n}.wav`,
      sizeBytes: 1e8,
      crc32: n,
      modifiedAt: AT,
      source: n,
    }));
    const layout = layOutZip(files);
    const start = 15_000_000_000;
    expect(piecesWithin(layout, { start, end: start + 10 })).toEqual([
      { piece: expect.objectContaining({ source: 149 }), from: expect.any(Number), to: expect.any(Number) },
    ]);
  });
});
