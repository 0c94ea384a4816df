import type { ByteSource } from './byte-source.js';
import { ascii, type AudioContainer } from './containers.js';
import { findAudio } from './find-audio.js';

/** The content of the chunks of a RIFF, RF64/BW64, Wave64 or AIFF file, except the samples themselves. */
export interface ChunkFacts {
  /** The sample format in the format chunk; null without one. */
  format: SampleFormat | null;
  /** The samples' chunk; null if none was found. */
  sound: SoundChunk | null;
  /** Number of sample frames that AIFF's common chunk declares. */
  commonFrames: number | null;
  /** Byte range of an ID3v2 tag. */
  id3: { from: number; to: number } | null;
  /** Text chunks by name, case as in the file: LIST INFO entries, bext, iXML, axml, NAME, AUTH, ANNO. */
  texts: Map<string, Uint8Array>;
  /** There are more chunks than the limit; the rest is not read. */
  isCutShort: boolean;
}

/** The format of interleaved samples. */
export interface SampleFormat {
  channels: number;
  /** Null if a damaged chunk of AIFF ends before it. */
  sampleRateHz: number | null;
  /** Bits in use, and the bits that a sample occupies in the file. */
  validBits: number;
  storedBits: number;
  /** `other` is compressed. */
  encoding: 'integer' | 'float' | 'other';
  littleEndian: boolean;
}

export interface SoundChunk {
  /** Where the first sample begins. */
  from: number;
  /** Bytes that the header declares; null if it does not (streamed, never finished). */
  declaredBytes: number | null;
  /** Bytes that the file holds. */
  presentBytes: number;
}

export interface ChunkLimits {
  /** Enough for any real file; it bounds the work for a file of many tiny chunks. */
  maxChunks: number;
  /** Longer texts are cut. */
  maxTextBytes: number;
}

/** `offset` is where its content begins. */
export interface Chunk {
  id: string;
  offset: number;
  size: number;
}

/** Chunks are little-endian except in AIFF. Wave64 headers are longer, and their 64-bit sizes include the header. */
interface Dialect {
  first: number;
  littleEndian: boolean;
  /** Header length and alignment in bytes. */
  header: number;
  align: number;
}

const RIFF = { first: 12, littleEndian: true, header: 8, align: 2 };
const AIFF = { first: 12, littleEndian: false, header: 8, align: 2 };
const dialects: Partial<Record<AudioContainer, Dialect>> = {
  wav: RIFF,
  rf64: RIFF,
  w64: { first: 40, littleEndian: true, header: 24, align: 8 },
  aiff: AIFF,
  aifc: AIFF,
};

const TEXT_CHUNKS = new Set(['bext', 'iXML', 'axml', 'NAME', 'AUTH', 'ANNO', '(c) ']);
const CHUNK_NAME = /^[ -~]{4}$/;
const UNKNOWN_SIZE = 0xffffffff;
/** AIFF's sound chunk begins with offset and block size. */
const SSND_HEAD_BYTES = 8;

/**
 * Reads the chunks of a file; null for FLAC and MP3, which have none. Sources: Microsoft RIFF/WAVEFORMATEXTENSIBLE, EBU
 * Tech 3306 (RF64), ITU-R BS.2088 (BW64), Sony Wave64, AIFF-C draft 1991.
 */
export async function readChunks(
  source: ByteSource,
  container: AudioContainer,
  limits: ChunkLimits,
): Promise<ChunkFacts | null> {
  const dialect = dialects[container];
  if (!dialect) return null;
  const facts: ChunkFacts = {
    format: null,
    sound: null,
    commonFrames: null,
    id3: null,
    texts: new Map(),
    isCutShort: false,
  };
  let dataSize64: number | null = null;
  let sound: Chunk | null = null;
  let count = 0;
  for await (const chunk of walk(source, dialect, () => dataSize64)) {
    if (count === limits.maxChunks) {
      facts.isCutShort = true;
      break;
    }
    count += 1;
    const { id, offset, size } = chunk;
    const body = (bytes: number) => source.read(offset, Math.min(bytes, size));
    if (id === 'ds64') {
      const ds64 = await body(28);
      if (ds64.length >= 16) dataSize64 = Number(viewOf(ds64).getBigUint64(8, true));
    } else if (id === 'fmt ') {
      facts.format ??= waveFormat(await body(40));
    } else if (id === 'COMM') {
      const common = await body(22);
      if (common.length >= 8) {
        facts.format = aiffFormat(common);
        facts.commonFrames = viewOf(common).getUint32(2);
      }
    } else if (id === 'data' || id === 'SSND') {
      sound ??= chunk;
    } else if (id === 'LIST') {
      readInfo(await body(limits.maxTextBytes), facts.texts);
    } else if (TEXT_CHUNKS.has(id)) {
      facts.texts.set(id.trim(), await body(limits.maxTextBytes));
    } else if (id.toLowerCase() === 'id3 ') {
      facts.id3 ??= { from: offset, to: Math.min(offset + size, source.size) };
    }
  }
  if (sound) facts.sound = await soundOf(source, dialect, sound, limits);
  return facts;
}

