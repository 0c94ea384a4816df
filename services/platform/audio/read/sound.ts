import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { Codec, type FormatContext } from 'node-av/lib';
import { isBlank } from '../../../audio-headers/behind-end.js';
import type { ByteSource } from '../../../audio-headers/byte-source.js';
import { type ChunkFacts, otherFrames, readChunks, wrongFrames } from '../../../audio-headers/chunks.js';
import { type EndTag, findEndTags } from '../../../audio-headers/end-tags.js';
import { type FoundAudio, recogniseAudio } from '../../../audio-headers/find-audio.js';
import { mpegEnd } from '../../../audio-headers/mpeg-end.js';
import { declaredMpegSamples, MAX_FRAME_BYTES } from '../../../audio-headers/mpeg-frames.js';
import { flacStrayBytes } from '../../../audio-tags/flac.js';
import { AudioError } from '../errors.js';
import type { AudioTags, ProbeFacts } from '../facts.js';
import type { AudioLimits } from '../limits.js';
import { CODECS, unsupported } from './encodings.js';
import { apeTexts, id3v1Texts, type Texts } from './end-texts.js';
import { NO_SOUND, openFormat, readId3 } from './open-format.js';
import { readTags } from './tags.js';

const CHUNK_LIMITS = { maxChunks: 20_000, maxTextBytes: 1024 * 1024 };
/** At most this many samples are added by an encoder at both ends. */
const MPEG_PADDING = 2 * 1152;

/** An audio file opened for reading; `close` it. */
export interface Sound {
  facts: ProbeFacts;
  sizeBytes: number;
  /** Sample frames that the header declares exactly, or null. */
  declaredFrames: number | null;
  /** Sample frames expected for a file of this size: fewer than declared when it was truncated. Null if unknown. */
  presentFrames: number | null;
  /** Sample frames if the header is read in another way; null if it is clear. */
  otherFrames: number | null;
  /** Sample frames by a header that is certainly wrong; null otherwise. */
  wrongFrames: number | null;
  /** The sample rate by the header of a FLAC if its frames have another one; null otherwise. */
  otherRateHz: number | null;
  /** Bytes behind everything that are neither sound nor a chunk. */
  strayBytes: number;
  format: FormatContext;
  stream: Stream;
  codec: Codec;
  close(): void;
}

/**
 * Opens a file that was sent as `fileName` and reads its header: a few kilobytes of most files. Throws AudioError when
 * it is not an audio file or exceeds the limits.
 */
