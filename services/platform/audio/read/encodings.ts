import type { Codec } from 'node-av/lib';
import type { SampleFormat } from '../../../audio-headers/sample-format.js';
import { AudioError } from '../errors.js';

/** The codecs that may be decoded: uploaded files cannot reach anything else in FFmpeg. */
export const CODECS = [
  'pcm_u8',
  'pcm_s8',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f32be',
  'pcm_f64le',
  'pcm_f64be',
  'flac',
  'mp3float',
  'mp3',
];

/** Names that people know, where FFmpeg has others. */
const NAMES: Partial<Record<string, string>> = {
  pcm_alaw: 'A-law',
  pcm_mulaw: 'µ-law',
  aac: 'AAC',
  ac3: 'Dolby Digital (AC-3)',
  eac3: 'Dolby Digital Plus (E-AC-3)',
  dca: 'DTS',
  gsm_ms: 'GSM',
  alac: 'Apple Lossless (ALAC)',
  libopus: 'Opus',
};

/** An error about an encoding that cannot be read: FFmpeg's codec, or that of the header if FFmpeg has none. */
export function unsupported(codec: Codec | null, format: SampleFormat | null): AudioError {
  const isPlain = !codec?.name || codec.name.startsWith('pcm_');
  if (codec?.name === 'pcm_f24le') return new AudioError('unsupported', INTEGERS_OR_FLOATS);
  if (isPlain && format && format.encoding !== 'other') {
    const bits = `${format.storedBits}-bit ${format.encoding}s`;
    return new AudioError('unsupported', `Its samples are ${bits}, which cannot be read. ${SAVE_AGAIN}`);
  }
  const known = codec && (NAMES[codec.name ?? ''] ?? codec.longName ?? codec.name);
  const unknown = `in a way that is not known here${format?.name ? ` (${format.name})` : ''}`;
  const encoding = known ? `as ${known}` : unknown;
  return new AudioError(
    'unsupported',
    `Its sound is encoded ${encoding}; only uncompressed sound (PCM), FLAC and MP3 can be read.`,
  );
}

const SAVE_AGAIN = 'Please save it again with 24 or 32 bits.';
const INTEGERS_OR_FLOATS = `Its header does not say whether its samples, 24 bits in 32, are integers or floats. ${SAVE_AGAIN}`;
