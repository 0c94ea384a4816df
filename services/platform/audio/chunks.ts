import { readSync } from 'node:fs';
import type { AudioContainer } from './facts.js';

/** The content of the chunks of a RIFF, RF64/BW64, Wave64 or AIFF file, except the sound itself. */
export interface ChunkFacts {
  /** The sample format in the format chunk; null without one. */
  sample: SampleWord | null;
  /** Bytes of sound that the sound chunk declares; null if it does not (streamed, never finished). */
  soundBytes: number | null;
  /** Bytes of sound that are present; null when no sound chunk was found. */
  presentBytes: number | null;
  /** Sample frames that AIFF's common chunk declares. */
  commonFrames: number | null;
  /** There are more than MAX_CHUNKS chunks; the rest is not read. */
  isCutShort: boolean;
  /** Text chunks by name, case as in the file: LIST INFO entries, bext, iXML, axml, NAME, AUTH, ANNO. */
  texts: Map<string, Buffer>;
}

export interface SampleWord {
  /** Bits in use, and the bits that a sample occupies in the file. */
  validBits: number;
  storedBits: number;
  /** Linear integers, not float and not compressed. */
  integer: boolean;
}

interface Chunk {
  id: string;
  offset: number;
  size: number;
}

interface Dialect {
  first: number;
  littleEndian: boolean;
  /** Header length and alignment in bytes. */
  header: number;
  align: number;
}

/** Enough for any real file. */
export const MAX_CHUNKS = 20_000;
const MAX_TEXT_BYTES = 1024 * 1024;
const TEXT_CHUNKS = new Set(['bext', 'iXML', 'axml', 'NAME', 'AUTH', 'ANNO', '(c) ']);
const CHUNK_NAME = /^[\w ]{4}$/;
const UNKNOWN_SIZE_32 = 0xffffffff;

const dialects: Partial<Record<AudioContainer, Dialect>> = {
  wav: { first: 12, littleEndian: true, header: 8, align: 2 },
  rf64: { first: 12, littleEndian: true, header: 8, align: 2 },
  w64: { first: 40, littleEndian: true, header: 24, align: 8 },
  aiff: { first: 12, littleEndian: false, header: 8, align: 2 },
  aifc: { first: 12, littleEndian: false, header: 8, align: 2 },
};

/**
 * Reads the chunks of an open file; null for FLAC and MP3, which have none. Sources: Microsoft
 * RIFF/WAVEFORMATEXTENSIBLE, EBU Tech 3306 (RF64), ITU-R BS.2088 (BW64), Sony Wave64, AIFF-C draft 1991.
 */
export function readChunks(fd: number, fileSize: number, container: AudioContainer): ChunkFacts | null {
  const dialect = dialects[container];
  if (!dialect) return null;
  const facts: ChunkFacts = {
    sample: null,
    soundBytes: null,
    presentBytes: null,
    commonFrames: null,
    isCutShort: false,
    texts: new Map(),
  };
  let dataSize64: number | null = null;
  let sound: Chunk | null = null;

  let count = 0;
  for (const chunk of walk(fd, fileSize, dialect, () => dataSize64)) {
    if (count === MAX_CHUNKS) {
      facts.isCutShort = true;
      break;
    }
    count += 1;
    const body = (bytes: number) => read(fd, chunk.offset, Math.min(bytes, chunk.size));
    if (chunk.id === 'ds64') {
      const ds64 = body(28);
      if (ds64.length >= 16) dataSize64 = Number(ds64.readBigUInt64LE(8));
    } else if (chunk.id === 'fmt ') {
      facts.sample ??= waveSample(body(40));
    } else if (chunk.id === 'COMM') {
      const common = body(8);
      if (common.length === 8) {
        facts.commonFrames = common.readUInt32BE(2);
        const validBits = common.readUInt16BE(6);
        facts.sample = { validBits, storedBits: Math.ceil(validBits / 8) * 8, integer: container === 'aiff' };
      }
    } else if (chunk.id === 'data' || chunk.id === 'SSND') {
      sound ??= chunk;
    } else if (chunk.id === 'LIST') {
      readInfo(body(MAX_TEXT_BYTES), facts.texts);
    } else if (TEXT_CHUNKS.has(chunk.id)) {
      facts.texts.set(chunk.id.trim(), body(MAX_TEXT_BYTES));
    }
  }

  if (sound) {
    const { offset, size } = soundOf(sound);
    const isEmpty = size === 0 && endsInChunks(fd, fileSize, dialect, offset);
    const open = dialect.littleEndian && !isEmpty && (size === 0 || size === UNKNOWN_SIZE_32);
    facts.soundBytes = open ? null : size;
    facts.presentBytes = Math.max(0, Math.min(open ? Infinity : size, fileSize - offset));
  }
  return facts;
}

