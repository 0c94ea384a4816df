import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { ByteSource } from '../../audio-headers/byte-source.js';
import { formatBytes } from '../bytes.js';
import type { Storage } from '../storage/storage.js';

/**
 * Reads uploaded ZIP archives (APPNOTE 6.3) in place: `readZip` checks and lists the entries from the central directory,
 * `entryStart` says where the bytes of a stored entry begin in the object (so any range of it is a range of the object),
 * and `openEntry` streams an entry, unpacked. Nothing is unpacked to disk. `objectSource` (platform/storage) is the
 * source for a stored object. DDP images are read through this.
 */

export interface ZipEntry {
  /** Path with `/` between folders, as in the archive; folders themselves are not listed. */
  name: string;
  sizeBytes: number;
  packedBytes: number;
  crc32: number;
  /** 0: stored as it is, 8: deflated. */
  method: 0 | 8;
  headerAt: number;
}

/** Why an archive is refused, in a sentence for the person who uploaded it. */
export class ZipRefusedError extends Error {
  constructor(
    readonly code: ZipFault,
    message: string,
  ) {
    super(message);
    this.name = 'ZipRefusedError';
  }
}

export type ZipFault = 'damaged' | 'encrypted' | 'method' | 'path' | 'symlink' | 'duplicate' | 'too_large' | 'ratio';

const END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const MAX_COMMENT = 0xffff;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const ZIP64_FIELD = 1;
const ENCRYPTED = 0x2041;
const UTF8 = 0x0800;
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;

const MAX_ENTRIES = 10_000;
const MAX_DIRECTORY_BYTES = 16 << 20;
/** Deflate packs zeros 1 : 1000 and real files far below this. Entries below the size are too small to matter. */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = 1 << 20;

/** The size that an archive may have unpacked; two CDs and their booklets take 2 GB. */
export const MAX_UNPACKED_BYTES = 20 * 2 ** 30;

/** The entries of an archive, in the order of its directory. @throws ZipRefused */
export async function readZip(source: ByteSource, maxBytes = MAX_UNPACKED_BYTES): Promise<ZipEntry[]> {
  const { count, offset, size } = await findDirectory(source);
  if (count > MAX_ENTRIES)
    throw new ZipRefusedError('too_large', `It holds ${count} files; ${MAX_ENTRIES} are the most.`);
  if (size > MAX_DIRECTORY_BYTES || offset + size > source.size) throw damaged();
  const bytes = await bytesAt(source, offset, size);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL_HEADER) throw damaged();
    const length =
      CENTRAL_BYTES + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (at + length > bytes.length) throw damaged();
    const entry = readEntry(bytes.subarray(at, at + length));
    if (entry) entries.push(entry);
    at += length;
  }
  assertSafe(entries, source.size, offset, maxBytes);
  return entries;
}

/** Where the bytes of an entry begin in the archive. @throws ZipRefused */
export async function entryStart(source: ByteSource, { headerAt, packedBytes }: ZipEntry): Promise<number> {
  const header = await bytesAt(source, headerAt, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_HEADER) throw damaged();
  const start = headerAt + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packedBytes > source.size) throw damaged();
  return start;
}

/**
 * Streams the unpacked bytes of an entry. It ends with a ZipRefused if they are more or fewer than the directory says.
 * The caller reads it to its end or returns it.
 */
