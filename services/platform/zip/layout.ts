/** A file of the archive. It is stored without compression, so its length and checksum determine the whole archive. */
export type ZipEntry<S> = {
  /** Path with `/` between folders. */
  name: string;
  sizeBytes: number;
  /** CRC-32 of the bytes, unsigned. */
  crc32: number;
  modifiedAt: Date;
} & ({ source: S; parts?: never } | { source?: never; parts: readonly ZipPart<S>[] });

/** A part of a file's bytes. */
export interface ZipPart<S> {
  sizeBytes: number;
  source: S;
}

/** A run of the archive's bytes: either these very bytes, or those of a source. */
export type ZipPiece<S> = { start: number; sizeBytes: number } & (
  { bytes: Uint8Array; source?: never } | { bytes?: never; source: S }
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
 * Pure: the browser packs dropped folders with it.
 */
export function layOutZip<S>(entries: readonly ZipEntry<S>[]): ZipLayout<S> {
  const pieces: ZipPiece<S>[] = [];
  const directory: Uint8Array[] = [];
  let start = 0;
  const add = (sizeBytes: number, content: { bytes: Uint8Array } | { source: S }): void => {
    if (sizeBytes > 0) pieces.push({ start, sizeBytes, ...content });
    start += sizeBytes;
  };
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    directory.push(centralHeader(entry, name, start));
    const header = localHeader(entry, name);
    add(header.length, { bytes: header });
    for (const { sizeBytes, source } of entry.parts ?? [entry]) add(sizeBytes, { source });
  }
  const offset = start;
  const headers = joined(directory);
  const tail = joined([headers, endRecords(entries.length, headers.length, offset)]);
  add(tail.length, { bytes: tail });
  return { sizeBytes: start, pieces };
}

/** The fields that both headers of a file share, from its version to its lengths. */
function common<S>(
  { sizeBytes, crc32, modifiedAt }: ZipEntry<S>,
  name: Uint8Array,
  extra: Uint8Array,
  isZip64: boolean,
): DataView {
  const fields = new DataView(new ArrayBuffer(26));
  const { date, time } = dosTime(modifiedAt);
  fields.setUint16(0, isZip64 ? VERSION_ZIP64 : VERSION, true);
  fields.setUint16(2, UTF8_NAMES, true);
  fields.setUint16(6, time, true);
  fields.setUint16(8, date, true);
  fields.setUint32(10, crc32, true);
  fields.setUint32(14, Math.min(sizeBytes, MAX_32), true);
  fields.setUint32(18, Math.min(sizeBytes, MAX_32), true);
  fields.setUint16(22, name.length, true);
  fields.setUint16(24, extra.length, true);
  return fields;
}

function localHeader<S>(entry: ZipEntry<S>, name: Uint8Array): Uint8Array {
  const isLarge = entry.sizeBytes >= MAX_32;
  const extra = zip64Field(isLarge ? [entry.sizeBytes, entry.sizeBytes] : []);
  return joined([uint32(LOCAL_HEADER), common(entry, name, extra, isLarge), name, extra]);
}

function centralHeader<S>(entry: ZipEntry<S>, name: Uint8Array, offset: number): Uint8Array {
  const isLarge = entry.sizeBytes >= MAX_32;
  const isFar = offset >= MAX_32;
  const extra = zip64Field([...(isLarge ? [entry.sizeBytes, entry.sizeBytes] : []), ...(isFar ? [offset] : [])]);
  const isZip64 = isLarge || isFar;
  const madeBy = new DataView(new ArrayBuffer(2));
  madeBy.setUint16(0, UNIX | (isZip64 ? VERSION_ZIP64 : VERSION), true);
  // Comment length, disk number and internal attributes stay 0.
  const rest = new DataView(new ArrayBuffer(14));
  rest.setUint32(6, REGULAR_FILE, true);
  rest.setUint32(10, Math.min(offset, MAX_32), true);
  return joined([uint32(CENTRAL_HEADER), madeBy, common(entry, name, extra, isZip64), rest, name, extra]);
}

function endRecords(count: number, directoryBytes: number, offset: number): Uint8Array {
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END, true);
  end.setUint16(8, Math.min(count, MAX_16), true);
  end.setUint16(10, Math.min(count, MAX_16), true);
  end.setUint32(12, Math.min(directoryBytes, MAX_32), true);
  end.setUint32(16, Math.min(offset, MAX_32), true);
  if (count < MAX_16 && directoryBytes < MAX_32 && offset < MAX_32) return joined([end]);
  const large = new DataView(new ArrayBuffer(56));
  large.setUint32(0, ZIP64_END, true);
  // The length of the record without this field and the one before it.
  large.setBigUint64(4, 44n, true);
  large.setUint16(12, UNIX | VERSION_ZIP64, true);
  large.setUint16(14, VERSION_ZIP64, true);
  large.setBigUint64(24, BigInt(count), true);
  large.setBigUint64(32, BigInt(count), true);
  large.setBigUint64(40, BigInt(directoryBytes), true);
  large.setBigUint64(48, BigInt(offset), true);
  const locator = new DataView(new ArrayBuffer(20));
  locator.setUint32(0, ZIP64_LOCATOR, true);
  locator.setBigUint64(8, BigInt(offset + directoryBytes), true);
  locator.setUint32(16, 1, true);
  return joined([large, locator, end]);
}

function zip64Field(values: number[]): Uint8Array {
  if (values.length === 0) return new Uint8Array(0);
  const field = new DataView(new ArrayBuffer(4 + 8 * values.length));
  field.setUint16(0, ZIP64_FIELD, true);
  field.setUint16(2, 8 * values.length, true);
  for (const [index, value] of values.entries()) field.setBigUint64(4 + 8 * index, BigInt(value), true);
  return joined([field]);
}

function joined(parts: readonly ArrayBufferView[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    whole.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return whole;
}

function uint32(value: number): DataView {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value, true);
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
