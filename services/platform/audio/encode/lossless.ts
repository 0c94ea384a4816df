import { AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S32, FF_ENCODER_FLAC } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { AudioError } from '../errors.js';
import type { PlayedSound, ProbeFacts } from '../facts.js';
import { FilterChain } from '../filters.js';
import type { AudioLimits } from '../limits.js';
import { PlayedMeter } from '../measure/played.js';
import { decode, startOfDecoding } from '../read/decode.js';
import { openSound } from '../read/sound.js';
import { losslessPath } from '../results.js';
import { heardMix, panFilter } from '../speakers.js';
import { FileEncoder } from './encode.js';

export interface LosslessRequest {
  path: string;
  /** The name under which the file was sent. */
  fileName: string;
  /** An existing folder for the FLAC. */
  outDir: string;
  limits: AudioLimits;
  onStart?: (durationS: number) => void;
}

/**
 * Encodes a file as FLAC for listening, at its own rate. One and two channels of integers of up to 24 bits are kept
 * exactly; longer ones, floats and the stereo mix of more channels become 24 bits and are lowered as `PlayedSound` says.
 * Throws AudioError for an unreadable or lossy file.
 */
export async function encodeLossless(request: LosslessRequest): Promise<void> {
  const { path, fileName, limits } = request;
  const sound = await openSound(path, fileName, limits);
  try {
    const { facts } = sound;
    request.onStart?.(facts.durationS ?? 0);
    if (facts.codec === 'mp3') throw new AudioError('unsupported', 'It is an MP3, so no lossless version can be made.');
    const played = facts.float || facts.channels > 2 ? await measurePlayed(request) : null;
    const writer = new LosslessWriter(losslessPath(request.outDir), facts, played);
    const state = startOfDecoding();
    for await (const frame of decode(sound, limits, state)) writer.push(frame);
    if (state.frames === 0) throw new AudioError('undecodable', 'No sound could be decoded from it.');
    writer.finish();
  } finally {
    sound.close();
  }
}

/** Decodes the file a first time. */
async function measurePlayed({ path, fileName, limits }: LosslessRequest): Promise<PlayedSound> {
  const sound = await openSound(path, fileName, limits);
  const meter = new PlayedMeter(sound.facts);
  for await (const frame of decode(sound, limits)) meter.push(frame);
  sound.close();
  meter.push(null);
  return meter.finish();
}

class LosslessWriter {
  private readonly encoder: FileEncoder;
  private readonly chain: FilterChain;

  constructor(path: string, { sampleRateHz, channels, bitsStored }: ProbeFacts, played: PlayedSound | null) {
    const short = played === null && bitsStored !== null && bitsStored <= 16;
    const format = short ? 's16' : 's32';
    this.encoder = openEncoder(path, { sampleRateHz, channels: Math.min(2, channels), short });
    this.chain = new FilterChain((speakers) => [
      ['aformat', `sample_fmts=${played ? 'dblp' : format}`],
      panFilter(heardMix(speakers), played?.loweredDb),
      ['aformat', `sample_fmts=${format}`],
      ['asetnsamples', `n=${this.encoder.frameSize}:p=0`],
    ]);
  }

  push(frame: Frame | null): void {
    this.chain.push(frame, (block) => this.encoder.write(block));
  }

  finish(): void {
    this.push(null);
    this.encoder.finish();
    this.chain.close();
  }
}

interface Form {
  sampleRateHz: number;
  channels: number;
  short: boolean;
}

function openEncoder(path: string, { sampleRateHz, channels, short }: Form): FileEncoder {
  try {
    return new FileEncoder(path, {
      format: 'flac',
      codec: FF_ENCODER_FLAC,
      sampleFormat: short ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S32,
      bits: short ? 16 : 24,
      sampleRateHz,
      channels,
    });
  } catch (error) {
    const what = `${channels} channels at ${sampleRateHz} Hz`;
    throw new AudioError(
      'unsupported',
      `FLAC cannot hold ${what}.`,
      error instanceof Error ? error.message : undefined,
    );
  }
}
