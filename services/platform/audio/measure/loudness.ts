import { AV_OPT_TYPE_DOUBLE } from 'node-av/constants';
import type { FilterContext, Frame } from 'node-av/lib';
import type { AnalysisFacts } from '../facts.js';
import { FilterChain } from '../filters.js';

/** The absolute gate of ITU-R BS.1770-4: quieter blocks do not count. */
const GATE_LUFS = -70;
/** FFmpeg's gate counts louder sound as this: findings/ffmpeg-ebur128-ceiling.sh. */
const HIGHEST_LUFS = 10;

export interface Loudness extends Pick<AnalysisFacts, 'loudness' | 'truePeakDbtp'> {
  /** The frame of the block in which the true peak is reached. */
  truePeakFrame: number;
}

/** Loudness and true peak by FFmpeg's ebur128 (EBU R 128, Tech 3341 and 3342; true peak by four-fold oversampling). */
export class LoudnessMeter {
  private readonly chain = new FilterChain([['ebur128', 'peak=true:metadata=1:framelog=quiet']]);
  private maxMomentary = -Infinity;
  private maxShortTerm = -Infinity;
  private frames = 0;
  private truePeak = 0;
  private truePeakFrame = 0;

  /** Meters a frame and calls `take` with the same sound as interleaved doubles in blocks of 100 ms; null ends it. */
  push(frame: Frame | null, take: (samples: Float64Array) => void): void {
    this.chain.push(frame, (block) => {
      const metadata = block.getMetadata();
      this.maxMomentary = larger(this.maxMomentary, metadata.get('lavfi.r128.M'));
      this.maxShortTerm = larger(this.maxShortTerm, metadata.get('lavfi.r128.S'));
      // The highest so far, so it rises in the block that contains it.
      const truePeak = larger(this.truePeak, metadata.get('lavfi.r128.true_peak'));
      metadata.free();
      if (truePeak > this.truePeak) this.truePeakFrame = this.frames;
      this.truePeak = truePeak;
      this.frames += block.nbSamples;
      const bytes = block.data?.[0];
      if (bytes) take(new Float64Array(bytes.buffer, bytes.byteOffset, block.nbSamples * block.channels));
    });
  }

  /** The figures of everything that was pushed, after the end; null where there is none. */
  finish(): Loudness {
    const ebur128 = this.chain.filter('ebur128');
    const integratedLufs = integratedLoudness(ebur128);
    const figures: Loudness = {
      loudness: {
        integratedLufs,
        lraLu: integratedLufs === null ? null : round(readLevel(ebur128, 'range')),
        maxMomentaryLufs: aboveGate(this.maxMomentary),
        maxShortTermLufs: aboveGate(this.maxShortTerm),
      },
      truePeakDbtp: round(readLevel(ebur128, 'true_peak')),
      truePeakFrame: this.truePeakFrame,
    };
    this.chain.close();
    return figures;
  }
}

/** A level that the filter exports, in its own unit; −Infinity where there is none. */
export const readLevel = (ebur128: FilterContext | undefined, name: string): number =>
  ebur128?.getOption(name, AV_OPT_TYPE_DOUBLE) ?? -Infinity;

/** LUFS of everything that was pushed, to two decimals; null for silence, and for floats that are too loud to measure. */
export function integratedLoudness(ebur128: FilterContext | undefined): number | null {
  const level = readLevel(ebur128, 'integrated');
  return level < HIGHEST_LUFS ? aboveGate(level) : null;
}

/** The last block has no figures if it is shorter than the others. */
function larger(maximum: number, text: string | null): number {
  const value = text === null ? -Infinity : Number(text);
  return value > maximum ? value : maximum;
}

function aboveGate(level: number): number | null {
  return level > GATE_LUFS ? round(level) : null;
}

/** Rounds to two decimals; null for a number that is not finite. */
function round(value: number): number | null {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : null;
}