export async function* openEntry(
  storage: Storage,
  key: string,
  source: ByteSource,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array> {
  if (entry.packedBytes === 0 && entry.sizeBytes === 0) return;
  const start = await entryStart(source, entry);
  const { body } = await storage.get(key, { start, end: start + entry.packedBytes - 1 });
  let left = entry.sizeBytes;
  try {
    for await (const chunk of entry.method === 0 ? body : inflated(body)) {
      left -= (chunk as Uint8Array).length;
      if (left < 0) throw new ZipRefusedError('ratio', `${entry.name} is larger than the archive says.`);
      yield chunk as Uint8Array;
    }
  } catch (error) {
    throw isZlibError(error) ? damaged(entry.name) : error;
  } finally {
    body.destroy();
  }
  if (left > 0) throw damaged(entry.name);
}

function inflated(body: Readable): AsyncIterable<Uint8Array> {
  const inflate = createInflateRaw();
  body.on('error', (error) => inflate.destroy(error));
  return body.pipe(inflate);
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z_|^ERR_STREAM_PREMATURE/.test(String(error.code));

interface Directory {
  count: number;
  offset: number;
  size: number;
}

/** Reads the end record, and the zip64 one where its values do not fit. */
async function findDirectory(source: ByteSource): Promise<Directory> {
  const tailAt = Math.max(0, source.size - END_BYTES - MAX_COMMENT);
  const tail = await bytesAt(source, tailAt, source.size - tailAt);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const end = tail.subarray(at);
    const directory = { count: end.readUInt16LE(10), size: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
    const isZip64 = directory.count === MAX_16 || directory.size === MAX_32 || directory.offset === MAX_32;
    const locator = isZip64 && at >= LOCATOR_BYTES ? tail.subarray(at - LOCATOR_BYTES, at) : null;
    if (locator && locator.readUInt32LE(0) === ZIP64_LOCATOR) return zip64Directory(source, locator);
    if (end.readUInt16LE(4) !== 0) throw new ZipRefusedError('damaged', 'It is one part of a ZIP of several parts.');
    return directory;
  }
  throw damaged();
}

async function zip64Directory(source: ByteSource, locator: Buffer): Promise<Directory> {
  const end = await bytesAt(source, Number(locator.readBigUInt64LE(8)), 56);
  if (end.readUInt32LE(0) !== ZIP64_END) throw damaged();
  return {
    count: Number(end.readBigUInt64LE(32)),
    size: Number(end.readBigUInt64LE(40)),
    offset: Number(end.readBigUInt64LE(48)),
  };
}

/** Null for a folder. */
function readEntry(header: Buffer): ZipEntry | null {
  const flags = header.readUInt16LE(8);
  const nameBytes = header.readUInt16LE(28);
  const name = header.toString(flags & UTF8 ? 'utf8' : 'latin1', CENTRAL_BYTES, CENTRAL_BYTES + nameBytes);
  const unixMode = header.readUInt32LE(38) >>> 16;
  const fields = zip64Fields(
    header.subarray(CENTRAL_BYTES + nameBytes, CENTRAL_BYTES + nameBytes + header.readUInt16LE(30)),
  );
  const wide = (value: number): number => (value === MAX_32 ? Number(fields.shift() ?? value) : value);
  const sizeBytes = wide(header.readUInt32LE(24));
  const packedBytes = wide(header.readUInt32LE(20));
  const headerAt = wide(header.readUInt32LE(42));
  const method = header.readUInt16LE(10);
  if (![sizeBytes, packedBytes, headerAt].every(Number.isSafeInteger)) throw damaged();
  if (flags & ENCRYPTED) throw new ZipRefusedError('encrypted', `${name} is encrypted; pack it without a password.`);
  if ((unixMode & FILE_TYPE) === SYMLINK) throw new ZipRefusedError('symlink', `${name} is a link to another file.`);
  if (isUnsafePath(name)) throw new ZipRefusedError('path', `${name} leads out of the archive.`);
  if (name.endsWith('/')) return null;
  if (method !== 0 && method !== 8) {
    throw new ZipRefusedError(
      'method',
      `${name} is packed by a method other than Deflate; pack it as an ordinary ZIP.`,
    );
  }
  return { name, sizeBytes, packedBytes, crc32: header.readUInt32LE(16), method, headerAt };
}

/** The 64-bit values of the zip64 field, in its fixed order: size, packed size, offset. */
function zip64Fields(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const size = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === ZIP64_FIELD) {
      const count = Math.floor(Math.min(size, extra.length - at - 4) / 8);
      return Array.from({ length: Math.min(count, 3) }, (_, index) => extra.readBigUInt64LE(at + 4 + index * 8));
    }
    at += 4 + size;
  }
  return [];
}

const isUnsafePath = (name: string): boolean =>
  name === '' || /^([/\\]|[a-z]:)/i.test(name) || name.includes('\0') || name.split(/[/\\]/).includes('..');

function assertSafe(entries: ZipEntry[], archiveBytes: number, directoryAt: number, maxBytes: number): void {
  const names = new Set<string>();
  let total = 0;
  for (const { name, sizeBytes, packedBytes, method } of entries) {
    // Windows and macOS would unpack names in other letter cases over each other.
    const key = name.normalize('NFC').toLowerCase();
    if (names.has(key)) throw new ZipRefusedError('duplicate', `It holds ${name} twice.`);
    names.add(key);
    total += sizeBytes;
    if (method === 0 && sizeBytes !== packedBytes) throw damaged(name);
    if (sizeBytes >= RATIO_FROM_BYTES && sizeBytes / Math.max(1, packedBytes) > MAX_RATIO) throw bomb();
  }
  if (total >= RATIO_FROM_BYTES && total / archiveBytes > MAX_RATIO) throw bomb();
  if (total > maxBytes) {
    throw new ZipRefusedError(
      'too_large',
      `Unpacked it has ${formatBytes(total)}; ${formatBytes(maxBytes)} are the most.`,
    );
  }
  // Entries that share bytes are how a small archive claims to be a huge one.
  const inOrder = entries.toSorted((a, b) => a.headerAt - b.headerAt);
  for (const [index, { name, headerAt, packedBytes }] of inOrder.entries()) {
    const next = inOrder[index + 1]?.headerAt ?? directoryAt;
    if (headerAt + LOCAL_BYTES + packedBytes > next) throw damaged(name);
  }
}

const bomb = () => new ZipRefusedError('ratio', `Unpacked it would be more than ${MAX_RATIO} times as large as it is.`);

const damaged = (name?: string): ZipRefusedError =>
  new ZipRefusedError('damaged', name ? `${name} is damaged in the archive.` : 'It is not a complete ZIP archive.');

async function bytesAt(source: ByteSource, offset: number, length: number): Promise<Buffer> {
  const bytes = offset >= 0 && Number.isSafeInteger(offset) ? await source.read(offset, length) : new Uint8Array(0);
  if (bytes.length < length) throw damaged();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
