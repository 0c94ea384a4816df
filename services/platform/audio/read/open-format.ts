import { Dictionary, FFmpegError, FormatContext, InputFormat } from 'node-av/lib';
import type { AudioContainer } from '../../../audio-headers/containers.js';
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

/** Opens the container that begins at `from`; `closeInputSync` it. @throws AudioError */
export function openFormat(
  path: string,
  container: AudioContainer,
  from: number,
  options: Record<string, string | number> = {},
): FormatContext {
  const format = new FormatContext();
  format.allocContext();
  const name = FORMATS[container];
  const dictionary = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: name,
    skip_initial_bytes: String(from),
    ...options,
  });
  const opened = format.openInputSync(path, InputFormat.findInputFormat(name), dictionary);
  if (opened < 0) throw new AudioError('undecodable', 'Its header is damaged.', FFmpegError.strerror(opened));
  return format;
}

/** The tags that begin at `from`. FFmpeg reads ID3 tags before FLAC, whatever comes after them. */
export function readId3(path: string, from: number): Record<string, string> {
  const format = openFormat(path, 'flac', from);
  const tags = format.metadata?.getAll() ?? {};
  format.closeInputSync();
  return tags;
}
