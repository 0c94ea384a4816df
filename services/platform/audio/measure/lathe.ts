import type { LatheFacts } from '../facts.js';

/** Sibilance is heard and cut here. */
const SIBILANCE_HZ = [5_000, 10_000] as const;
/** Bass below this has to be in both channels alike, or the groove becomes too shallow. */
const BASS_HZ = 150;
const BLOCK_S = 0.1;
/** Quieter bass, in dBFS, moves no cutter much. */
const QUIET_BASS = 10 ** (-30 / 10);
/** A larger share of the difference in the bass lifts the cutter out of the lacquer. */
const WIDE_BASS = 0.3;
/**
 * Sibilance that comes this close to the loudness of the side, in dB, is loud: usually it is 10 to 20 dB below. The
 * level of the file says nothing, because the cutting engineer changes it.
 */
const LOUD_SIBILANCE_DB = -8;
const MAX_PLACES = 5;
/** Places that are closer are one. */
const APART_S = 5;

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
  private readonly state = new Float64Array(12);
  private block = 0;
  private readonly sibilance: Place[] = [];
  private mid = 0;
  private side = 0;
  private readonly wide: Place[] = [];

  constructor(sampleRateHz: number) {
    this.bands = [
      filter('high', SIBILANCE_HZ[0], sampleRateHz),
      filter('low', SIBILANCE_HZ[1], sampleRateHz),
      filter('low', BASS_HZ, sampleRateHz),
    ];
  }

  /** Takes interleaved stereo blocks of 100 ms. */
  push(samples: Float64Array): void {
    const [high, low, bass] = this.bands;
    const { state } = this;
    let [hiss, mids, sides] = [0, 0, 0];
    for (let at = 0; at < samples.length; at += 2) {
      const [left, right] = [samples[at]!, samples[at + 1]!];
      const one = run(low, run(high, left, state, 0), state, 2);
      const other = run(low, run(high, right, state, 4), state, 6);
      hiss += one * one + other * other;
      const deep = run(bass, (left + right) / 2, state, 8);
      mids += deep * deep;
      const wide = run(bass, (left - right) / 2, state, 10);
      sides += wide * wide;
    }
    const atS = Math.round(this.block * BLOCK_S * 10) / 10;
    this.block += 1;
    if (samples.length === 0) return;
    // The mean of both channels; the energy of both is twice that of middle and difference.
    this.sibilance.push({ atS, value: 10 * Math.log10(hiss / samples.length + 1e-20) });
    this.mid += mids;
    this.side += sides;
    if ((mids + sides) / (samples.length / 2) > QUIET_BASS) this.wide.push({ atS, value: sides / (mids + sides) });
  }

  /** `integratedLufs` is the loudness of all of the sound. */
  finish(integratedLufs: number | null): LatheFacts {
    const [loudest, widest] = [highest(this.sibilance), highest(this.wide)];
    const loudFrom = integratedLufs === null ? Infinity : integratedLufs + LOUD_SIBILANCE_DB;
    const total = this.mid + this.side;
    return {
      sibilanceDbfs: loudest[0] ? round(loudest[0].value) : null,
      sibilanceAtS: loudest.flatMap(({ atS, value }) => (value > loudFrom ? [atS] : [])),
      bassSideShare: total > 0 ? round(this.side / total) : null,
      widestBassShare: widest[0] ? round(widest[0].value) : null,
      wideBassAtS: widest.flatMap(({ atS, value }) => (value > WIDE_BASS ? [atS] : [])),
    };
  }
}

interface Place {
  atS: number;
  value: number;
}

/** The places with the highest values, the highest first, each some seconds from the others. */
function highest(places: readonly Place[]): Place[] {
  const found: Place[] = [];
  for (const place of places.toSorted((one, other) => other.value - one.value)) {
    if (found.every(({ atS }) => Math.abs(atS - place.atS) >= APART_S)) found.push(place);
    if (found.length === MAX_PLACES) break;
  }
  return found;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Transposed direct form II; `at` is where its two values are in the state. */
function run({ b, a }: Filter, input: number, state: Float64Array, at: number): number {
  const output = b[0] * input + state[at]!;
  state[at] = b[1] * input - a[0] * output + state[at + 1]!;
  state[at + 1] = b[2] * input - a[1] * output;
  return output;
}
