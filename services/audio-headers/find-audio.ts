import { apeLength } from './ape.js';
import type { ByteSource } from './byte-source.js';
import { ascii, type AudioContainer, namingFault } from './containers.js';
import { firstMpegFrame, isFreeFormat } from './mpeg-frames.js';

/** The sound of a file behind the tags, the padding and the stray bytes in front of it. */
export interface FoundAudio {
  container: AudioContainer;
  /** Where the container or the first frame begins. */
  from: number;
  /** Where the first ID3v2 tag in front of it begins; null without one. */
  id3From: number | null;
}

/** A signature needs 16 bytes; an MP3 may have a few stray bytes in front. */
const WINDOW_BYTES = 8192;
/** Frames are searched in this part of the window, so that three of the longest fit after it. */
const MAX_STRAY_BYTES = 4096;
/** Tags and windows of padding; no real file has that many. */
const MAX_SKIPPED = 100;

/** Finds the sound by its first bytes; null if it is of no kind that we read. */
export async function findAudio(source: Pick<ByteSource, 'read'>): Promise<FoundAudio | null> {
  const { from, id3From, bytes } = await skipTags(source);
  const container = signatureOf(bytes);
  if (container) return { container, from, id3From };
  if (firstMpegFrame(bytes, 0) === null && foreignAudio(bytes)) return null;
  const frame = firstMpegFrame(bytes, MAX_STRAY_BYTES);
  if (frame !== null) return { container: 'mp3', from: from + frame, id3From };
  return id3From === null ? null : { container: 'mp3', from, id3From };
}

/** The first bytes after tags and padding, and where they are. */
async function skipTags(source: Pick<ByteSource, 'read'>) {
  let from = 0;
  let id3From: number | null = null;
  for (let skipped = 0; ; skipped++) {
    const bytes = await source.read(from, WINDOW_BYTES);
    const id3 = id3Length(bytes);
    const length = id3 || (await apeLength(source, from)) || id3v1Length(bytes) || zerosAt(bytes);
    if (length === 0 || skipped === MAX_SKIPPED) return { from, id3From, bytes };
    if (id3 > 0) id3From ??= from;
    from += length;
  }
}

/** Audio that we know and cannot read, for a sentence after the file's name or 'It'. */
function foreignAudio(bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 4) === 'RIFX' && ascii(bytes, 8, 12) === 'WAVE')
    return 'is a WAV with its bytes in reverse order (RIFX), which cannot be read; please save it as an ordinary WAV';
  if (isFreeFormat(bytes))
    return 'is an MP3 of free format, whose bit rate is not a usual one, which cannot be read; please encode it again';
  const name = foreignName(bytes);
  return name && `is ${name}, which cannot be read; please send WAV, AIFF, FLAC or MP3`;
}

/** Names other formats by their first bytes. MP4 may hold an MP3 among its boxes. */
function foreignName(bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 4) === 'OggS') return 'Ogg';
  if (ascii(bytes, 0, 4) === 'wvpk') return 'WavPack';
  // Zeros at the beginning of the first size were skipped.
  if (ascii(bytes, 1, 8).includes('ftyp')) return 'MP4 or MOV';
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes;
  if (first === 0x0b && second === 0x77) return 'AC-3';
  if (first !== 0xff) return null;
  // The length of a frame of AAC (ISO 13818-7 §6.2) has 13 bits.
  const next = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  if ((second & 0xf6) === 0xf0 && next > 7 && bytes[next] === 0xff && bytes[next + 1] === second) return 'AAC';
  const isLayer2 = (second & 0xe6) === 0xe4 && (second & 0x18) !== 0x08;
  const isHeader = third >> 4 !== 0 && third >> 4 !== 15 && (third & 0x0c) !== 0x0c;
  return isLayer2 && isHeader ? 'MPEG layer II (MP2)' : null;
}

/**
 * The audio that its name claims to be, or a sentence, to be put after the file's name or 'It', why it is not.
 */
export async function recogniseAudio(source: Pick<ByteSource, 'read'>, fileName: string): Promise<FoundAudio | string> {
  const found = await findAudio(source);
  if (!found)
    return foreignAudio((await skipTags(source)).bytes) ?? 'does not begin like a WAV, AIFF, FLAC or MP3 file';
  return namingFault(found.container, fileName) ?? found;
}

/** First 16 bytes of Sony Wave64: the RIFF GUID. */
const W64_GUID = [0x72, 0x69, 0x66, 0x66, 0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb, 0x04, 0xc1, 0, 0];

function signatureOf(bytes: Uint8Array): AudioContainer | null {
  const form = ascii(bytes, 0, 4);
  const type = ascii(bytes, 8, 12);
  if (form === 'RIFF' && type === 'WAVE') return 'wav';
  if ((form === 'RF64' || form === 'BW64') && type === 'WAVE') return 'rf64';
  if (form === 'FORM' && type === 'AIFF') return 'aiff';
  if (form === 'FORM' && type === 'AIFC') return 'aifc';
  if (form === 'fLaC') return 'flac';
  return W64_GUID.every((byte, index) => bytes[index] === byte) ? 'w64' : null;
}

const HAS_FOOTER = 0x10;

/** Length of the ID3v2 tag at the beginning, 0 without one; its size is stored in 4 × 7 bits (ID3v2.4 §3.1). */
export function id3Length(bytes: Uint8Array): number {
  if (ascii(bytes, 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, index) => (sum << 7) | ((bytes[index] ?? 0) & 0x7f), 0);
  return 10 + size + ((bytes[5] ?? 0) & HAS_FOOTER ? 10 : 0);
}

export const ID3V1_BYTES = 128;

/** Length of the ID3v1 tag at the beginning, though it belongs at the end; 0 without one. */
const id3v1Length = (bytes: Uint8Array): number => (ascii(bytes, 0, 3) === 'TAG' ? ID3V1_BYTES : 0);

function zerosAt(bytes: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte !== 0);
  return end < 0 ? bytes.length : end;
}
