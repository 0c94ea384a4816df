import type { ByteSource } from './byte-source.js';
import { ascii, type AudioContainer } from './containers.js';

/** `offset` is where its content begins. */
export interface Chunk {
  id: string;
  offset: number;
  /** Up to the end of the file for sound of unknown length. */
  size: number;
  /** Sound whose length the header does not say: it was written into a pipe, or never finished. */
  isOpen: boolean;
}

/** Chunks are little-endian except in AIFF. Wave64 headers are longer, and their 64-bit sizes include the header. */
export interface Dialect {
  first: number;
  littleEndian: boolean;
  /** Header length and alignment in bytes. */
  header: number;
  align: number;
  /** Name of the sound chunk, and its bytes in front of the samples: AIFF's begins with offset and block size. */
  sound: string;
  soundHead: number;
}

const RIFF = { first: 12, littleEndian: true, header: 8, align: 2, sound: 'data', soundHead: 0 };
const AIFF = { first: 12, littleEndian: false, header: 8, align: 2, sound: 'SSND', soundHead: 8 };
export const dialects: Partial<Record<AudioContainer, Dialect>> = {
  wav: RIFF,
  rf64: RIFF,
  w64: { ...RIFF, first: 40, header: 24, align: 8 },
  aiff: AIFF,
  aifc: AIFF,
};
/** The entries of a LIST INFO chunk. */
export const INFO: Dialect = { ...RIFF, first: 4, sound: '' };

/** Readers stop at other names. */
export const CHUNK_NAME = /^[ -~]{4}$/;
/** Other names are rare. They tell where a chunk begins if a pad byte is missing. */
const USUAL_NAMES = new Set(
  (
    'data,fmt ,fact,LIST,bext,iXML,axml,chna,ubxt,id3 ,ID3 ,JUNK,junk,PAD ,FLLR,cue ,smpl,inst,plst,PEAK,levl,cart,minf,' +
    'elm1,elmo,regn,umid,DGDA,_PMX,SMED,acid,strc,SSND,COMM,FVER,NAME,AUTH,ANNO,(c) ,MARK,COMT,INST,MIDI,APPL,CHAN,AESD'
  ).split(','),
);

/**
 * The chunks of a file that begins at `from`, in order. `longSize` is the size of the sound in 64 bits once `ds64` was read: in RF64 and BW64
 * it decides. Nothing follows sound of unknown length.
 */
export async function* walk(
  source: ByteSource,
  dialect: Dialect,
  from: number,
  longSize: () => number | null = () => null,
): AsyncGenerator<Chunk> {
  let at = from + dialect.first;
  while (at + dialect.header <= source.size) {
    const header = await source.read(at, dialect.header);
    if (header.length < dialect.header) return;
    const id = ascii(header, 0, 4);
    const offset = at + dialect.header;
    const declared = sizeField(header, dialect);
    const size = id === dialect.sound ? await soundSize(source, dialect, offset, declared, longSize()) : declared;
    yield { id, offset, size: size ?? source.size - offset, isOpen: size === null };
    if (size === null) return;
    at = await nextChunk(source, dialect, offset, size);
  }
}

/** Null if the size is unknown, which means: to the end of the file. */
async function soundSize(
  source: ByteSource,
  dialect: Dialect,
  offset: number,
  declared: number,
  longSize: number | null,
): Promise<number | null> {
  const fits = (size: number) => offset + size <= source.size;
  if (longSize) {
    const isEnd = !fits(longSize) && fits(declared) && (await endsInChunks(source, dialect, offset + declared));
    if (isEnd && declared > 0) return declared;
    return longSize > Number.MAX_SAFE_INTEGER ? null : longSize;
  }
  if (declared <= dialect.soundHead) return (await endsInChunks(source, dialect, offset + declared)) ? declared : null;
  return declared === MAX_32 || (!fits(declared) && isPlaceholder(declared, dialect)) ? null : declared;
}

const MAX_32 = 0xffffffff;

/**
 * Whether a program that cannot return to the header of a pipe writes this size: a little less than 2 or 4 GiB, SoX in
 * AIFF 0x7f000000, FFmpeg in Wave64 the largest number.
 */
const isPlaceholder = (size: number, { soundHead, header }: Dialect): boolean =>
  (size >= 0x7fff0000 && size <= 0x80000000) ||
  (size >= 0xffffff00 && size <= MAX_32) ||
  (soundHead > 0 && size >= 0x7eff0000 && size <= 0x7f000000 + soundHead) ||
  (header === 24 && size > Number.MAX_SAFE_INTEGER);

const MAX_LAST_CHUNKS = 1_000;

/**
 * Whether the rest of the file consists only of named chunks: then the data after an empty sound chunk is not sound.
 */
async function endsInChunks(source: ByteSource, dialect: Dialect, from: number): Promise<boolean> {
  let at = from;
  let end = from;
  for (let count = 0; count < MAX_LAST_CHUNKS && at < source.size; count++) {
    const header = await source.read(at, dialect.header);
    if (header.length < dialect.header || !CHUNK_NAME.test(ascii(header, 0, 4))) return false;
    const [offset, size] = [at + dialect.header, sizeField(header, dialect)];
    end = offset + size;
    at = await nextChunk(source, dialect, offset, size);
  }
  // The last pad byte may be missing.
  return end === source.size || at === source.size;
}

/**
 * Where the chunk behind one that ends here begins. Some programs leave the pad byte of an odd chunk out, others fill it
 * with something.
 */
async function nextChunk(source: ByteSource, dialect: Dialect, offset: number, size: number): Promise<number> {
  const end = offset + size;
  const padded = offset + Math.ceil(size / dialect.align) * dialect.align;
  if (padded === end || dialect.header !== 8) return padded;
  const both = await source.read(end, 9);
  const [bare, after] = [both.subarray(0, 8), both.subarray(1)];
  const isUsual = (header: Uint8Array) => USUAL_NAMES.has(ascii(header, 0, 4));
  const isChunk = (header: Uint8Array, at: number) =>
    header.length === 8 &&
    CHUNK_NAME.test(ascii(header, 0, 4)) &&
    at + dialect.header + sizeField(header, dialect) <= source.size;
  if (isUsual(bare) !== isUsual(after)) return isUsual(bare) ? end : padded;
  return isChunk(bare, end) && !isChunk(after, padded) ? end : padded;
}

/** Wave64 sizes include the header and use 64 bits. */
function sizeField(header: Uint8Array, dialect: Dialect): number {
  const view = viewOf(header);
  if (dialect.header === 24) return Math.max(0, Number(view.getBigUint64(16, true)) - 24);
  return view.getUint32(4, dialect.littleEndian);
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
