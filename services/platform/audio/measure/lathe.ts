import type { LatheFacts } from '../facts.js';

/** Sibilance is heard and cut here. */
const SIBILANCE_HZ = [5_000, 10_000] as const;
/** Bass below this has to be in both channels alike, or the groove becomes too shallow. */
const BASS_HZ = 150;
const BLOCK_S = 0.1;
/** Quieter bass moves no cutter much. */
const QUIET_BASS = 10 ** (-40 / 10);
const MAX_PLACES = 5;

interface Filter {
  b: [number, number, number];
  a: [number, number];
}

/** Second order by the cookbook of R. Bristow-Johnson, Butterworth. */
function filter(kind: 'low' | 'high', hertz: number, rate: number): Filter {
  const w = (2 * Math.PI * Math.min(hertz, rate * 0.45)) / rate;
  const [cos, alpha] = [Math.cos(w), Math.sin(w) / Math.SQRT2];
  const a0 = 1 + alpha;
  const edge = (kind === 'low' ? 1 - cos : 1 + cos) / 2 / a0;
  return { b: [edge, (kind === 'low' ? 2 : -2) * edge, edge], a: [(-2 * cos) / a0, (1 - alpha) / a0] };
}

/** Measures what concerns the lathe in stereo sound: the energy of sibilance, and how wide the bass is. */
export class LatheMeter {
  private readonly bands: [Filter, Filter, Filter];
  private readonly state = new Float64Array(8);
  private block = 0;
  private readonly sibilance: { atS: number; dbfs: number }[] = [];
  private mid = 0;
  private side = 0;
  private readonly wide: { atS: number; ratio: number }[] = [];
  private readonly sampleRateHz: number;

  constructor(sampleRateHz: number) {
    this.sampleRateHz = sampleRateHz;
    this.bands = [
      filter('high', SIBILANCE_HZ[0], sampleRateHz),
      filter('low', SIBILANCE_HZ[1], sampleRateHz),
      filter('low', BASS_HZ, sampleRateHz),
    ];
  }

  /** Takes interleaved stereo blocks of 100 ms. */
  push(samples: Float64Array): void {
    const frames = samples.length / 2;
    const [high, low, bass] = this.bands;
    const { state } = this;
    let [hiss, mids, sides] = [0, 0, 0];
    for (let at = 0; at < samples.length; at += 2) {
      const [left, right] = [samples[at]!, samples[at + 1]!];
      const mid = (left + right) / 2;
      const bright = run(low, run(high, mid, state, 0), state, 2);
      hiss += bright * bright;
      const deep = run(bass, mid, state, 4);
      mids += deep * deep;
      const wide = run(bass, (left - right) / 2, state, 6);
      sides += wide * wide;
    }
    const atS = Math.round(this.block * BLOCK_S * 10) / 10;
    this.block += 1;
    if (frames === 0) return;
    this.sibilance.push({ atS, dbfs: 10 * Math.log10(hiss / frames + 1e-20) });
    this.mid += mids;
    this.side += sides;
    if ((mids + sides) / frames > QUIET_BASS) this.wide.push({ atS, ratio: sides / (mids + sides) });
  }

  finish(): LatheFacts {
    const loud = this.sibilance.toSorted((one, other) => other.dbfs - one.dbfs);
    const wide = this.wide.toSorted((one, other) => other.ratio - one.ratio);
    const total = this.mid + this.side;
    return {
      sibilanceDbfs: loud[0] ? round(loud[0].dbfs) : null,
      sibilanceAtS: loud.slice(0, MAX_PLACES).map(({ atS }) => atS),
      bassSideShare: total > 0 ? round(this.side / total) : null,
      widestBassShare: wide[0] ? round(wide[0].ratio) : null,
      wideBassAtS: wide.slice(0, MAX_PLACES).map(({ atS }) => atS),
    };
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Transposed direct form II; `at` is where its two values are in the state. */
function run({ b, a }: Filter, input: number, state: Float64Array, at: number): number {
  const output = b[0] * input + state[at]!;
  state[at] = b[1] * input - a[0] * output + state[at + 1]!;
  state[at + 1] = b[2] * input - a[1] * output;
  return output;
}
