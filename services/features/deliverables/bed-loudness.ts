import { sampleAt } from './pcm.js';

/** Loudness and true peak of the channels of a bed (ITU-R BS.1770-5), measured while the file is read. */
export interface BedLoudness {
  /** Null if every channel is silent. */
  integratedLkfs: number | null;
  truePeakDbtp: number | null;
  /** Seconds until the first sample above −60 dBFS in any channel of the file, objects included; null if there is none. */
  leadSilenceS: number | null;
}

const SIDE_WEIGHT = 10 ** 0.15;
/** Ear height, 60 to 120 degrees from the front. */
const SIDES = new Set(['Ls', 'Rs', 'Lss', 'Rss', 'Lw', 'Rw', 'M+060', 'M-060']);

/** The LFE does not count, speakers at the side count 1.5 dB more (BS.1770-5, table 4), all others as they are. */
const weightOf = (speaker: string | null): number =>
  speaker === null ? 1 : speaker.startsWith('LFE') ? 0 : SIDES.has(speaker) ? SIDE_WEIGHT : 1;

const BLOCK_S = 0.1;
/** A gating block is 400 ms, so it consists of four of them. */
const BLOCKS = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const AUDIBLE = 10 ** (-60 / 20);

/** Four-fold oversampling by the filter of BS.1770-5 annex 2; phases 2 and 3 mirror the first two. */
const PHASE_0 = [
  0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625, 0.97216796875,
  -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
];
const PHASE_1 = [
  -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
  -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
];
const PHASES = [PHASE_0, PHASE_1, PHASE_1.toReversed(), PHASE_0.toReversed()].map((phase) => Float64Array.from(phase));
const TAPS = 12;
/** Between samples of a size, the filter finds at most this many times that size: the sum of its coefficients. */
const MAX_GAIN = 2.1;

interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/** The K-weighting for any rate: a shelf for the head, then a high-pass. */
function kWeighting(rate: number): [Biquad, Biquad] {
  const shelf = Math.tan((Math.PI * 1681.974450955533) / rate);
  const [gain, q] = [10 ** (3.999843853973347 / 20), 0.7071752369554196];
  const band = gain ** 0.4996667741545416;
  const a0 = 1 + shelf / q + shelf * shelf;
  const pass = Math.tan((Math.PI * 38.13547087602444) / rate);
  const p = 0.5003270373238773;
  const c0 = 1 + pass / p + pass * pass;
  return [
    {
      b0: (gain + (band * shelf) / q + shelf * shelf) / a0,
      b1: (2 * (shelf * shelf - gain)) / a0,
      b2: (gain - (band * shelf) / q + shelf * shelf) / a0,
      a1: (2 * (shelf * shelf - 1)) / a0,
      a2: (1 - shelf / q + shelf * shelf) / a0,
    },
    { b0: 1, b1: -2, b2: 1, a1: (2 * (pass * pass - 1)) / c0, a2: (1 - pass / p + pass * pass) / c0 },
  ];
}

class ChannelMeter {
  /** Sum of squares of the weighted samples since it was last taken. */
  energy = 0;
  peak = 0;
  /** The last samples, twice in a row, so that a window is always contiguous. */
  private readonly history = new Float64Array(2 * TAPS);
  private at = 0;
  /** How many of the next windows hold a sample that can hide a new peak. */
  private toSearch = 0;
  private readonly state = new Float64Array(4);

  constructor(
    private readonly filters: [Biquad, Biquad],
    readonly weight: number,
  ) {}

  push(sample: number): void {
    const [shelf, pass] = this.filters;
    const { state, history } = this;
    const shaped = shelf.b0 * sample + state[0]!;
    state[0] = shelf.b1 * sample - shelf.a1 * shaped + state[1]!;
    state[1] = shelf.b2 * sample - shelf.a2 * shaped;
    const weighted = pass.b0 * shaped + state[2]!;
    state[2] = pass.b1 * shaped - pass.a1 * weighted + state[3]!;
    state[3] = pass.b2 * shaped - pass.a2 * weighted;
    this.energy += weighted * weighted;
    const size = Math.abs(sample);
    if (size > this.peak) this.peak = size;
    if (size * MAX_GAIN > this.peak) this.toSearch = TAPS;
    history[this.at] = history[this.at + TAPS] = sample;
    this.at = this.at + 1 === TAPS ? 0 : this.at + 1;
    if (this.toSearch === 0) return;
    this.toSearch -= 1;
    this.oversample();
  }

  private oversample(): void {
    for (const phase of PHASES) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap += 1) sum += phase[TAPS - 1 - tap]! * this.history[this.at + tap]!;
      const size = Math.abs(sum);
      if (size > this.peak) this.peak = size;
    }
  }
}

/** Meters the channels of a bed among all channels of a file. */
export class BedMeter {
  private readonly meters: { channel: number; meter: ChannelMeter }[];
  private readonly blockFrames: number;
  private readonly blocks: number[] = [];
  private frames = 0;
  private inBlock = 0;
  private firstAudible: number | null = null;
  private rest = Buffer.alloc(0);

  constructor(
    bed: readonly { channel: number; speaker: string | null }[],
    private readonly form: { channels: number; bytes: number; float: boolean; sampleRateHz: number },
  ) {
    const filters = kWeighting(form.sampleRateHz);
    this.meters = bed.map(({ channel, speaker }) => ({ channel, meter: new ChannelMeter(filters, weightOf(speaker)) }));
    this.blockFrames = Math.round(form.sampleRateHz * BLOCK_S);
  }

  /** Takes little-endian interleaved samples of 16 to 32 bits or floats; a chunk may end anywhere. */
  push(chunk: Uint8Array): void {
    const bytes =
      this.rest.length > 0
        ? Buffer.concat([this.rest, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const { channels, bytes: width } = this.form;
    const frameBytes = channels * width;
    const whole = bytes.length - (bytes.length % frameBytes);
    for (let at = 0; at < whole; at += frameBytes) {
      for (const { channel, meter } of this.meters) meter.push(sampleAt(bytes, at + channel * width, this.form));
      for (let channel = 0; this.firstAudible === null && channel < channels; channel += 1) {
        if (Math.abs(sampleAt(bytes, at + channel * width, this.form)) > AUDIBLE) this.firstAudible = this.frames;
      }
      this.frames += 1;
      if ((this.inBlock += 1) === this.blockFrames) this.endBlock();
    }
    this.rest = Buffer.from(bytes.subarray(whole));
  }

  finish(): BedLoudness {
    const peak = Math.max(0, ...this.meters.map(({ meter }) => meter.peak));
    return {
      integratedLkfs: gated(this.blocks),
      truePeakDbtp: peak > 0 ? 20 * Math.log10(peak) : null,
      leadSilenceS: this.firstAudible === null ? null : this.firstAudible / this.form.sampleRateHz,
    };
  }

  private endBlock(): void {
    let energy = 0;
    for (const { meter } of this.meters) {
      energy += meter.weight * meter.energy;
      meter.energy = 0;
    }
    this.blocks.push(energy / this.blockFrames);
    this.inBlock = 0;
  }
}

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of the blocks of 400 ms that are louder than both gates. */
function gated(blocks: readonly number[]): number | null {
  const powers = blocks.slice(BLOCKS - 1).map((_, index) => mean(blocks.slice(index, index + BLOCKS)));
  const audible = powers.filter((power) => loudnessOf(power) > ABSOLUTE_GATE);
  if (audible.length === 0) return null;
  const gate = loudnessOf(mean(audible)) + RELATIVE_GATE;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
}
