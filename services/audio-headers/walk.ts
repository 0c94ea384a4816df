import { isBlank, looksLikeSound } from './behind-end.js';
import { type ByteSource, bytesSource, viewOf } from './byte-source.js';
import { ascii, type AudioContainer } from './containers.js';
import { findEndTags } from './end-tags.js';
import { id3Length } from './find-audio.js';
import type { SampleFormat } from './sample-format.js';

/** `offset` is where its content begins. */
export interface Chunk {
  id: string;
  offset: number;
  /** Up to the end of the file for sound of unknown length, unless AIFF counts its frames. */
  size: number;
  /** Sound whose length its own header does not say, or says wrongly: it was written into a pipe, or never finished. */
  isOpen: boolean;
  /** Its size is in the table of `ds64`. */
  isLong: boolean;
  /** Another size that the sound may have; null if its end is clear. */
  otherSize: number | null;
  /** The size of the sound in its header if that is certainly wrong; null otherwise. */
  wrongSize: number | null;
}

/** Facts from earlier chunks about later ones; the reader fills them in while it walks. */
export interface KnownSizes {
  /** Sizes in 64 bits, from `ds64`, of the form (`RIFF`), of the sound (`data`) and of other chunks. */
  long: Map<string, number>;
  /** Format of the samples; null before its chunk. */
  format: SampleFormat | null;
  /** Bytes of the frames that AIFF's common chunk or `ds64` counts. */
  counted: number | null;
  /** In RF64 and BW64 the size of the sound in 64 bits decides; in other files it is stray. */
  isLongForm: boolean;
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
/** Names of whole files, which may be joined to the end of one. */
export const FORM_NAMES = ['RIFF', 'RF64', 'BW64', 'FORM', 'riff'];
/** Other names are rare. They tell where a chunk begins if a pad byte is missing. */
const USUAL_NAMES = new Set(
  FORM_NAMES.concat(
    (
      'data,fmt ,fact,LIST,bext,iXML,axml,chna,ubxt,id3 ,ID3 ,JUNK,junk,PAD ,FLLR,cue ,smpl,inst,plst,PEAK,levl,cart,minf,' +
      'elm1,elmo,regn,umid,DGDA,_PMX,SMED,acid,strc,SSND,COMM,FVER,NAME,AUTH,ANNO,(c) ,MARK,COMT,INST,MIDI,APPL,CHAN,AESD'
    ).split(','),
  ),
);

/** The chunks of a file that begins at `from`, in order. */
export async function* walk(
  source: ByteSource,
  dialect: Dialect,
  from: number,
  known: KnownSizes = { long: new Map(), format: null, counted: null, isLongForm: false },
): AsyncGenerator<Chunk> {
  let at = from + dialect.first;
  while (at + dialect.header <= source.size) {
    const header = await source.read(at, dialect.header);
    if (header.length < dialect.header) return;
    const id = ascii(header, 0, 4);
    const offset = at + dialect.header;
    const declared = sizeField(header, dialect);
    const isSound = id === dialect.sound;
    const long = declared === MAX_32 && !isSound ? known.long.get(id) : undefined;
    const sized = isSound ? await soundSize({ source, dialect, from, offset }, declared, known) : null;
    const closed = { size: long ?? declared, isOpen: false, otherSize: null, wrongSize: null };
    const chunk = { id, offset, isLong: long !== undefined, ...(sized ?? closed) };
    yield chunk;
    at = await nextChunk(source, dialect, offset, chunk.size);
  }
}

/** A place of a file whose form begins at `from`. */
interface Place {
  source: ByteSource;
  dialect: Dialect;
  from: number;
  offset: number;
}

type SoundSize = Pick<Chunk, 'size' | 'isOpen' | 'otherSize' | 'wrongSize'>;

const CLEAR = { isOpen: false, otherSize: null, wrongSize: null };
const mended = (size: number, wrongSize: number): SoundSize => ({ size, isOpen: true, otherSize: null, wrongSize });

async function soundSize(place: Place, declared: number, known: KnownSizes): Promise<SoundSize> {
  const { source, dialect, offset } = place;
  const rest = source.size - offset;
  const isConfirmed = async (size: number) => size <= rest && (await endsHere(place, size));
  const counted = known.counted === null ? rest : known.counted + (await soundStart(place));
  const long = known.long.get('data') ?? 0;
  if (long && known.isLongForm) {
    if (long > rest && declared > 0 && (await isConfirmed(declared))) return closedSound(place, declared, known);
    // With peaks, FFmpeg counts the chunk after the sound as sound.
    if (counted < long && long <= rest && (await isConfirmed(counted))) return mended(counted, long);
    if (long <= MAX_LONG) return closedSound(place, long, known, declared);
  } else if (declared > dialect.soundHead ? !isPlaceholder(declared, dialect, rest) : await isConfirmed(declared)) {
    return closedSound(place, declared, known, long);
  }
  // The count of frames says where the sound ends if other chunks follow.
  const isCounted = counted < rest && (await isConfirmed(counted));
  const size = isCounted ? counted : (await startOfLastChunks(place, dialect.soundHead)) - offset;
  return { ...CLEAR, size, isOpen: true };
}

/**
 * Sound of this size unless something contradicts it. Another size may fit as well: that of the other size field, or up to
 * the end of the file if what follows is neither a chunk nor outside of the form. A header that was written during the
 * recording and never again ends within the sound, which then goes on to the end of the file.
 */
async function closedSound(place: Place, size: number, known: KnownSizes, other = 0): Promise<SoundSize> {
  const { source, offset } = place;
  const rest = source.size - offset;
  if (size > rest) return { ...CLEAR, size };
  const isOther = other > 0 && other !== size && other <= rest;
  if (isOther && !known.isLongForm) return { ...CLEAR, size, otherSize: other };
  const isEnd = await endsHere(place, size, await endOfForm(place, known));
  if (isEnd && !(await isFollowedByBytes(place, size))) return { ...CLEAR, size };
  const counted = known.counted === null ? 0 : known.counted + (await soundStart(place));
  if (counted > size && counted <= rest && (await endsHere(place, counted))) return mended(counted, size);
  if (isOther && (await endsHere(place, other))) return { ...CLEAR, size, otherSize: other };
  const end = await startOfLastChunks(place, size);
  if (known.format && (await goesOn(place, size, end, known.format))) return mended(end - offset, size);
  return { ...CLEAR, size, otherSize: isEnd ? null : rest };
}

const ID3_HEAD = 10;

async function goesOn(place: Place, size: number, end: number, format: SampleFormat): Promise<boolean> {
  const { source, offset } = place;
  if (id3Length(await source.read(offset + size, ID3_HEAD)) > 0) return false;
  const sound = { from: offset + (await soundStart(place)), to: offset + size, end };
  return looksLikeSound(source, format, sound);
}

const LAST_BYTES = 65_536;

/**
 * Where chunks begin that go on to the end of the file, the first with a usual name, after content of this size; else that
 * end. Tags at the end belong to neither.
 */
async function startOfLastChunks({ source, dialect, offset }: Place, size: number): Promise<number> {
  const { framesEnd: fileEnd } = await findEndTags(source, offset + size);
  const from = offset + Math.max(size, fileEnd - offset - LAST_BYTES);
  const bytes = await source.read(from, fileEnd - from);
  const isName = (at: number) => CHUNK_NAME.test(ascii(bytes, at, at + 4)) && at + dialect.header <= bytes.length;
  const failed = new Set<number>();
  for (let first = 0; first + 4 <= bytes.length; first++) {
    if (!USUAL_NAMES.has(ascii(bytes, first, first + 4))) continue;
    for (let at = first; isName(at) && !failed.has(at);) {
      failed.add(at);
      const [content, length] = [at + dialect.header, sizeField(bytes.subarray(at), dialect)];
      at = await nextChunk(bytesSource(bytes), dialect, content, length);
      // The last pad byte may be missing.
      if (content + length === bytes.length || at === bytes.length) return from + first;
    }
  }
  return fileEnd;
}

/** Whether content of this size is followed by bytes that are neither a whole chunk nor blank. */
async function isFollowedByBytes({ source, dialect, offset }: Place, size: number): Promise<boolean> {
  const at = await nextChunk(source, dialect, offset, size);
  // One byte may be a pad byte.
  if (at >= source.size) return source.size > offset + size + 1 && !(await isBlank(source, offset + size));
  const header = await source.read(at, dialect.header);
  const name = ascii(header, 0, 4);
  const isWhole = header.length === dialect.header && at + dialect.header + sizeField(header, dialect) <= source.size;
  return !USUAL_NAMES.has(name) && !(isWhole && CHUNK_NAME.test(name)) && !(await isBlank(source, at));
}

/** Bytes of a sound chunk in front of the samples. In AIFF, its head says how many free bytes follow the head. */
export async function soundStart({ source, dialect, offset }: Omit<Place, 'from'>): Promise<number> {
  if (dialect.soundHead === 0) return 0;
  const head = await source.read(offset, 4);
  return dialect.soundHead + (head.length === 4 ? viewOf(head).getUint32(0) : 0);
}

/** Where the file ends by its header. */
export async function endOfForm(
  { source, dialect, from }: Omit<Place, 'offset'>,
  { long }: KnownSizes,
): Promise<number> {
  const bytes = await source.read(from, dialect.first);
  if (bytes.length < dialect.first) return source.size;
  const head = viewOf(bytes);
  if (dialect.header === 24) return from + Number(head.getBigUint64(16, true));
  return from + 8 + (long.get('RIFF') ?? head.getUint32(4, dialect.littleEndian));
}

/** Longer rests may be sound that a program wrote before it could count it. */
const STRAY_BYTES = 8192;

/** Whether only a few bytes or blank ones follow. */
const isStray = async (source: ByteSource, from: number): Promise<boolean> =>
  source.size - from < STRAY_BYTES || (await isBlank(source, from));

const MAX_32 = 0xffffffff;
/** Positions in a file stay exact. */
export const MAX_LONG = 2 ** 52;

/**
 * Whether a program that cannot return to the header of a pipe writes this size: the largest number, or more than the
 * rest of the file: a little less than 2 or 4 GiB, SoX in AIFF 0x7f000000, FFmpeg in Wave64 the largest of 64 bits.
 */
const isPlaceholder = (size: number, { soundHead, header }: Dialect, rest: number): boolean =>
  size === MAX_32 ||
  (size > rest &&
    ((size >= 0x7fff0000 && size <= 0x80000000) ||
      (size >= 0xffffff00 && size <= MAX_32) ||
      (soundHead > 0 && size >= 0x7eff0000 && size <= 0x7f000000 + soundHead) ||
      (header === 24 && size > Number.MAX_SAFE_INTEGER)));

const MAX_LAST_CHUNKS = 1_000;

/**
 * Whether content of this size is followed by the end of the file, by a chunk with a usual name, or by others that go
 * on to the end: that of the file, or that of the form if the file is cut off or only a few stray bytes follow.
 */
async function endsHere({ source, dialect, offset }: Place, size: number, formEnd?: number): Promise<boolean> {
  let end = offset + size;
  let at = await nextChunk(source, dialect, offset, size);
  for (let count = 0; count < MAX_LAST_CHUNKS; count++) {
    // The last pad byte may be missing.
    if (end === source.size || at === source.size) return true;
    const isFormEnd = end === formEnd || at === formEnd;
    if (at > source.size) return isFormEnd;
    const header = await source.read(at, dialect.header);
    const name = ascii(header, 0, 4);
    const isWhole = header.length === dialect.header;
    if (isWhole && USUAL_NAMES.has(name)) return true;
    if (isFormEnd) return isStray(source, at);
    if (!isWhole || !CHUNK_NAME.test(name)) return false;
    const [content, bytes] = [at + dialect.header, sizeField(header, dialect)];
    end = content + bytes;
    at = await nextChunk(source, dialect, content, bytes);
  }
  return false;
}

/**
 * Where the chunk behind one that ends here begins. Some programs leave the pad byte of an odd chunk out, others fill it
 * with something.
 */
export async function nextChunk(source: ByteSource, dialect: Dialect, offset: number, size: number): Promise<number> {
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
