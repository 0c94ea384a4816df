import { type ChunkFacts, readChunks } from '../../../../services/audio-headers/chunks.js';
import {
  type AudioContainer,
  containerBehindId3,
  containerOf,
  id3Length,
  namingFault,
  SNIFF_BYTES,
} from '../../../../services/audio-headers/containers.js';
import { documentKindOf, isDocument } from '../../../../services/file-kinds/documents.js';
import type { StagingHeader } from '../../api';
import { ByteSource, ReadLimitError } from './byte-source';
import { commonTags, either, noTags, textTags } from './tags';

export interface Reading {
  /** Whether the first bytes match the format that the file name claims, of audio or of a document. */
  isGenuine: boolean;
  /** Null if the header cannot be read. */
  header: StagingHeader | null;
}

const CHUNK_LIMITS = { maxChunks: 2000, maxTextBytes: 256 * 1024 };
/** Leaves room for cover pictures, which come before other tags. */
const BUDGET_BYTES = 4 << 20;
const DEADLINE_MS = 2000;
/** Longer ID3 tags are skipped: the parser reads a tag as a whole, and padding makes it slow. */
const MAX_ID3_BYTES = 2 << 20;

/** Loaded only for formats that need it: loading takes longer than reading all other formats. */
const musicMetadata = () => import('music-metadata');

/**
 * Identifies a file by its first bytes and reads its header within limits, and within a time in milliseconds.
 * @throws if the file cannot be read at all
 */
export async function readHeader(file: Blob, name: string, withinMs = DEADLINE_MS): Promise<Reading> {
  const source = new ByteSource(file, { budgetBytes: BUDGET_BYTES, deadline: performance.now() + withinMs });
  const first = await source.read(0, SNIFF_BYTES);
  if (documentKindOf(name)) return { isGenuine: isDocument(first, name), header: null };
  const tagBytes = id3Length(first);
  const sound = tagBytes === 0 ? first : await source.read(tagBytes, SNIFF_BYTES);
  const container = tagBytes === 0 ? containerOf(first, name) : containerBehindId3(sound);
  if (container === null || namingFault(container, name)) return { isGenuine: false, header: null };
  try {
    return { isGenuine: true, header: await headerOf(source, container, tagBytes, sound) };
  } catch {
    // The server reports faults in detail once it has the file.
    return { isGenuine: true, header: null };
  }
}

async function headerOf(
  source: ByteSource,
  container: AudioContainer,
  tagBytes: number,
  sound: Uint8Array,
): Promise<StagingHeader | null> {
  const chunks = await readChunks(source, container, CHUNK_LIMITS);
  if (chunks) {
    const { format, texts, id3 } = chunks;
    if (!format?.sampleRateHz || !format.channels) return null;
    const written = textTags(texts);
    return bounded({
      container,
      sampleRateHz: format.sampleRateHz,
      channels: format.channels,
      bitsStored: format.encoding === 'other' ? null : format.validBits || null,
      float: format.encoding === 'float',
      durationS: durationOf(chunks),
      tags: id3 ? either(await id3Tags(source, id3), written) : written,
    });
  }
  const from = tagBytes > MAX_ID3_BYTES ? tagBytes : 0;
  const blob = source.asBlob(container === 'flac' ? 'audio/flac' : 'audio/mpeg', from);
  const { parseBlob } = await musicMetadata();
  const { format, common } = await parseBlob(blob, { skipCovers: true });
  const { sampleRate, numberOfChannels, bitsPerSample, duration } = format;
  if (!sampleRate || !numberOfChannels) return null;
  // Without an Info or Xing frame, the length of an MP3 is only a guess from its bit rate.
  const isCounted = container === 'flac' || /Xing|Info/.test(new TextDecoder('latin1').decode(sound));
  return bounded({
    container,
    sampleRateHz: sampleRate,
    channels: numberOfChannels,
    bitsStored: container === 'flac' ? (bitsPerSample ?? null) : null,
    float: false,
    durationS: isCounted ? (duration ?? null) : null,
    tags: commonTags(common),
  });
}

/** Null if the header does not give the length in seconds, or claims more than the file holds. */
function durationOf({ format, sound, commonFrames }: ChunkFacts): number | null {
  if (!format?.sampleRateHz || (sound && sound.declaredBytes !== sound.presentBytes)) return null;
  if (commonFrames !== null) return commonFrames / format.sampleRateHz;
  const frameBytes = (format.storedBits / 8) * format.channels;
  if (!sound?.declaredBytes || !frameBytes || format.encoding === 'other') return null;
  return Math.floor(sound.declaredBytes / frameBytes) / format.sampleRateHz;
}

/** Reads an ID3 tag in its own chunk. The parser then looks for audio after it and fails, which is ignored. */
async function id3Tags(source: ByteSource, { from, to }: { from: number; to: number }) {
  if (to - from > MAX_ID3_BYTES) return noTags;
  try {
    const { parseBlob } = await musicMetadata();
    return commonTags((await parseBlob(source.asBlob('audio/mpeg', from, to), { skipCovers: true })).common);
  } catch (error) {
    if (error instanceof ReadLimitError) throw error;
    return noTags;
  }
}

/** Null if a value is out of the range that the server accepts: such a header is useless. */
function bounded(header: StagingHeader): StagingHeader | null {
  const { sampleRateHz, channels, bitsStored, durationS } = header;
  const isIn = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  if (!isIn(sampleRateHz, 10_000_000) || !isIn(channels, 255) || !isIn(bitsStored ?? 1, 64)) return null;
  const isLength = durationS !== null && durationS >= 0 && durationS <= 1_000_000;
  return { ...header, durationS: isLength ? durationS : null };
}