export async function openSound(path: string, fileName: string, limits: AudioLimits): Promise<Sound> {
  const head = await readHead(path, fileName);
  const isCutShort = head.chunks?.isCutShort ?? false;
  if (isCutShort && !(head.chunks?.sound && head.chunks.format)) {
    throw new AudioError('undecodable', `It has more than ${CHUNK_LIMITS.maxChunks} chunks and no sound among them.`);
  }
  const format = openFormat(path, head, {
    // FFmpeg would read all chunks after the sound, and zeros as chunks, which takes a minute for 60 MB of empty ones. It stops at
    // the sound if it cannot seek.
    ...((isCutShort || head.chunks?.hasLongEnd) && { seekable: '0' }),
    codec_whitelist: CODECS.join(','),
    max_streams: 64,
  });
  try {
    if (!head.chunks?.format || head.chunks.format.encoding === 'other') format.findStreamInfoSync(null);
    const stream = format.streams.find((each) => each.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
    if (!stream) throw new AudioError('undecodable', NO_SOUND);
    const codec = Codec.findDecoder(stream.codecpar.codecId);
    if (!codec || !CODECS.includes(codec.name ?? '')) {
      throw unsupported(codec, head.chunks?.format ?? null);
    }
    const facts = describe(format, stream, codec, head, readId3(path, head));
    checkLimits(facts, limits);
    const length = lengthOf(stream, codec, head);
    if (head.chunks && length.presentFrames === 0) throw new AudioError('undecodable', NO_SOUND);
    if (length.presentFrames !== null) checkLength(length.presentFrames, facts, limits, head.sizeBytes);
    const longest = limits.maxDurationS * facts.sampleRateHz;
    const frames = [length.declaredFrames, length.presentFrames].find((each) => each !== null && each <= longest);
    if (frames != null) facts.durationS = frames / facts.sampleRateHz;
    return {
      facts,
      sizeBytes: head.sizeBytes,
      ...length,
      otherFrames: head.chunks && otherFrames(head.chunks),
      wrongFrames: head.chunks && wrongFrames(head.chunks),
      otherRateHz: otherRate(stream, head),
      strayBytes: head.strayBytes,
      format,
      stream,
      codec,
      close: () => format.closeInputSync(),
    };
  } catch (error) {
    format.closeInputSync();
    throw error;
  }
}

/** Read before FFmpeg opens the file. */
interface Head extends FoundAudio {
  sizeBytes: number;
  /** Null unless it is a RIFF or AIFF file. */
  chunks: ChunkFacts | null;
  /** Samples per channel in the header of an MP3; null without one. FFmpeg then estimates them from the bit rate. */
  mpegSamples: number | null;
  /** Where the last frame of an MP3 ends; null for other files. */
  mpegTo: number | null;
  /** Bytes at the end that are neither sound nor a chunk nor a tag. */
  strayBytes: number;
  /** Tags behind the frames of an MP3, and the texts of those that FFmpeg does not read or decode. */
  endTags: EndTag[];
  ape: Texts;
  id3v1: Texts;
}

async function readHead(path: string, fileName: string): Promise<Head> {
  const fd = openSync(path, 'r');
  try {
    const sizeBytes = fstatSync(fd).size;
    if (sizeBytes === 0) throw new AudioError('empty', 'It is empty.');
    const source = byteSource(fd, sizeBytes);
    const found = await recogniseAudio(source, fileName);
    if (typeof found === 'string') throw new AudioError('not_audio', `It ${found}.`);
    const { container, from } = found;
    const chunks = await readChunks(source, container, CHUNK_LIMITS);
    const isMpeg = container === 'mp3';
    const mpegSamples = isMpeg ? declaredMpegSamples(source.read(from, MAX_FRAME_BYTES)) : null;
    const { framesEnd, tags: endTags } = isMpeg ? await findEndTags(source, from) : { framesEnd: sizeBytes, tags: [] };
    const mpegTo = isMpeg ? await mpegEnd(source, from, framesEnd) : null;
    const mpegStray = mpegTo === null || (await isBlank(source, mpegTo, framesEnd)) ? 0 : framesEnd - mpegTo;
    const strayBytes = container === 'flac' ? await flacStrayBytes(source) : (chunks?.strayBytes ?? mpegStray);
    const last = (kind: EndTag['kind']) => endTags.findLast((each) => each.kind === kind);
    const [apeTag, id3v1Tag] = [last('APE'), last('ID3v1')];
    const ape = apeTag ? await apeTexts(source, apeTag) : {};
    const id3v1 = id3v1Tag ? await id3v1Texts(source, id3v1Tag) : {};
    return { ...found, sizeBytes, chunks, mpegSamples, mpegTo, strayBytes, endTags, ape, id3v1 };
  } finally {
    closeSync(fd);
  }
}

const byteSource = (fd: number, size: number) =>
  ({
    size,
    read(offset, length) {
      const buffer = Buffer.allocUnsafe(length);
      return buffer.subarray(0, readSync(fd, buffer, 0, length, offset));
    },
  }) satisfies ByteSource;

function describe(
  format: FormatContext,
  stream: Stream,
  codec: Codec,
  { container, chunks, ape, id3v1 }: Head,
  { inChunk, inFront, ...end }: ReturnType<typeof readId3>,
): ProbeFacts {
  const { sampleRate, channels, bitsPerCodedSample, bitsPerRawSample } = stream.codecpar;
  const name = codec.name === 'mp3float' ? 'mp3' : (codec.name ?? '');
  // FFmpeg reads the pad byte of an odd entry of LIST INFO as its last letter, and joins the comments of an AIFF's chunks.
  const isOurs = ['wav', 'rf64', 'aiff', 'aifc'].includes(container);
  const own = isOurs || container === 'mp3' ? {} : { ...stream.metadata?.getAll(), ...format.metadata?.getAll() };
  const tags =
    container === 'mp3'
      ? [inFront, end.atEnd, ape, { ...end.id3v1, ...id3v1 }].map((texts) => readTags(texts, new Map())).reduce(filled)
      : filled(readTags({ ...inChunk, ...own }, chunks?.texts ?? new Map()), readTags(inFront, new Map()));
  const bits = chunks?.format?.validBits || bitsPerRawSample || bitsPerCodedSample || null;
  return {
    container,
    codec: name,
    sampleRateHz: sampleRate,
    channels,
    bitsStored: name === 'mp3' ? null : bits,
    float: name.startsWith('pcm_f'),
    durationS: null,
    tags,
  };
}

/** The better texts, and others where they are missing: those of a tag in front of a file, or at its end. */
const filled = (better: AudioTags, others: AudioTags): AudioTags => ({
  ...others,
  ...Object.fromEntries(Object.entries(better).filter(([, value]) => value !== null)),
});

/**
 * How many sample frames the header declares, and how many to expect from the header or the file's size; null if
 * unknown.
 */
function lengthOf(
  stream: Stream,
  codec: Codec,
  { container, chunks, mpegSamples }: Head,
): Pick<Sound, 'declaredFrames' | 'presentFrames'> {
  const { sampleRate, channels, bitsPerCodedSample } = stream.codecpar;
  if (chunks && !codec.name?.startsWith('pcm_')) return { declaredFrames: null, presentFrames: null };
  if (chunks) {
    const frameBytes = (channels * (chunks.format?.storedBits || bitsPerCodedSample)) / 8;
    const { declaredBytes = null, presentBytes = null } = chunks.sound ?? {};
    const declared = chunks.commonFrames ?? (declaredBytes === null ? null : declaredBytes / frameBytes);
    const present = presentBytes === null ? null : Math.floor(presentBytes / frameBytes);
    return { declaredFrames: declared === null ? null : Math.floor(declared), presentFrames: present };
  }
  const { num, den } = stream.timeBase;
  const rate = otherRate(stream, { container }) ?? sampleRate;
  const frames = stream.duration > 0n ? Math.round((Number(stream.duration) * num * rate) / den) : null;
  if (container !== 'mp3') return { declaredFrames: frames, presentFrames: frames };
  // FFmpeg leaves out what the encoder added at both ends, but estimates the length of files that were joined.
  const isExact = frames !== null && mpegSamples !== null && Math.abs(mpegSamples - frames) <= MPEG_PADDING;
  return { declaredFrames: isExact ? frames : mpegSamples, presentFrames: frames };
}

/** FFmpeg counts time by the header's rate. */
function otherRate(
  { codecpar, timeBase: { num, den } }: Stream,
  { container }: Pick<Head, 'container'>,
): number | null {
  return container === 'flac' && den !== num * codecpar.sampleRate ? den / num : null;
}

/** Throws when rate or channels of a file, or of a part of it, exceed the limits. */
export function checkLimits(
  { sampleRateHz, channels }: Pick<ProbeFacts, 'sampleRateHz' | 'channels'>,
  limits: AudioLimits,
): void {
  if (sampleRateHz <= 0 || channels <= 0) throw new AudioError('undecodable', 'Its header is damaged.');
  if (channels > limits.maxChannels) {
    throw new AudioError(
      'too_many_channels',
      `It has ${channels} channels; at most ${limits.maxChannels} are possible.`,
    );
  }
  if (sampleRateHz < limits.minSampleRateHz || sampleRateHz > limits.maxSampleRateHz) {
    const [low, high] = [limits.minSampleRateHz / 1000, limits.maxSampleRateHz / 1000];
    throw new AudioError(
      'rate_out_of_range',
      `Its sample rate is ${sampleRateHz} Hz; ${low} to ${high} kHz are possible.`,
    );
  }
}

/** Throws when that many sample frames exceed the limits. */
export function checkLength(frames: number, facts: ProbeFacts, limits: AudioLimits, sizeBytes: number): void {
  if (frames > limits.maxDurationS * facts.sampleRateHz) {
    throw new AudioError('too_long', `It is longer than ${Math.round(limits.maxDurationS / 360) / 10} hours.`);
  }
  if (frames * facts.channels > Math.min(limits.maxSamples, limits.freeSamples + sizeBytes * limits.samplesPerByte)) {
    throw new AudioError(
      'too_many_samples',
      'It holds more sound than can be analysed for its size, rate and channel count.',
    );
  }
}
