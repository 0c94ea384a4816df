import { CoarseSteps, Correlation, FlatTopCounter, type FlatTops, Places } from './meter-traces.js';
import { PEAKS_A_SECOND } from './peaks.js';

/** −60 dBFS: below this the ends of a file count as silence. */
const SILENCE = 0.001;
/** Full-scale samples in a row that make a clipped run. */
const RUN = 3;
/** Integer samples are counted in 32 bits, as FFmpeg scales them. */
const SCALE = 2 ** 31;

export interface SampleFigures {
  frames: number;
  /** Bits in use, 1 to 32, when samples are read as integers; null when all are zero. */
  bitsInUse: number | null;
  clippedSamples: number;
  clipRuns: number;
  /** Where the first of those runs begin. */
  clipFrames: number[];
  /** Mean of each channel, full scale = 1. */
  dcOffset: number[];
  /** Highest absolute sample of each channel. */
  peaks: number[];
  /** The first two channels carry the same samples, except for dither. */
  identical: boolean;
  /** Between the two channels, from −1 to 1; null unless there are two that are not silent. */
  correlation: number | null;
  /** The wave is flat at its highest level several times, below full scale. */
  flatTops: FlatTops | null;
  /** The words are longer than 16 bits, but their steps are those of 16 bits at another level. */
  coarse: boolean;
  leadSilenceFrames: number;
  tailSilenceFrames: number;
  /** Highest absolute sample of the first and of the last frame. */
  firstLevel: number;
  lastLevel: number;
  /** Minimum and maximum over all channels per fiftieth of a second, as int8. */
  waveform: Int8Array;
}

/**
 * Counts samples at full scale and runs of them. Called only for those samples. Floats go on above full scale, so only
 * runs of the same float count.
 */
class ClipCounter {
  samples = 0;
  runs = 0;
  readonly places: Places;
  private readonly last: number[];
  private readonly length: number[];
  /** The last of those samples in each channel; null for integers. */
  private readonly values: number[] | null;

  constructor(channels: number, sampleRateHz: number, float: boolean) {
    this.places = new Places(sampleRateHz);
    this.last = new Array<number>(channels).fill(-2);
    this.length = new Array<number>(channels).fill(0);
    this.values = float ? new Array<number>(channels).fill(0) : null;
  }

  count(channel: number, frame: number, sample: number): void {
    const { values } = this;
    const goesOn = this.last[channel] === frame - 1 && (values === null || values[channel] === sample);
    const length = goesOn ? this.length[channel]! + 1 : 1;
    this.last[channel] = frame;
    this.length[channel] = length;
    if (values) values[channel] = sample;
    if (values === null || length > RUN) this.samples++;
    else if (length === RUN) this.samples += RUN;
    if (length !== RUN) return;
    this.runs++;
    this.places.add(frame - RUN + 1);
  }
}

/** Collects everything that one pass over the samples can show. Takes interleaved samples in blocks of any length. */
export class SampleMeter {
  private readonly channels: number;
  private readonly sampleRateHz: number;
  /** Full scale as stored, and that of 16 bits, for 16-bit sound in a longer word. */
  private readonly fullScale: number;
  private readonly clips: ClipCounter;
  private readonly clips16: ClipCounter;
  private readonly clipFloor: number;
  /** Null if the steps of the words themselves make flat tops. */
  private readonly flatTops: FlatTopCounter | null;
  private readonly correlation: Correlation | null;
  private readonly steps: CoarseSteps | null;
  private readonly sums: Float64Array;
  private readonly peaks: Float64Array;
  private readonly waveform: number[] = [];
  private frames = 0;
  private bin = 0;
  private binMin = Infinity;
  private binMax = -Infinity;
  private bits = 0;
  /** The lowest bit that can be in use; once it was found, no more bits are examined. */
  private readonly lowestBit: number;
  private identical: boolean;
  /** Channels whose difference is not larger than dither count as the same. */
  private readonly tolerance: number;
  private firstLoud = -1;
  private lastLoud = -1;
  private firstLevel = 0;
  private lastLevel = 0;

  /** `integerBits` is the stored word length of integer samples, null for float and lossy ones (full scale = 1). */
  constructor(channels: number, sampleRateHz: number, integerBits: number | null) {
    this.channels = channels;
    this.sampleRateHz = sampleRateHz;
    this.fullScale = integerBits === null ? 1 : 1 - 2 ** (1 - integerBits);
    this.clipFloor = Math.min(this.fullScale, integerBits === null ? 1 : 1 - 2 ** -15);
    this.lowestBit = integerBits === null ? 1 : 1 << (32 - integerBits);
    this.clips = new ClipCounter(channels, sampleRateHz, integerBits === null);
    this.clips16 = new ClipCounter(channels, sampleRateHz, integerBits === null);
    this.flatTops = (integerBits ?? 32) < 16 ? null : new FlatTopCounter(channels, sampleRateHz, this.clipFloor);
    this.correlation = channels === 2 ? new Correlation() : null;
    this.steps = integerBits === 24 ? new CoarseSteps() : null;
    this.sums = new Float64Array(channels);
    this.peaks = new Float64Array(channels);
    this.identical = channels >= 2;
    this.tolerance = 2.5 * 2 ** (1 - (integerBits ?? 24));
  }

