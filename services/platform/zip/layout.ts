/** A file of the archive. It is stored without compression, so its length and checksum determine the whole archive. */
export interface ZipEntry<S> {
  /** Path with `/` between folders. */
  name: string;
  sizeBytes: number;
  /** CRC-32 of the bytes, unsigned. */
  crc32: number;
  modifiedAt: Date;
  /** Where its bytes are. */
  source: S;
}

/** A run of the archive's bytes: either these very bytes, or those of a source. */
export type ZipPiece<S> = { start: number; sizeBytes: number } & (
  { bytes: Buffer; source?: never } | { bytes?: never; source: S }
);

export interface ZipLayout<S> {
  sizeBytes: number;
  /** Without gaps, in order, none of them empty. */
  pieces: ZipPiece<S>[];
}

/** The largest values of a field of 32 and 16 bits; in a ZIP they mean that the zip64 field holds the value. */
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_FIELD = 1;

const VERSION = 20;
const VERSION_ZIP64 = 45;
const UNIX = 3 << 8;
const UTF8_NAMES = 0x0800;
const REGULAR_FILE = (0o100644 << 16) >>> 0;

/**
 * Computes a ZIP archive (APPNOTE 6.3) without reading its files: stored method, checksums and lengths in front of each
 * file instead of data descriptors, which macOS cannot unpack. Values above 32 bits get a zip64 field, others do not.
 */
export function layOutZip<S>(entries: readonly ZipEntry<S>[]): ZipLayout<S> {
  const pieces: ZipPiece<S>[] = [];
  const directory: Buffer[] = [];
  let start = 0;
  const add = (sizeBytes: number, content: { bytes: Buffer } | { source: S }): void => {
    if (sizeBytes > 0) pieces.push({ start, sizeBytes, ...content });
    start += sizeBytes;
  };
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    directory.push(centralHeader(entry, name, start));
    const header = localHeader(entry, name);
    add(header.length, { bytes: header });
    add(entry.sizeBytes, { source: entry.source });
  }
  const offset = start;
  const headers = Buffer.concat(directory);
  const tail = Buffer.concat([headers, endRecords(entries.length, headers.length, offset)]);
  add(tail.length, { bytes: tail });
  return { sizeBytes: start, pieces };
}

/** The fields that both headers of a file share, from its version to its lengths. */
function common<S>(
  { sizeBytes, crc32, modifiedAt }: ZipEntry<S>,
  name: Buffer,
  extra: Buffer,
  isZip64: boolean,
): Buffer {
  const fields = Buffer.alloc(26);
  const { date, time } = dosTime(modifiedAt);
  fields.writeUInt16LE(isZip64 ? VERSION_ZIP64 : VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc32, 10);
  fields.writeUInt32LE(Math.min(sizeBytes, MAX_32), 14);
  fields.writeUInt32LE(Math.min(sizeBytes, MAX_32), 18);
  fields.writeUInt16LE(name.length, 22);
  fields.writeUInt16LE(extra.length, 24);
  return fields;
}

function localHeader<S>(entry: ZipEntry<S>, name: Buffer): Buffer {
  const isLarge = entry.sizeBytes >= MAX_32;
  const extra = zip64Field(isLarge ? [entry.sizeBytes, entry.sizeBytes] : []);
  return Buffer.concat([uint32(LOCAL_HEADER), common(entry, name, extra, isLarge), name, extra]);
}

function centralHeader<S>(entry: ZipEntry<S>, name: Buffer, offset: number): Buffer {
  const isLarge = entry.sizeBytes >= MAX_32;
  const isFar = offset >= MAX_32;
  const extra = zip64Field([...(isLarge ? [entry.sizeBytes, entry.sizeBytes] : []), ...(isFar ? [offset] : [])]);
  const isZip64 = isLarge || isFar;
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(UNIX | (isZip64 ? VERSION_ZIP64 : VERSION));
  // Comment length, disk number and internal attributes stay 0.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(REGULAR_FILE, 6);
  rest.writeUInt32LE(Math.min(offset, MAX_32), 10);
  return Buffer.concat([uint32(CENTRAL_HEADER), madeBy, common(entry, name, extra, isZip64), rest, name, extra]);
}

function endRecords(count: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && directoryBytes < MAX_32 && offset < MAX_32) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(ZIP64_END, 0);
  // The length of the record without this field and the one before it.
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(UNIX | VERSION_ZIP64, 12);
  large.writeUInt16LE(VERSION_ZIP64, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(directoryBytes), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(ZIP64_LOCATOR, 0);
  locator.writeBigUInt64LE(BigInt(offset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

function zip64Field(values: number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(ZIP64_FIELD, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return field;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** MS-DOS date and time, in UTC: an archive must have the same bytes wherever it is made. */
function dosTime(at: Date): { date: number; time: number } {
  const year = at.getUTCFullYear();
  if (year < 1980 || year > 2107) return { date: 0x21, time: 0 };
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** The pieces that a range crosses, each with the part of it that is asked for; `end` is inclusive. */
export function piecesWithin<S>(
  { pieces }: ZipLayout<S>,
  range: { start: number; end: number },
): { piece: ZipPiece<S>; from: number; to: number }[] {
  return pieces
    .filter(({ start, sizeBytes }) => start <= range.end && start + sizeBytes > range.start)
    .map((piece) => ({
      piece,
      from: Math.max(0, range.start - piece.start),
      to: Math.min(piece.sizeBytes - 1, range.end - piece.start),
    }));
}
