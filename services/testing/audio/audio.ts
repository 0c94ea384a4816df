import { writeFileSync } from 'node:fs';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S32,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
} from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { FileEncoder } from '../../platform/audio/encode/encode.js';
import type { SynthSettings } from '../../platform/audio/synth.js';
import { randomFrom, synthesise } from '../../platform/audio/synth.js';
import type { FileChunk, SampleFormat, WaveSettings } from './audio-containers.js';
import { aiffFile, id3Tag, infoChunk, wave64File, waveFile } from './audio-containers.js';
import { integratedLoudness } from './bs1770.js';

/** Read once: inside Jest each access to a global object is slow. */
const { max, min, round } = Math;

export interface AudioFileTags {
  title?: string;
  artist?: string;
  album?: string;
  /** '3' or '3/12'. */
  track?: string;
  isrc?: string;
}

export interface AudioFileSettings extends Partial<SynthSettings> {
  format: 'wav' | 'rf64' | 'w64' | 'aiff' | 'aifc' | 'flac' | 'mp3' | 'm4a';
  /** Word length of PCM and FLAC: 8, 16, 24, 32 (64 with float). */
  bits?: number;
  float?: boolean;
  /** Bits that a WAV sample occupies, if more than its word length. */
  container?: 32;
  /** For MP3 and AAC, bits per second; 256,000 by default. */
  bitRate?: number;
  /** Integers are dithered unless this is false. */
  dither?: boolean;
  /** Integrated loudness to scale to, in LUFS; samples above full scale are clipped. */
  lufs?: number;
  tags?: AudioFileTags;
  wave?: Pick<WaveSettings, 'form' | 'extensible' | 'before' | 'after'>;
}

/**
 * Writes a real audio file with only Node and npm. Defaults: song-like stereo of 5 s at 44.1 kHz, 16 bits, −18
 * LUFS, seed 1; a sine is 1 kHz.
 */
export function makeAudioFile(path: string, settings: AudioFileSettings): void {
  const synth = {
    kind: 'music',
    sampleRateHz: 44100,
    channels: 2,
    durationS: 5,
    seed: 1,
    frequencyHz: 1000,
    ...settings,
  } as const;
  writeAudioFile(path, scaledSound(synth, settings.lufs ?? -18), { ...settings, ...synth });
}

/** The latest sounds, because many tests write the same one in several formats. */
const sounds = new Map<string, Float64Array[]>();
const SOUNDS_KEPT = 4;

function scaledSound(synth: SynthSettings, lufs: number): Float64Array[] {
  const { kind, sampleRateHz, channels, durationS, seed, frequencyHz, melody } = synth;
  const key = JSON.stringify([kind, sampleRateHz, channels, durationS, seed, frequencyHz, melody, lufs]);
  let sound = sounds.get(key);
  if (!sound) {
    sound = synthesise(synth);
    if (kind !== 'silence') scaleTo(sound, sampleRateHz, lufs);
    if (sounds.size === SOUNDS_KEPT) sounds.delete(sounds.keys().next().value!);
    sounds.set(key, sound);
  }
  return sound;
}

/** Writes given channels of samples (full scale = 1) in a format. */
export function writeAudioFile(
  path: string,
  channels: Float64Array[],
  settings: Omit<AudioFileSettings, keyof SynthSettings> & { sampleRateHz: number },
): void {
  const { format, sampleRateHz, float = false, bits = float ? 32 : 16, tags = {}, wave } = settings;
  const sampleFormat: SampleFormat = { sampleRateHz, channels: channels.length, bits, float };
  if (format === 'mp3' || format === 'm4a') return encodeLossy(path, channels, sampleFormat, { ...settings, format });
  const bigEndian = format === 'aiff' || (format === 'aifc' && float);
  const samples = quantise(channels, sampleFormat, { bigEndian, dither: settings.dither ?? true });
  if (format === 'flac') return encodeFlac(path, samples, sampleFormat, tags);
  if (format === 'aiff' || format === 'aifc') {
    const after = Object.keys(tags).length > 0 ? [{ id: 'ID3 ', body: id3Tag(id3Frames(tags)) }] : [];
    const compression = format === 'aiff' ? undefined : float ? `fl${bits}` : 'sowt';
    return writeFileSync(path, aiffFile(samples, { ...sampleFormat, compression, after }));
  }
  if (format === 'w64') return writeFileSync(path, wave64File(samples, sampleFormat));
  const after: FileChunk[] = [...(wave?.after ?? []), ...(Object.keys(tags).length > 0 ? waveTags(tags) : [])];
  if (settings.container) {
    const wide = { ...sampleFormat, bits: settings.container };
    return writeFileSync(path, waveFile(widen(samples, bits), { ...wide, ...wave, after }));
  }
  const form = wave?.form ?? (format === 'rf64' ? 'RF64' : 'RIFF');
  writeFileSync(path, waveFile(samples, { ...sampleFormat, ...wave, form, after }));
}

/** Scales all channels by one factor, so that their integrated loudness is `lufs`. */
export function scaleTo(channels: Float64Array[], sampleRateHz: number, lufs: number): void {
  const factor = 10 ** ((lufs - integratedLoudness(channels, sampleRateHz)) / 20);
  if (!Number.isFinite(factor)) throw new Error('too short or too quiet to have a loudness');
  for (const samples of channels) for (let at = 0; at < samples.length; at++) samples[at]! *= factor;
}

