import { isBlank } from './behind-end.js';
import { type ByteSource, bytesSource, viewOf } from './byte-source.js';
import { ascii, type AudioContainer } from './containers.js';
import { findAudio, ID3V1_BYTES } from './find-audio.js';
import { aiffFormat, frameBytesOf, framesIn, type SampleFormat, waveFormat } from './sample-format.js';
import {
  type Chunk,
  CHUNK_NAME,
  type Dialect,
  dialects,
  endOfForm,
  FORM_NAMES,
  INFO,
  type KnownSizes,
  MAX_LONG,
  nextChunk,
  soundStart,
  walk,
} from './walk.js';

/** The content of the chunks of a RIFF, RF64/BW64, Wave64 or AIFF file, except the samples themselves. */
export interface ChunkFacts {
  /** All up to the limit, in order. */
  chunks: Chunk[];
  /** The sample format in the format chunk; null without one. */
  format: SampleFormat | null;
  /** The samples' chunk; null if none was found. */
  sound: SoundChunk | null;
  /** Number of sample frames that AIFF's common chunk declares. */
  commonFrames: number | null;
  /** Where the file ends by its header; Infinity if that is before the end of its sound, in a file that was never finished. */
  formEnd: number;
  /** Byte range of an ID3v2 tag. */
  id3: { from: number; to: number } | null;
  /** Text chunks by name, case as in the file: LIST INFO entries, bext, iXML, axml, NAME, AUTH, ANNO. */
  texts: Map<string, Uint8Array>;
  /** There are more chunks than the limit; the rest is not read. */
  isCutShort: boolean;
  /** Bytes behind the last chunk, such as zeros, would be as many chunks more to a reader that does not stop at their names. */
  hasLongEnd: boolean;
  /** Bytes after the last chunk that are neither blank nor doubtful sound, such as another file. */
  strayBytes: number;
}

export interface SoundChunk {
  /** Where the first sample begins. */
  from: number;
  /** Bytes that the header declares; null if it does not (streamed, never finished), or wrongly. */
  declaredBytes: number | null;
  /** Bytes that the file holds. */
  presentBytes: number;
  /** Bytes if the sound ends at another place, where the header allows that too; null if its end is clear. */
  otherBytes: number | null;
  /** Bytes of the sound in the header if they are certainly wrong; null otherwise. */
  wrongBytes: number | null;
}

export interface ChunkLimits {
  /** Enough for any real file; it bounds the work for a file of many tiny chunks. */
  maxChunks: number;
  /** Longer texts are cut. */
  maxTextBytes: number;
}

const TEXT_CHUNKS = new Set(['bext', 'iXML', 'axml', 'NAME', 'AUTH', 'ANNO', '(c) ']);

/** For callers that need no texts. */
const HEADERS_ONLY: ChunkLimits = { maxChunks: 1_000, maxTextBytes: 0 };

/**
 * Reads the chunks of a file; null for FLAC and MP3, which have none. Sources: Microsoft RIFF/WAVEFORMATEXTENSIBLE, EBU
 * Tech 3306 (RF64), ITU-R BS.2088 (BW64), Sony Wave64, AIFF-C draft 1991.
 */
export async function readChunks(
  source: ByteSource,
  container: AudioContainer,
  limits: ChunkLimits = HEADERS_ONLY,
): Promise<ChunkFacts | null> {
  const dialect = dialects[container];
  if (!dialect) return null;
  const facts: ChunkFacts = {
    chunks: [],
    format: null,
    sound: null,
    commonFrames: null,
    formEnd: Infinity,
    id3: null,
    texts: new Map(),
    isCutShort: false,
    hasLongEnd: false,
    strayBytes: 0,
  };
  const start = (await findAudio(source))?.from ?? 0;
  const known: KnownSizes = { long: new Map(), format: null, counted: null, isLongForm: container === 'rf64' };
  let longFrames = 0;
  let count = 0;
  let isEnd = false;
  for await (const chunk of walk(source, dialect, start, known)) {
    if (count === limits.maxChunks) {
      facts[isEnd ? 'hasLongEnd' : 'isCutShort'] = true;
      break;
    }
    count += 1;
    const { id, offset, size } = chunk;
    isEnd ||= facts.sound !== null && (!CHUNK_NAME.test(id) || FORM_NAMES.includes(id));
    if (isEnd) continue;
    facts.chunks.push(chunk);
    const body = (bytes: number) => source.read(offset, Math.min(bytes, size));
    if (id === 'ds64') {
      const ds64 = await body(MAX_DS64_BYTES);
      known.long = longSizes(ds64);
      if (known.isLongForm && ds64.length >= 24) longFrames = Number(viewOf(ds64).getBigUint64(16, true));
    } else if (id === 'fmt ') {
      facts.format = known.format ??= waveFormat(await body(40));
      if (facts.format) known.counted = longFrames * frameBytesOf(facts.format) || null;
    } else if (id === 'COMM') {
      const common = await body(22);
      if (common.length >= 8) {
        facts.format = known.format = aiffFormat(common);
        facts.commonFrames = viewOf(common).getUint32(2);
        known.counted = facts.commonFrames * frameBytesOf(facts.format) || null;
      }
    } else if (id === dialect.sound) {
      facts.sound ??= await soundOf(source, dialect, chunk);
    } else if (id === 'LIST') {
      await readInfo(await body(limits.maxTextBytes), facts.texts);
    } else if (TEXT_CHUNKS.has(id)) {
      facts.texts.set(id.trim(), await body(limits.maxTextBytes));
    } else if (id.toLowerCase() === 'id3 ') {
      facts.id3 ??= { from: offset, to: Math.min(offset + size, source.size) };
    }
  }
  // A header that does not say rightly where the sound ends has no right count either.
  if (facts.sound?.declaredBytes === null) facts.commonFrames = null;
  const formEnd = await endOfForm({ source, dialect, from: start }, known);
  if (facts.sound && formEnd >= facts.sound.from + facts.sound.presentBytes) facts.formEnd = formEnd;
  // After the form, a name whose size goes beyond the file is that of stray bytes.
  const { offset = 0, size = 0 } = facts.chunks.at(-1) ?? {};
  if (offset > facts.formEnd && offset + size > source.size) facts.chunks.pop();
  const last = facts.chunks.at(-1);
  if (last && !facts.isCutShort && otherFrames(facts) === null)
    facts.strayBytes = await strayBytes(source, await nextChunk(source, dialect, last.offset, last.size));
  return facts;
}