/** All chunks in order; null for FLAC and MP3, and above the limit. Nothing follows sound whose length is unknown. */
export async function listChunks(
  source: ByteSource,
  container: AudioContainer,
  maxChunks = 1_000,
): Promise<Chunk[] | null> {
  const dialect = dialects[container];
  if (!dialect) return null;
  const chunks: Chunk[] = [];
  let dataSize64: number | null = null;
  for await (const chunk of walk(source, dialect, () => dataSize64)) {
    if (chunks.length === maxChunks) return null;
    chunks.push(chunk);
    if (chunk.id !== 'ds64') continue;
    const ds64 = await source.read(chunk.offset, 16);
    if (ds64.length === 16) dataSize64 = Number(viewOf(ds64).getBigUint64(8, true));
  }
  return chunks;
}

async function soundOf(
  source: ByteSource,
  dialect: Dialect,
  chunk: Chunk,
  { maxChunks }: ChunkLimits,
): Promise<SoundChunk> {
  const head = chunk.id === 'SSND' ? SSND_HEAD_BYTES : 0;
  const [from, size] = [chunk.offset + head, Math.max(0, chunk.size - head)];
  const mayBeOpen = dialect.littleEndian && (size === 0 || size === UNKNOWN_SIZE);
  const isOpen = mayBeOpen && !(size === 0 && (await endsInChunks(source, dialect, from, maxChunks)));
  const presentBytes = Math.max(0, Math.min(isOpen ? Infinity : size, source.size - from));
  return { from, declaredBytes: isOpen ? null : size, presentBytes };
}

/**
 * Whether the rest of the file consists only of named chunks: then the data after an empty sound chunk is not sound.
 */
async function endsInChunks(source: ByteSource, dialect: Dialect, from: number, maxChunks: number): Promise<boolean> {
  let at = from;
  for (let count = 0; count < maxChunks && at < source.size; count++) {
    const header = await source.read(at, dialect.header);
    if (header.length < dialect.header || !CHUNK_NAME.test(ascii(header, 0, 4))) return false;
    at += dialect.header + aligned(sizeField(header, dialect), dialect);
  }
  return at === source.size;
}

async function* walk(source: ByteSource, dialect: Dialect, dataSize64: () => number | null): AsyncGenerator<Chunk> {
  let at = ((await findAudio(source))?.from ?? 0) + dialect.first;
  while (at + dialect.header <= source.size) {
    const header = await source.read(at, dialect.header);
    if (header.length < dialect.header) return;
    const id = ascii(header, 0, 4);
    const offset = at + dialect.header;
    const declared = sizeField(header, dialect);
    const size = id === 'data' && declared === UNKNOWN_SIZE ? (dataSize64() ?? declared) : declared;
    yield { id, offset, size };
    if (id === 'data' && (size === 0 || size === UNKNOWN_SIZE)) return;
    at = offset + aligned(size, dialect);
  }
}

const aligned = (size: number, { align }: Dialect): number => Math.ceil(size / align) * align;

/** Wave64 sizes include the header and use 64 bits. */
function sizeField(header: Uint8Array, dialect: Dialect): number {
  const view = viewOf(header);
  if (dialect.header === 24) return Math.max(0, Number(view.getBigUint64(16, true)) - 24);
  return view.getUint32(4, dialect.littleEndian);
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const encodingOf = (tag: number) => (tag === PCM ? 'integer' : tag === FLOAT ? 'float' : 'other');

/** WAVE_FORMAT_EXTENSIBLE states how many bits of its container are valid; plain formats use them all. */
function waveFormat(chunk: Uint8Array): SampleFormat | null {
  if (chunk.length < 16) return null;
  const view = viewOf(chunk);
  const bits = view.getUint16(14, true);
  const isExtensible = view.getUint16(0, true) === EXTENSIBLE && chunk.length >= 26;
  const valid = isExtensible ? view.getUint16(18, true) : 0;
  return {
    channels: view.getUint16(2, true),
    sampleRateHz: view.getUint32(4, true),
    validBits: valid > 0 && valid <= bits ? valid : bits,
    storedBits: Math.ceil(bits / 8) * 8,
    encoding: encodingOf(view.getUint16(isExtensible ? 24 : 0, true)),
    littleEndian: true,
  };
}

/** AIFC compression types for integer samples; AIFF has no compression type. */
const PLAIN = new Set(['', 'NONE', 'twos', 'sowt', 'in24', 'in32']);

/** AIFF's common chunk; the sample rate is an 80-bit float. */
function aiffFormat(common: Uint8Array): SampleFormat {
  const view = viewOf(common);
  const bits = view.getUint16(6);
  const compression = ascii(common, 18, 22);
  return {
    channels: view.getUint16(0),
    sampleRateHz: common.length < 18 ? null : extended(view, 8),
    validBits: bits,
    storedBits: Math.ceil(bits / 8) * 8,
    encoding: PLAIN.has(compression) ? 'integer' : /^fl(32|64)$/i.test(compression) ? 'float' : 'other',
    littleEndian: compression === 'sowt',
  };
}

/** An 80-bit float (IEEE 754 double extended). */
const extended = (view: DataView, at: number): number =>
  Number(view.getBigUint64(at + 2)) * 2 ** ((view.getUint16(at) & 0x7fff) - 16383 - 63);

function readInfo(list: Uint8Array, texts: Map<string, Uint8Array>): void {
  if (ascii(list, 0, 4) !== 'INFO') return;
  for (let at = 4; at + 8 <= list.length;) {
    const size = viewOf(list).getUint32(at + 4, true);
    texts.set(ascii(list, at, at + 4), list.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
