import { createHash } from 'node:crypto';
import { AV_SAMPLE_FMT_S16 } from 'node-av/constants';
import type { CodecParameters, Frame } from 'node-av/lib';
import type { AnalysisFacts } from '../facts.js';

/** Where STREAMINFO has the MD5 of all samples, and its length (RFC 9639 §8.2). */
const MD5_AT = 18;
const MD5_BYTES = 16;

/** Computes the MD5 that a FLAC of these decoded frames should have: of little-endian samples of whole bytes. */
export class FlacMd5 {
  private readonly hash = createHash('md5');
  private readonly bits: number;
  private readonly stored: string | null;

  constructor({ extradata }: Pick<CodecParameters, 'extradata'>, bits: number) {
    this.bits = bits;
    const md5 = extradata?.subarray(MD5_AT, MD5_AT + MD5_BYTES);
    this.stored = md5?.some((byte) => byte !== 0) ? md5.toString('hex') : null;
  }

  push({ data, format, nbSamples, channels }: Frame): void {
    const wide = format === AV_SAMPLE_FMT_S16 ? 2 : 4;
    const samples = data![0]!.subarray(0, nbSamples * channels * wide);
    this.hash.update(this.bits === 8 * wide ? samples : packed(samples, wide, this.bits));
  }

  /** May be called once. */
  finish(): NonNullable<AnalysisFacts['flacMd5']> {
    return { stored: this.stored, decoded: this.hash.digest('hex') };
  }
}

/** FFmpeg leaves shorter samples in the upper bits of 16 or 32. */
function packed(samples: Buffer, wide: 2 | 4, bits: number): Uint8Array {
  const bytes = Math.ceil(bits / 8);
  const result = new Uint8Array((samples.length / wide) * bytes);
  const shift = 8 * wide - bits;
  let to = 0;
  for (let from = 0; from < samples.length; from += wide) {
    const sample = (wide === 2 ? samples.readInt16LE(from) : samples.readInt32LE(from)) >> shift;
    for (let byte = 0; byte < bytes; byte++) result[to++] = sample >> (8 * byte);
  }
  return result;
}
