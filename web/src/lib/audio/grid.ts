import type { FrameSpan, Layout } from './coded-audio';

/** About a second, so that sound starts soon and a seek throws little away. */
const CELL_S = 1.152;
/** Frames decoded behind a cell and cut away: a resampler needs what follows. */
const POSTROLL_FRAMES = 1;

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));

/** A cell of sound, and where its own samples lie in what its frames decode to. */
export interface Cell {
  frames: FrameSpan;
  /** Samples of the preroll. */
  skip: number;
  /** The place of its first sample in the sound; negative where the encoder's delay comes first. */
  start: number;
  /** Its last sample's, not included. */
  end: number;
}

/**
 * The cells into which a sound is cut to be fetched, decoded and joined again without a seam. All counts are samples
 * at the rate of the output. Where the rates differ, cells begin where both have a whole sample.
 */
export class Grid {
  /** Of the sound. */
  readonly samples: number;
  private readonly cellFrames: number;
  private readonly preroll: number;
  private readonly delay: number;

  constructor(
    private readonly layout: Layout,
    readonly rateHz: number,
  ) {
    const { sampleRateHz, frameSamples } = layout;
    const step = sampleRateHz / gcd(frameSamples * rateHz, sampleRateHz);
    const up = (frames: number) => Math.ceil(frames / step) * step;
    this.cellFrames = up(Math.max(1, Math.round((CELL_S * sampleRateHz) / frameSamples)));
    this.preroll = up(layout.preroll);
    this.delay = Math.round((layout.delay * rateHz) / layout.sampleRateHz);
    this.samples = Math.round((layout.samples * rateHz) / layout.sampleRateHz);
  }

  /** The cell that holds this sample of the sound. */
  indexAt(sample: number): number {
    return Math.max(0, Math.floor((sample + this.delay) / this.samplesOf(this.cellFrames)));
  }

  /** Null behind the last one. */
  cell(index: number): Cell | null {
    const from = index * this.cellFrames;
    const start = this.samplesOf(from) - this.delay;
    if (index < 0 || from >= this.layout.frames || start >= this.samples) return null;
    const to = Math.min(from + this.cellFrames, this.layout.frames);
    const first = Math.max(0, from - this.preroll);
    return {
      frames: { from: first, to: Math.min(to + POSTROLL_FRAMES, this.layout.frames) },
      skip: this.samplesOf(from - first),
      start,
      end: Math.min(Math.round(this.samplesOf(to)) - this.delay, this.samples),
    };
  }

  private samplesOf(frames: number): number {
    return (frames * this.layout.frameSamples * this.rateHz) / this.layout.sampleRateHz;
  }
}

/** What of a cell is to be played from a sample of the sound on; null when nothing of it is left. */
export function pieceOf(cell: Cell, from: number): { at: number; offset: number; length: number } | null {
  const at = Math.max(cell.start, from, 0);
  if (at >= cell.end) return null;
  return { at, offset: cell.skip + at - cell.start, length: cell.end - at };
}
