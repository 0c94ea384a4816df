import type { FrameSpan, Layout } from './coded-audio';

/** About a second: playback starts quickly, and a seek discards little. */
const CELL_S = 1.152;
/** Frames decoded after a cell and discarded, because a resampler needs them. */
const POSTROLL_FRAMES = 1;

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));

/** A cell of audio, and where its samples are in the decoded frames. */
export interface Cell {
  frames: FrameSpan;
  /** Preroll samples to skip. */
  skip: number;
  /** Position of its first sample in the audio; negative during the encoder's delay. */
  start: number;
  /** Position after its last sample. */
  end: number;
}

/**
 * Divides audio into cells that are fetched, decoded and joined without a gap. All counts are samples at the output
 * rate. If the rates differ, cells begin where both rates have a whole sample.
 */
export class Grid {
  /** Length of the audio. */
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

  /** Index of the cell that contains this sample. */
  indexAt(sample: number): number {
    return Math.max(0, Math.floor((sample + this.delay) / this.samplesOf(this.cellFrames)));
  }

  /** Null after the last cell. */
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

/** The part of a cell from this sample on; null when nothing is left. */
export function pieceOf(cell: Cell, from: number): { at: number; offset: number; length: number } | null {
  const at = Math.max(cell.start, from, 0);
  if (at >= cell.end) return null;
  return { at, offset: cell.skip + at - cell.start, length: cell.end - at };
}
