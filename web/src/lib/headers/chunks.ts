import type { ByteSource } from './byte-source';
import { ascii, type Container } from './sniff';

/** Content of the chunks of a RIFF, RF64, BW64, Wave64 or AIFF file, without the audio itself. */
export interface Chunks {
  sampleRateHz: number | null;
  channels: number | null;
  bitsStored: number | null;
  float: boolean;
  /** Null if the header does not give it, or claims more than the file holds. */
  durationS: number | null;
  /** Text chunks by name: LIST INFO entries, bext, iXML, axml, NAME, AUTH. */
  texts: Map<string, Uint8Array>;
  /** Byte range of an ID3v2 tag. */
  id3: { from: number; to: number } | null;
  samples: Samples | null;
}

/** Byte range and format of the samples, which are interleaved by channel. */
export interface Samples {
  from: number;
  to: number;
  bytesEach: number;
  littleEndian: boolean;
}

/** Chunks are little-endian except in AIFF. Wave64 headers are longer, and their 64-bit sizes include the header. */
interface Dialect {
  first: number;
  littleEndian: boolean;
  header: number;
  align: number;
}

const RIFF = { first: 12, littleEndian: true, header: 8, align: 2 };
const AIFF = { first: 12, littleEndian: false, header: 8, align: 2 };
const DIALECTS: Partial<Record<Container, Dialect>> = {
  wav: RIFF,
  rf64: RIFF,
  w64: { first: 40, littleEndian: true, header: 24, align: 8 },
  aiff: AIFF,
  aifc: AIFF,
};
/** More than any real file has; it bounds the work for a file of many tiny chunks. */
const MAX_CHUNKS = 2000;
const MAX_TEXT_BYTES = 256 * 1024;
const TEXTS = new Set(['bext', 'iXML', 'axml', 'NAME', 'AUTH']);
const CHUNK_NAME = /^[ -~]{4}$/;
const UNKNOWN_SIZE = 0xffffffff;
/** Offset and block size, both 0 in practice. */
const SSND_HEAD_BYTES = 8;
/** AIFC compression types for integer samples; AIFF has no compression type. */
const PLAIN = new Set(['', 'NONE', 'twos', 'sowt', 'in24', 'in32']);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Reads the chunks of a file; null for FLAC and MP3, which have none. The server's reader names the format references.
 */
export async function readChunks(source: ByteSource, container: Container): Promise<Chunks | null> {
  const dialect = DIALECTS[container];
  if (!dialect) return null;
  const chunks: Chunks = {
    sampleRateHz: null,
    channels: null,
    bitsStored: null,
    float: false,
    durationS: null,
    texts: new Map(),
    id3: null,
    samples: null,
  };
  let word: SampleFormat | null = null;
  let sound: { from: number; to: number } | null = null;
  let soundBytes: number | null = null;
  let longSize: number | null = null;
  let at = dialect.first;
  for (let count = 0; count < MAX_CHUNKS && at + dialect.header <= source.size; count++) {
    const header = await source.read(at, dialect.header);
    const id = ascii(header, 0, 4);
    const from = at + dialect.header;
    let size = sizeOf(header, dialect);
    if (!CHUNK_NAME.test(id)) break;
    if (id === 'data' && size === UNKNOWN_SIZE && longSize !== null) size = longSize;
    const body = (bytes: number) => source.read(from, Math.min(bytes, size));
    if (id === 'ds64') {
      const ds64 = await body(28);
      if (ds64.length >= 16) longSize = Number(viewOf(ds64).getBigUint64(8, true));
    } else if (id === 'fmt ' && word === null) word = readFormat(await body(40), chunks);
    else if (id === 'COMM') word = readCommon(await body(22), chunks);
    else if (id === 'LIST') readInfo(await body(MAX_TEXT_BYTES), chunks.texts);
    else if (TEXTS.has(id)) chunks.texts.set(id, await body(MAX_TEXT_BYTES));
    else if (id.toLowerCase() === 'id3 ') chunks.id3 ??= { from, to: Math.min(from + size, source.size) };
    else if (id === 'data') {
      const isOpen = size === 0 || size === UNKNOWN_SIZE;
      sound ??= { from, to: isOpen ? source.size : Math.min(from + size, source.size) };
      if (isOpen) break;
      soundBytes ??= from + size <= source.size ? size : null;
    } else if (id === 'SSND') {
      sound ??= { from: from + SSND_HEAD_BYTES, to: Math.min(from + size, source.size) };
      if (from + size > source.size) chunks.durationS = null;
    }
    at = from + Math.ceil(size / dialect.align) * dialect.align;
  }
  const frameBytes = (word?.bytesEach ?? 0) * (chunks.channels ?? 0);
  if (soundBytes !== null && frameBytes && chunks.sampleRateHz)
    chunks.durationS = Math.floor(soundBytes / frameBytes) / chunks.sampleRateHz;
  if (word && sound) chunks.samples = { ...sound, ...word };
  return chunks;
}

type SampleFormat = Pick<Samples, 'bytesEach' | 'littleEndian'>;

function sizeOf(header: Uint8Array, { header: bytes, littleEndian }: Dialect): number {
  const view = viewOf(header);
  if (bytes === 24) return Math.max(0, Number(view.getBigUint64(16, true)) - 24);
  return view.getUint32(4, littleEndian);
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** Returns the sample format; null if samples are neither integers nor floats. */
function readFormat(format: Uint8Array, chunks: Chunks): SampleFormat | null {
  if (format.length < 16) return null;
  const view = viewOf(format);
  const bits = view.getUint16(14, true);
  const isLong = view.getUint16(0, true) === EXTENSIBLE && format.length >= 26;
  const tag = view.getUint16(isLong ? 24 : 0, true);
  const valid = isLong ? view.getUint16(18, true) : 0;
  chunks.channels = view.getUint16(2, true);
  chunks.sampleRateHz = view.getUint32(4, true);
  chunks.float = tag === FLOAT;
  if (tag !== PCM && tag !== FLOAT) return null;
  chunks.bitsStored = valid > 0 && valid <= bits ? valid : bits;
  return { bytesEach: Math.ceil(bits / 8), littleEndian: true };
}

/** Reads AIFF's common chunk, in which the sample rate is an 80-bit float. Returns the same as `readFormat`. */
function readCommon(common: Uint8Array, chunks: Chunks): SampleFormat | null {
  if (common.length < 18) return null;
  const view = viewOf(common);
  const exponent = (view.getUint16(8) & 0x7fff) - 16383 - 63;
  const rate = Number(view.getBigUint64(10)) * 2 ** exponent;
  chunks.channels = view.getUint16(0);
  chunks.bitsStored = view.getUint16(6);
  chunks.sampleRateHz = rate;
  chunks.durationS = view.getUint32(2) / rate;
  const compression = ascii(common, 18, 22);
  chunks.float = /^fl(32|64)$/i.test(compression);
  if (!chunks.float && !PLAIN.has(compression)) return null;
  return { bytesEach: Math.ceil(chunks.bitsStored / 8), littleEndian: compression === 'sowt' };
}

function readInfo(list: Uint8Array, texts: Map<string, Uint8Array>): void {
  if (ascii(list, 0, 4) !== 'INFO') return;
  for (let at = 4; at + 8 <= list.length;) {
    const size = viewOf(list).getUint32(at + 4, true);
    texts.set(ascii(list, at, at + 4), list.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
}