/**
 * Whether the rest of the file consists only of named chunks: then the data after an empty sound chunk is not sound.
 */
function endsInChunks(fd: number, fileSize: number, dialect: Dialect, from: number): boolean {
  let at = from;
  for (let count = 0; count < MAX_CHUNKS && at < fileSize; count++) {
    const header = read(fd, at, dialect.header);
    if (header.length < dialect.header || !CHUNK_NAME.test(header.toString('latin1', 0, 4))) return false;
    const size = sizeField(header, dialect);
    at += dialect.header + Math.ceil(size / dialect.align) * dialect.align;
  }
  return at === fileSize;
}

/** AIFF's sound chunk begins with offset and block size, eight bytes in all. */
function soundOf({ id, offset, size }: Chunk): { offset: number; size: number } {
  return id === 'SSND' ? { offset: offset + 8, size: Math.max(0, size - 8) } : { offset, size };
}

function* walk(fd: number, fileSize: number, dialect: Dialect, dataSize64: () => number | null): Generator<Chunk> {
  let at = dialect.first;
  while (at + dialect.header <= fileSize) {
    const header = read(fd, at, dialect.header);
    if (header.length < dialect.header) return;
    const id = header.toString('latin1', 0, 4);
    const offset = at + dialect.header;
    let size = sizeField(header, dialect);
    const long = dataSize64();
    if (id === 'data' && size === UNKNOWN_SIZE_32 && long !== null) size = long;
    yield { id, offset, size };
    if (id === 'data' && (size === 0 || size === UNKNOWN_SIZE_32)) return;
    at = offset + Math.ceil(size / dialect.align) * dialect.align;
  }
}

/** Wave64 sizes include the header and use 64 bits. */
function sizeField(header: Buffer, dialect: Dialect): number {
  if (dialect.header === 24) return Math.max(0, Number(header.readBigUInt64LE(16)) - 24);
  return dialect.littleEndian ? header.readUInt32LE(4) : header.readUInt32BE(4);
}

const PCM = 1;
const EXTENSIBLE = 0xfffe;

/** WAVE_FORMAT_EXTENSIBLE states how many bits of its container are valid; plain formats use them all. */
function waveSample(format: Buffer): SampleWord | null {
  if (format.length < 16) return null;
  const tag = format.readUInt16LE(0);
  const bits = format.readUInt16LE(14);
  const storedBits = Math.ceil(bits / 8) * 8;
  if (tag !== EXTENSIBLE || format.length < 26) return { validBits: bits, storedBits, integer: tag === PCM };
  const valid = format.readUInt16LE(18);
  const validBits = valid > 0 && valid <= bits ? valid : bits;
  return { validBits, storedBits, integer: format.readUInt16LE(24) === PCM };
}

function readInfo(list: Buffer, texts: Map<string, Buffer>): void {
  if (list.toString('latin1', 0, 4) !== 'INFO') return;
  let at = 4;
  while (at + 8 <= list.length) {
    const size = list.readUInt32LE(at + 4);
    texts.set(list.toString('latin1', at, at + 4), list.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
}

function read(fd: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  return buffer.subarray(0, readSync(fd, buffer, 0, length, offset));
}
