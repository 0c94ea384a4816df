import { AV_SAMPLE_FMT_FLTP, FF_ENCODER_LIBMP3LAME } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { FilterChain } from '../filters.js';
import { previewRate } from '../preview-rate.js';
import { heardMix, panFilter } from '../speakers.js';
import { FileEncoder } from './encode.js';
import { dbBeforeLame } from './lame.js';

const MP3_FRAME = 1152;

export interface PreviewForm {
  channels: 1 | 2;
  bitRate: number;
}

const STEREO: PreviewForm = { channels: 2, bitRate: 256_000 };
const MONO: PreviewForm = { channels: 1, bitRate: 128_000 };
/** −60 dBFS. */
const INAUDIBLE = 0.001;
const INAUDIBLE_BIT_RATE = 32_000;

/** The preview's channels and bit rate: low for silence, whose masters may be tiny files. */
export function previewForm(channels: number, heard?: { peak: number; identical: boolean }): PreviewForm {
  const form = channels === 1 || heard?.identical ? MONO : STEREO;
  return heard && heard.peak < INAUDIBLE ? { ...form, bitRate: INAUDIBLE_BIT_RATE } : form;
}

/** The streaming preview: MP3 with a constant rate, so that it is seekable, at 32, 44.1 or 48 kHz. */
export class PreviewWriter {
  private readonly encoder: FileEncoder;
  private readonly chain: FilterChain;

  /** `loweredDb`: see `PlayedSound`. */
  constructor(path: string, sampleRateHz: number, { channels, bitRate }: PreviewForm, loweredDb = 0) {
    const rate = previewRate(sampleRateHz);
    this.chain = new FilterChain((speakers) => [
      ['aformat', 'sample_fmts=fltp'],
      panFilter(channels === 1 ? [[1]] : heardMix(speakers), loweredDb - dbBeforeLame(bitRate)),
      ['aresample', String(rate)],
      ['asetnsamples', `n=${MP3_FRAME}:p=0`],
    ]);
    this.encoder = new FileEncoder(path, {
      format: 'mp3',
      codec: FF_ENCODER_LIBMP3LAME,
      sampleFormat: AV_SAMPLE_FMT_FLTP,
      sampleRateHz: rate,
      channels,
      bitRate,
      compressionLevel: 7,
    });
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
