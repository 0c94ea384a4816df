import { Dictionary, FFmpegError, FormatContext, InputFormat } from 'node-av/lib';
import type { ChunkFacts } from '../../../audio-headers/chunks.js';
import type { AudioContainer } from '../../../audio-headers/containers.js';
import type { SampleFormat } from '../../../audio-headers/sample-format.js';
import { AudioError } from '../errors.js';

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
}

/** Opens the sound of a file; `closeInputSync` it. @throws AudioError */
export function openFormat(path: string, { container, from, chunks }: Opened, options: Options): FormatContext {
  const hidden = chunks && hiddenSamples(container, chunks);
  if (!hidden) return open(path, FORMATS[container], { skip_initial_bytes: String(from), ...options });
  const { format, ...range } = hidden;
  return open(`subfile,,start,${range.from},end,${range.to},,:${path}`, rawFormat(container, format), {
    protocol_whitelist: 'file,subfile',
    sample_rate: Math.round(format.sampleRateHz ?? 0),
    ch_layout: layoutOf(format),
    ...options,
  });
}

/** The texts of the ID3 tags in a chunk and in front of the file, which FFmpeg does not always find. */
export const readId3 = (path: string, { id3From, chunks }: Opened) => ({
  inChunk: tagsAt(path, chunks?.id3?.from ?? null),
  inFront: tagsAt(path, id3From),
});

/** FFmpeg reads ID3 tags before FLAC, whatever comes after them. */
function tagsAt(path: string, from: number | null): Record<string, string> {
  if (from === null) return {};
  const format = open(path, FORMATS.flac, { skip_initial_bytes: String(from) });
  const tags = format.metadata?.getAll() ?? {};
  format.closeInputSync();
  return tags;
}

const open = (url: string, name: string, options: Options): FormatContext =>
  openWith(url, name, { format_whitelist: name, ...options });

/** Opens a file as the given format, or as the one of ours that FFmpeg recognises. @throws AudioError */
export function openWith(url: string, name: string | null, options: Options): FormatContext {
  const format = new FormatContext();
  format.allocContext();
  const format_whitelist = [...new Set(Object.values(FORMATS))].join(',');
  const dictionary = Dictionary.fromObject({ protocol_whitelist: 'file', format_whitelist, ...options });
  const opened = format.openInputSync(url, name === null ? null : InputFormat.findInputFormat(name), dictionary);
  if (opened < 0) throw new AudioError('undecodable', 'Its header is damaged.', FFmpegError.strerror(opened));
  return format;
}

/**
 * The samples of a file in which FFmpeg does not find them: behind an odd chunk without a pad byte, of a length that the
 * header does not say or says wrongly, or after a chunk whose size is in `ds64`. Null for all others, where FFmpeg's own
 * reading of the header confirms ours.
 */
function hiddenSamples(
  container: AudioContainer,
  { chunks, sound, format }: ChunkFacts,
): { from: number; to: number; format: SampleFormat } | null {
  if (!sound || !format?.sampleRateHz || format.encoding === 'other') return null;
  const upToSound = chunks.slice(0, chunks.findIndex(({ id }) => id === 'data' || id === 'SSND') + 1);
  if (sound.declaredBytes !== null && isPadded(container, upToSound) && !upToSound.some(({ isLong }) => isLong))
    return null;
  return { from: sound.from, to: sound.from + sound.presentBytes, format };
}

/** FFmpeg takes a mask as a number. One that does not fit the channels names no speakers. */
function layoutOf({ channels, speakerMask }: SampleFormat): string {
  const speakers = speakerMask.toString(2).replaceAll('0', '').length;
  return speakers === channels ? `0x${speakerMask.toString(16)}` : `${channels} channels`;
}

function isPadded(container: AudioContainer, chunks: ChunkFacts['chunks']): boolean {
  if (container === 'w64') return true;
  return chunks.every(({ offset, size }, index) => {
    const next = chunks[index + 1];
    return !next || next.offset === offset + size + (size % 2) + 8;
  });
}

/** FFmpeg's name of bare samples, such as s24le. Those of 8 bits have a sign in AIFF only. */
function rawFormat(container: AudioContainer, { encoding, storedBits, littleEndian }: SampleFormat): string {
  if (storedBits === 8) return container.startsWith('aif') ? 's8' : 'u8';
  return `${encoding === 'float' ? 'f' : 's'}${storedBits}${littleEndian ? 'le' : 'be'}`;
}