  push(samples: Float64Array): void {
    const { channels } = this;
    const frames = samples.length / channels;
    if (frames === 0) return;
    if (this.frames === 0) this.firstLevel = level(samples, 0, channels);
    this.lastLevel = level(samples, frames - 1, channels);
    for (let from = 0; from < frames;) {
      const to = Math.min(frames, this.binEnd() - this.frames + from);
      this.scan(samples, from, to);
      this.frames += to - from;
      from = to;
      if (this.frames === this.binEnd()) this.endBin();
    }
  }

  finish(): SampleFigures {
    if (this.binMax >= this.binMin) this.endBin();
    const bitsInUse = this.bits === 0 ? null : Math.clz32(this.bits & -this.bits) + 1;
    const clips = bitsInUse !== null && bitsInUse <= 16 ? this.clips16 : this.clips;
    return {
      frames: this.frames,
      bitsInUse,
      clippedSamples: clips.samples,
      clipRuns: clips.runs,
      clipFrames: clips.places.frames,
      dcOffset: Array.from(this.sums, (sum) => (this.frames === 0 ? 0 : sum / this.frames)),
      peaks: Array.from(this.peaks),
      identical: this.identical && this.frames > 0,
      correlation: this.correlation?.value ?? null,
      flatTops: this.flatTops?.found ?? null,
      coarse: bitsInUse === 24 && (this.steps?.found ?? false),
      leadSilenceFrames: this.firstLoud < 0 ? this.frames : this.firstLoud,
      tailSilenceFrames: this.firstLoud < 0 ? this.frames : this.frames - 1 - this.lastLoud,
      firstLevel: this.firstLevel,
      lastLevel: this.lastLevel,
      waveform: Int8Array.from(this.waveform),
    };
  }

  /** The frame at which the current fiftieth of a second ends. */
  private binEnd(): number {
    return Math.floor(((this.bin + 1) * this.sampleRateHz) / PEAKS_A_SECOND);
  }

  private endBin(): void {
    this.waveform.push(toInt8(this.binMin), toInt8(this.binMax));
    this.bin++;
    this.binMin = Infinity;
    this.binMax = -Infinity;
  }

  /**
   * The inner loop: one channel at a time, through less than a fiftieth of a second, which fits the processor's cache.
   */
  private scan(samples: Float64Array, from: number, to: number): void {
    const { channels, clipFloor } = this;
    const end = to * channels;
    if ((this.bits & this.lowestBit) === 0) this.findBits(samples, from * channels, end);
    let loudest = 0;
    for (let channel = 0; channel < channels; channel++) {
      let min = Infinity;
      let max = -Infinity;
      let sum = 0;
      for (let at = from * channels + channel; at < end; at += channels) {
        const sample = samples[at]!;
        if (sample < min) min = sample;
        if (sample > max) max = sample;
        sum += sample;
      }
      const peak = Math.max(max, -min);
      this.sums[channel]! += sum;
      if (peak > this.peaks[channel]!) this.peaks[channel] = peak;
      if (min < this.binMin) this.binMin = min;
      if (max > this.binMax) this.binMax = max;
      if (peak > loudest) loudest = peak;
      this.flatTops?.look(samples, channel, from, end, peak, this.frames - from);
      if (peak >= clipFloor) this.countClips(samples, channel, from, end);
    }
    this.correlation?.push(samples, from * channels, end);
    this.steps?.push(samples, from * channels, end);
    if (this.identical) this.identical = sameSamples(samples, from * channels, end, channels, this.tolerance);
    if (loudest >= SILENCE) this.findEdges(samples, from, to);
  }

  private findBits(samples: Float64Array, start: number, end: number): void {
    let bits = this.bits;
    for (let at = start; at < end; at++) bits |= samples[at]! * SCALE;
    this.bits = bits;
  }

  private countClips(samples: Float64Array, channel: number, from: number, end: number): void {
    const { channels, fullScale, clipFloor } = this;
    const first = this.frames - from;
    for (let at = from * channels + channel; at < end; at += channels) {
      const sample = samples[at]!;
      const size = Math.abs(sample);
      if (size < clipFloor) continue;
      const frame = first + Math.floor(at / channels);
      this.clips16.count(channel, frame, sample);
      if (size >= fullScale) this.clips.count(channel, frame, sample);
    }
  }

  private findEdges(samples: Float64Array, from: number, to: number): void {
    const first = this.frames - from;
    const loud = (frame: number) => level(samples, frame, this.channels) >= SILENCE;
    if (this.firstLoud < 0) {
      let frame = from;
      while (frame < to - 1 && !loud(frame)) frame++;
      this.firstLoud = first + frame;
    }
    let frame = to - 1;
    while (frame > from && !loud(frame)) frame--;
    this.lastLoud = first + frame;
  }
}

function sameSamples(samples: Float64Array, start: number, end: number, channels: number, tolerance: number): boolean {
  for (let at = start; at < end; at += channels) {
    if (Math.abs(samples[at]! - samples[at + 1]!) > tolerance) return false;
  }
  return true;
}

function level(samples: Float64Array, frame: number, channels: number): number {
  let highest = 0;
  for (let at = frame * channels; at < (frame + 1) * channels; at++) {
    const sample = Math.abs(samples[at]!);
    if (sample > highest) highest = sample;
  }
  return highest;
}

function toInt8(sample: number): number {
  return Math.max(-127, Math.min(127, Math.round(sample * 127)));
}
