import { type ChunkFacts, readChunks } from '../../../../services/audio-headers/chunks.js';
import { type FoundAudio, recogniseAudio } from '../../../../services/audio-headers/find-audio.js';
import { declaredMpegFrames } from '../../../../services/audio-headers/mpeg-frames.js';
import { framesIn } from '../../../../services/audio-headers/sample-format.js';
import { documentKindOf, isDocument, SNIFF_BYTES } from '../../../../services/file-kinds/documents.js';
import type { StagingHeader } from '../../api';
import { ByteSource, ReadLimitError } from './byte-source';
import { commonTags, either, noTags, textTags } from './tags';

export interface Reading {
  /** Why the file is not what its name claims, of audio or of a document, for a sentence after its name; null if it is. */
  refusal: string | null;
  /** Null if the header cannot be read. */
  header: StagingHeader | null;
}

const CHUNK_LIMITS = { maxChunks: 2000, maxTextBytes: 256 * 1024 };
/** Leaves room for cover pictures, which come before other tags. */
const BUDGET_BYTES = 4 << 20;
const DEADLINE_MS = 2000;
/** An MP3's longest frame. */
const FIRST_FRAME_BYTES = 1441;
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
  if (documentKindOf(name)) {
    const isIt = isDocument(await source.read(0, SNIFF_BYTES), name);
    return { refusal: isIt ? null : 'does not contain what its name promises', header: null };
  }
  const found = await recogniseAudio(source, name);
  if (typeof found === 'string') return { refusal: found, header: null };
  try {
    return { refusal: null, header: await headerOf(source, found) };
  } catch {
    // The server reports faults in detail once it has the file.
    return { refusal: null, header: null };
  }
}

async function headerOf(source: ByteSource, { container, from, id3From }: FoundAudio): Promise<StagingHeader | null> {
  const inFront = id3From === null ? noTags : await id3Tags(source, { from: id3From, to: from });
  const chunks = await readChunks(source, container, CHUNK_LIMITS);
  if (chunks) {
    const { format, texts, id3 } = chunks;
    if (!format?.sampleRateHz || !format.channels) return null;
    const written = either(textTags(texts), inFront);
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
  const blob = source.asBlob(container === 'flac' ? 'audio/flac' : 'audio/mpeg', from);
  const { parseBlob } = await musicMetadata();
  const { format, common } = await parseBlob(blob, { skipCovers: true });
  const { sampleRate, numberOfChannels, bitsPerSample, duration } = format;
  if (!sampleRate || !numberOfChannels) return null;
  const own = commonTags(common);
  return bounded({
    container,
    sampleRateHz: sampleRate,
    channels: numberOfChannels,
    bitsStored: container === 'flac' ? (bitsPerSample ?? null) : null,
    float: false,
    durationS: container === 'mp3' ? await mp3Duration(source, from, sampleRate) : (duration ?? null),
    tags: container === 'mp3' ? either(inFront, own) : either(own, inFront),
  });
}

/** Length in seconds; null if it is not known, or the header claims more than the file holds. */
function durationOf({ format, sound, commonFrames }: ChunkFacts): number | null {
  if (!format?.sampleRateHz) return null;
  const { declaredBytes = 0, presentBytes = 0 } = sound ?? {};
  // Sound whose length the header does not say goes on to the end of the file.
  if (declaredBytes !== null && declaredBytes !== presentBytes) return null;
  const frames = commonFrames ?? (presentBytes > 0 ? framesIn(format, presentBytes) : null);
  return frames === null ? null : frames / format.sampleRateHz;
}

/** Null without a header of Xing or Fraunhofer: from the bit rate, the length is only a guess. */
async function mp3Duration(source: ByteSource, from: number, sampleRateHz: number): Promise<number | null> {
  const frames = declaredMpegFrames(await source.read(from, FIRST_FRAME_BYTES));
  const frameSamples = sampleRateHz >= 32_000 ? 1152 : 576;
  return frames && (frames * frameSamples) / sampleRateHz;
}

/** Reads an ID3 tag in its own range. The parser then looks for audio after it and fails, which is ignored. */
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
