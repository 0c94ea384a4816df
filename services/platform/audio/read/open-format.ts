import { closeSync, openSync, readSync } from 'node:fs';
import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Codec, Dictionary, FFmpegError, FormatContext, InputFormat } from 'node-av/lib';
import type { ChunkFacts } from '../../../audio-headers/chunks.js';
import type { AudioContainer } from '../../../audio-headers/containers.js';
import type { EndTag } from '../../../audio-headers/end-tags.js';
import type { SampleFormat } from '../../../audio-headers/sample-format.js';
import { slashedValues } from '../../../audio-headers/texts.js';
import { AudioError } from '../errors.js';
import { CODECS, unsupported } from './encodings.js';

/** FFmpeg's names of the formats that may be opened: uploaded files cannot reach anything else in it. */
const FORMATS: Record<AudioContainer, string> = {
  wav: 'wav',
  rf64: 'wav',
  w64: 'w64',
  aiff: 'aiff',
  aifc: 'aiff',
  flac: 'flac',
  mp3: 'mp3',
};

type Options = Record<string, string | number>;

/** Where FFmpeg finds the sound of a file. */
export interface Opened {
  container: AudioContainer;
  from: number;
  id3From: number | null;
  chunks: ChunkFacts | null;
  /** Where the last frame of an MP3 ends; null for other files. */
  mpegTo: number | null;
  /** Tags behind the frames of an MP3. */
  endTags: EndTag[];
}

/** Opens the sound of a file; `closeInputSync` it. @throws AudioError */
export function openFormat(path: string, { container, from, chunks, mpegTo }: Opened, options: Options): FormatContext {
  const samples = chunks && plainSamples(chunks);
  // FFmpeg would end sound whose length its header does not say, or says wrongly, somewhere else.
  if (samples && chunks.sound?.declaredBytes === null) return openSamples(path, samples, options);
  try {
    const place = { skip_initial_bytes: String(from), ...options };
    // FFmpeg takes many bytes behind the frames for more sound, and then plays what the encoder added.
    if (mpegTo !== null)
      return open(rangeOf(path, 0, mpegTo), FORMATS[container], { ...place, protocol_whitelist: 'file,subfile' });
    const format = open(path, FORMATS[container], place);
    if (!samples || !isMisread(format, samples)) return format;
    format.closeInputSync();
    return openSamples(path, samples, options);
  } catch (error) {
    if (samples) return openSamples(path, samples, options);
    if (chunks?.format && !chunks.sound) throw new AudioError('undecodable', NO_SOUND);
    if (chunks?.format?.sampleRateHz) throw unsupported(null, chunks.format);
    throw container === 'mp3' ? new AudioError('undecodable', NO_FRAMES, (error as AudioError).detail) : error;
  }
}

export const NO_SOUND = 'It contains no sound.';
const NO_FRAMES = 'It contains no MP3 sound: there are not two frames in a row.';

interface PlainSamples {
  from: number;
  to: number;
  format: SampleFormat;
  /** FFmpeg's name of them when they are bare, such as s24le. */
  raw: string;
}

function openSamples(path: string, { format, raw, ...range }: PlainSamples, options: Options): FormatContext {
  return open(rangeOf(path, range.from, range.to), raw, {
    protocol_whitelist: 'file,subfile',
    sample_rate: Math.round(format.sampleRateHz ?? 0),
    ch_layout: layoutOf(format),
    ...options,
  });
}

/** FFmpeg's address of a part of a file. */
const rangeOf = (path: string, from: number, to: number) => `subfile,,start,${from},end,${to},,:${path}`;

/** The texts of the ID3 tags in a chunk and in front of the file, which FFmpeg does not always find, and at an MP3's end. */
export const readId3 = (path: string, { id3From, chunks, from, endTags }: Opened) => ({
  inChunk: tagsAt(path, chunks?.id3?.from ?? null),
  inFront: tagsAt(path, id3From),
  atEnd: tagsAt(path, endTags.find(({ kind }) => kind === 'ID3v2')?.from ?? null),
  // FFmpeg has the names of genres.
  id3v1: endTags.at(-1)?.kind === 'ID3v1' ? mpegTexts(path, from) : {},
});

