import { AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S32, FF_ENCODER_FLAC } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { AudioError } from '../errors.js';
import type { ProbeFacts } from '../facts.js';
import type { AudioLimits } from '../limits.js';
import { FilterChain } from '../measure/filters.js';
import { decode } from '../read/decode.js';
import { openSound } from '../read/sound.js';
import { losslessPath } from '../results.js';
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
 * Encodes a file as FLAC at its own rate. Integers of up to 24 bits are kept exactly; longer ones and floats become 24
 * bits and are clipped at full scale. Throws AudioError for an unreadable or lossy file.
 */
export async function encodeLossless({ path, fileName, outDir, limits, onStart }: LosslessRequest): Promise<void> {
  const sound = await openSound(path, fileName, limits);
  try {
    onStart?.(sound.facts.durationS ?? 0);
    if (sound.facts.codec === 'mp3')
      throw new AudioError('unsupported', 'It is an MP3, so no lossless version can be made.');
    const state = { frames: 0, damaged: [] };
    let writer: LosslessWriter | null = null;
    for await (const frame of decode(sound, limits, state)) {
      writer ??= new LosslessWriter(losslessPath(outDir), sound.facts, frame.channelLayout.mask || undefined);
      writer.push(frame);
    }
    if (!writer) throw new AudioError('undecodable', 'No sound could be decoded from it.');
    writer.finish();
  } finally {
    sound.close();
  }
}

class LosslessWriter {
  private readonly encoder: FileEncoder;
  private readonly chain: FilterChain;

  constructor(path: string, { sampleRateHz, channels, bitsStored, float }: ProbeFacts, mask: bigint | undefined) {
    const short = !float && bitsStored !== null && bitsStored <= 16;
    this.encoder = openEncoder(path, { sampleRateHz, channels, mask, short });
    this.chain = new FilterChain([
      ['aformat', `sample_fmts=${short ? 's16' : 's32'}`],
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
  mask: bigint | undefined;
  short: boolean;
}

function openEncoder(path: string, { sampleRateHz, channels, mask, short }: Form): FileEncoder {
  try {
    return new FileEncoder(path, {
      format: 'flac',
      codec: FF_ENCODER_FLAC,
      sampleFormat: short ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S32,
      bits: short ? 16 : 24,
      sampleRateHz,
      channels,
      ...(mask !== undefined && { mask }),
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
