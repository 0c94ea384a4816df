import { readChunks } from '../../../../services/audio-headers/chunks.js';
import { findAudio } from '../../../../services/audio-headers/find-audio.js';
import type { SampleFormat } from '../../../../services/audio-headers/sample-format.js';
import { sampleReader } from '../../../../services/audio-headers/sample-values.js';
import { silenceInvalid } from '../../../../services/audio-headers/valid-samples.js';
import { ByteSource } from '../headers/byte-source';
import { type CodedAudio, type Source, UnplayableError } from './coded-audio';

/** PCM has no frames; this many samples are read as one. */
const FRAME_SAMPLES = 1152;
const CHUNK_LIMITS = { maxChunks: 2000, maxTextBytes: 0 };
const BUDGET_BYTES = 4 << 20;
const DEADLINE_MS = 20_000;

/** Opens WAV, RF64, Wave64 and AIFF files with uncompressed samples; null for other formats. @throws UnplayableError */
export async function openPcm(source: Source, head: Uint8Array, signal: AbortSignal): Promise<CodedAudio | null> {
  const found = await findAudio({ read: (from, length) => head.subarray(from, from + length) });
  if (!found || found.container === 'flac' || found.container === 'mp3') return null;
  const { container } = found;
  const size = source.sizeBytes();
  if (size === null) throw new UnplayableError('Its length is not known');
  const slice = (from: number, to: number) => ({ arrayBuffer: () => source.read(from, Math.min(to, size), signal) });
  const limits = { budgetBytes: BUDGET_BYTES, deadline: performance.now() + DEADLINE_MS };
  const chunks = await readChunks(new ByteSource({ size, slice }, limits), container, CHUNK_LIMITS);
  const { format, sound } = chunks ?? {};
  if (!sound || !format?.channels || !format.sampleRateHz) throw new UnplayableError('No plain samples');
  const { channels } = format;
  const sampleRateHz = Math.round(format.sampleRateHz);
  const toFloat = reader(format);
  const step = (format.storedBits / 8) * channels;
  const count = Math.floor(sound.presentBytes / step);
  return {
    layout: {
      sampleRateHz,
      frames: Math.ceil(count / FRAME_SAMPLES),
      frameSamples: FRAME_SAMPLES,
      delay: 0,
      samples: count,
      preroll: 1,
    },
    async read({ from, to }, readSignal) {
      const first = sound.from + from * FRAME_SAMPLES * step;
      const last = sound.from + Math.min(to * FRAME_SAMPLES, count) * step;
      return floatWave(toFloat(await source.read(first, last, readSignal)), sampleRateHz, channels);
    },
  };
}

/** Returns a reader that converts samples to numbers from −1 to 1. */
function reader(format: SampleFormat): (bytes: ArrayBuffer) => Float32Array {
  const bytesEach = format.storedBits / 8;
  const at = sampleReader(format);
  if (!at) throw new UnplayableError(`Samples of ${bytesEach} bytes`);
  return (bytes) => {
    const view = new DataView(bytes);
    const values = new Float32Array(Math.floor(bytes.byteLength / bytesEach));
    for (let index = 0; index < values.length; index++) values[index] = at(view, index * bytesEach);
    if (format.encoding === 'float') silenceInvalid(values);
    return values;
  };
}

const HEADER_BYTES = 44;
const FLOAT = 3;

/** Builds a WAV of floats, which every browser can decode and resample. */
function floatWave(samples: Float32Array, sampleRateHz: number, channels: number): ArrayBuffer {
  const file = new ArrayBuffer(HEADER_BYTES + samples.byteLength);
  const view = new DataView(file);
  const text = (at: number, letters: string) =>
    [...letters].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, file.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, FLOAT, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * channels * 4, true);
  view.setUint16(32, channels * 4, true);
  view.setUint16(34, 32, true);
  text(36, 'data');
  view.setUint32(40, samples.byteLength, true);
  samples.forEach((sample, index) => view.setFloat32(HEADER_BYTES + index * 4, sample, true));
  return file;
}