/** Bytes behind the last chunk, apart from blank ones and an ID3v1 tag. */
async function strayBytes(source: ByteSource, from: number): Promise<number> {
  const bytes = Math.max(0, source.size - from);
  if (bytes === 0 || (await isBlank(source, from))) return 0;
  return bytes === ID3V1_BYTES && ascii(await source.read(from, 3), 0, 3) === 'TAG' ? 0 : bytes;
}

/** A table of a thousand chunks. */
const MAX_DS64_BYTES = 28 + 12 * 1000;

/** The sizes in a `ds64` chunk (EBU Tech 3306): of the form, of the sound and, after the number of frames, of others. */
function longSizes(ds64: Uint8Array): Map<string, number> {
  const view = viewOf(ds64);
  const sizes = new Map<string, number>();
  const read = (id: string, at: number): void => {
    if (at + 8 <= ds64.length && !sizes.has(id))
      sizes.set(id, Math.min(Number(view.getBigUint64(at, true)), MAX_LONG + 1));
  };
  read('RIFF', 0);
  read('data', 8);
  const entries = ds64.length >= 28 ? view.getUint32(24, true) : 0;
  for (let at = 28; at < 28 + 12 * entries && at + 12 <= ds64.length; at += 12) read(ascii(ds64, at, at + 4), at + 4);
  return sizes;
}

async function soundOf(source: ByteSource, dialect: Dialect, chunk: Chunk): Promise<SoundChunk> {
  const { offset, size, isOpen, otherSize, wrongSize } = chunk;
  const skipped = await soundStart({ source, dialect, offset });
  const [from, bytes] = [offset + skipped, Math.max(0, size - skipped)];
  const presentBytes = Math.max(0, Math.min(bytes, source.size - from));
  const bytesOf = (other: number | null) => (other === null ? null : Math.max(0, other - skipped));
  return {
    from,
    declaredBytes: isOpen ? null : bytes,
    presentBytes,
    otherBytes: bytesOf(otherSize),
    wrongBytes: bytesOf(wrongSize),
  };
}

type Reading = Pick<ChunkFacts, 'format' | 'sound' | 'commonFrames'>;

/** The number of frames if the header is read in another way that is as good; null if there is none. */
export function otherFrames({ format, sound, commonFrames }: Reading): number | null {
  if (!format || !sound || (sound.declaredBytes ?? sound.presentBytes) !== sound.presentBytes) return null;
  const frames = framesIn(format, sound.presentBytes);
  const other = sound.otherBytes === null ? commonFrames : framesIn(format, sound.otherBytes);
  return frames === null || other === frames ? null : other;
}

/** The number of frames by a header that is certainly wrong; null otherwise. */
export const wrongFrames = ({ format, sound }: Pick<ChunkFacts, 'format' | 'sound'>): number | null =>
  format && sound && sound.wrongBytes !== null ? framesIn(format, sound.wrongBytes) : null;

/** A sentence to be put behind the file's name, or after 'It'. */
export const readInTwoWays = (frames: number, other: number): string =>
  `has a header that can be read in two ways: as ${frames} samples per channel and as ${other}. Please save it again.`;

/** Samples that can be taken from the stored bytes as they are. */
export interface StoredSamples {
  format: SampleFormat;
  from: number;
  sizeBytes: number;
}

/**
 * The samples, or what forbids taking them from the stored bytes, to be put behind the file's name. The number of frames
 * that the analysis decoded shows whether the header was understood.
 */
export function storedSamples(reading: Reading, decodedFrames: number | null): StoredSamples | string {
  const { format, sound } = reading;
  if (!format || !sound || sound.presentBytes === 0) return 'has no samples that can be read.';
  const { from, declaredBytes, presentBytes: sizeBytes } = sound;
  if (declaredBytes !== null && declaredBytes !== sizeBytes)
    return 'ends before its header says. Please upload it again.';
  if (decodedFrames === null) return 'has not been analysed yet.';
  const frames = framesIn(format, sizeBytes);
  if (frames === null) return 'has samples of a kind that cannot be copied.';
  const other = frames === decodedFrames ? otherFrames(reading) : decodedFrames;
  return other === null ? { format, from, sizeBytes } : readInTwoWays(frames, other);
}

async function readInfo(list: Uint8Array, texts: Map<string, Uint8Array>): Promise<void> {
  if (ascii(list, 0, 4) !== 'INFO') return;
  for await (const { id, offset, size } of walk(bytesSource(list), INFO, 0))
    texts.set(id, list.subarray(offset, offset + size));
}