function mpegTexts(path: string, from: number): Record<string, string> {
  const format = open(path, FORMATS.mp3, { skip_initial_bytes: String(from) });
  const texts = format.metadata?.getAll() ?? {};
  format.closeInputSync();
  return texts;
}

/** Texts that may have several values: FFmpeg's names, and those of frames that it leaves as they are. */
const SEVERAL = ['artist', 'album_artist', 'TSRC', 'TRC'];

/** FFmpeg reads ID3 tags before FLAC, whatever comes after them. */
function tagsAt(path: string, from: number | null): Record<string, string> {
  if (from === null) return {};
  const format = open(path, FORMATS.flac, { skip_initial_bytes: String(from) });
  const tags = format.metadata?.getAll() ?? {};
  format.closeInputSync();
  if (versionAt(path, from) >= 4) return tags;
  return Object.fromEntries(
    Object.entries(tags).map(([name, text]) => [name, SEVERAL.includes(name) ? slashedValues(text) : text]),
  );
}

/** Major version of the ID3v2 tag that begins there. */
function versionAt(path: string, from: number): number {
  const fd = openSync(path, 'r');
  try {
    const version = Buffer.alloc(1);
    readSync(fd, version, 0, 1, from + 3);
    return version[0]!;
  } finally {
    closeSync(fd);
  }
}

/** Opens a file as one of our formats: as the named one, or as the one that FFmpeg recognizes. @throws AudioError */
export function open(url: string, name: string | null, options: Options): FormatContext {
  const format = new FormatContext();
  format.allocContext();
  const format_whitelist = name ?? [...new Set(Object.values(FORMATS))].join(',');
  const dictionary = Dictionary.fromObject({ protocol_whitelist: 'file', format_whitelist, ...options });
  const opened = format.openInputSync(url, name === null ? null : InputFormat.findInputFormat(name), dictionary);
  if (opened < 0) throw new AudioError('undecodable', 'Its header is damaged.', FFmpegError.strerror(opened));
  return format;
}

/** Uncompressed samples that can be read without FFmpeg's understanding of the header. */
function plainSamples({ sound, format }: ChunkFacts): PlainSamples | null {
  if (!sound || !format?.sampleRateHz || format.encoding === 'other') return null;
  const raw = rawFormat(format);
  if (!CODECS.includes(`pcm_${raw}`)) return null;
  return { from: sound.from, to: sound.from + sound.presentBytes, format, raw };
}

/**
 * Whether FFmpeg finds the samples at another place, or takes them for others. It loses its place after an odd chunk without a
 * pad byte, some chunks of AIFF and those whose size is in `ds64`, and reads the last of two sounds. It goes by the valid bits
 * of a WAV, not by those that are stored, and takes AIFC's 'sowt' of any length for 16 bits.
 */
function isMisread(format: FormatContext, { from, raw }: PlainSamples): boolean {
  const stream = format.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const name = stream && Codec.findDecoder(stream.codecpar.codecId)?.name;
  // Compressed sound may be announced as PCM.
  if (name && !name.startsWith('pcm_')) return false;
  return name !== `pcm_${raw}` || Number(format.pbBytes) !== from;
}

/** FFmpeg takes a mask as a number. One that does not fit the channels names no speakers. */
function layoutOf({ channels, speakerMask }: SampleFormat): string {
  const speakers = speakerMask.toString(2).replaceAll('0', '').length;
  return speakers === channels ? `0x${speakerMask.toString(16)}` : `${channels} channels`;
}

/** FFmpeg's name of bare samples, such as s24le. */
function rawFormat({ encoding, storedBits, littleEndian, isSigned }: SampleFormat): string {
  if (storedBits === 8) return isSigned ? 's8' : 'u8';
  return `${encoding === 'float' ? 'f' : 's'}${storedBits}${littleEndian ? 'le' : 'be'}`;
}
