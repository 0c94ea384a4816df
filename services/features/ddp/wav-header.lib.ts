import type { SampleFormat } from '../../audio-headers/sample-format.js';

export const WAV_HEADER_BYTES = 44;

type WavFormat = Pick<SampleFormat, 'channels' | 'storedBits' | 'encoding'> & { sampleRateHz: number };

export const frameBytes = ({ storedBits, channels }: Pick<SampleFormat, 'storedBits' | 'channels'>): number =>
  (storedBits / 8) * channels;

/** The header of a WAV with these samples and nothing else. An odd number of bytes is followed by a pad byte. */
export function wavHeader(format: WavFormat, dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  const bytes = frameBytes(format);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes + (dataBytes % 2), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(format.encoding === 'float' ? 3 : 1, 20);
  header.writeUInt16LE(format.channels, 22);
  header.writeUInt32LE(format.sampleRateHz, 24);
  header.writeUInt32LE(format.sampleRateHz * bytes, 28);
  header.writeUInt16LE(bytes, 32);
  header.writeUInt16LE(format.storedBits, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