function waveTags(tags: AudioFileTags): FileChunk[] {
  const names = { title: 'INAM', artist: 'IART', album: 'IPRD', track: 'ITRK' } as const;
  const entries = Object.entries(names).flatMap(([name, id]) => {
    const text = tags[name as keyof typeof names];
    return text ? [[id, text]] : [];
  });
  return [infoChunk(Object.fromEntries(entries)), { id: 'id3 ', body: id3Tag(id3Frames(tags)) }];
}

function id3Frames(tags: AudioFileTags): Record<string, string> {
  const names = { title: 'TIT2', artist: 'TPE1', album: 'TALB', track: 'TRCK', isrc: 'TSRC' } as const;
  const entries = Object.entries(tags).map(([name, text]) => [names[name as keyof AudioFileTags], text ?? '']);
  return Object.fromEntries(entries);
}

/** Interleaved samples, integers with triangular dither of one step (none for digital silence), 8 bits offset as in WAV. */
function quantise(
  channels: Float64Array[],
  { bits, float }: SampleFormat,
  { bigEndian, dither }: { bigEndian: boolean; dither: boolean },
): Buffer {
  const bytes = bits / 8;
  const frames = channels[0]?.length ?? 0;
  const buffer = Buffer.allocUnsafe(frames * channels.length * bytes);
  const random = randomFrom(7);
  const scale = 2 ** (bits - 1);
  let at = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const samples of channels) {
      const sample = samples[frame]!;
      if (float) {
        if (bits === 32) at = bigEndian ? buffer.writeFloatBE(sample, at) : buffer.writeFloatLE(sample, at);
        else at = bigEndian ? buffer.writeDoubleBE(sample, at) : buffer.writeDoubleLE(sample, at);
        continue;
      }
      const noise = dither && sample !== 0 ? random() - random() : 0;
      const value = max(-scale, min(scale - 1, round(sample * scale + noise)));
      if (bits === 8 && !bigEndian) at = buffer.writeUInt8(value + 128, at);
      else at = bigEndian ? buffer.writeIntBE(value, at, bytes) : buffer.writeIntLE(value, at, bytes);
    }
  }
  return buffer;
}

function encodeFlac(path: string, samples: Buffer, format: SampleFormat, tags: AudioFileTags): void {
  const wide = format.bits > 16;
  const { isrc, ...others } = tags;
  const encoder = new FileEncoder(path, {
    format: 'flac',
    codec: FF_ENCODER_FLAC,
    sampleFormat: wide ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16,
    sampleRateHz: format.sampleRateHz,
    channels: format.channels,
    bits: format.bits,
    tags: { ...others, ...(isrc ? { ISRC: isrc } : {}) },
  });
  const stride = format.channels * (wide ? 4 : 2);
  const data = wide ? widen(samples, format.bits) : samples;
  for (let at = 0; at < data.length; at += encoder.frameSize * stride) {
    const block = data.subarray(at, at + encoder.frameSize * stride);
    encoder.write(frameOf(block, block.length / stride, wide ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16, format));
  }
  encoder.finish();
}

/** FFmpeg keeps 24 bits in the upper part of 32. */
function widen(samples: Buffer, bits: number): Buffer {
  const bytes = bits / 8;
  const wide = Buffer.alloc((samples.length / bytes) * 4);
  for (let from = 0, to = 4 - bytes; from < samples.length; from += bytes, to += 4)
    samples.copy(wide, to, from, from + bytes);
  return wide;
}

const LOSSY = {
  mp3: { format: 'mp3', codec: FF_ENCODER_LIBMP3LAME },
  m4a: { format: 'ipod', codec: FF_ENCODER_AAC },
};

function encodeLossy(
  path: string,
  channels: Float64Array[],
  format: SampleFormat,
  settings: Pick<AudioFileSettings, 'bitRate' | 'tags'> & { format: keyof typeof LOSSY },
): void {
  const { isrc, ...others } = settings.tags ?? {};
  const encoder = new FileEncoder(path, {
    ...LOSSY[settings.format],
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    sampleRateHz: format.sampleRateHz,
    channels: format.channels,
    bitRate: settings.bitRate ?? 256_000,
    tags: { ...others, ...(isrc ? { TSRC: isrc } : {}) },
  });
  const frames = channels[0]?.length ?? 0;
  for (let at = 0; at < frames; at += encoder.frameSize) {
    const planes = channels.map((samples) => Float32Array.from(samples.subarray(at, at + encoder.frameSize)));
    const block = Buffer.concat(planes.map((plane) => Buffer.from(plane.buffer)));
    encoder.write(frameOf(block, planes[0]?.length ?? 0, AV_SAMPLE_FMT_FLTP, format));
  }
  encoder.finish();
}

function frameOf(
  block: Buffer,
  nbSamples: number,
  format: Parameters<typeof Frame.fromAudioBuffer>[1]['format'],
  sample: SampleFormat,
): Frame {
  const mask = (1n << BigInt(sample.channels)) - 1n;
  return Frame.fromAudioBuffer(block, {
    nbSamples,
    format,
    sampleRate: sample.sampleRateHz,
    channelLayout: {
      nbChannels: sample.channels,
      order: AV_CHANNEL_ORDER_NATIVE,
      mask: sample.channels === 1 ? 4n : mask,
    },
  });
}
