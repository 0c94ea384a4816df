/** How many places of a fault are reported, and how far apart they are. */
const MOST_PLACES = 5;
const APART_S = 1;

/** The first places where a fault was found, spread over the file. */
export class Places {
  /** Where they begin, ascending. */
  readonly frames: number[] = [];
  private readonly apart: number;

  constructor(sampleRateHz: number) {
    this.apart = APART_S * sampleRateHz;
  }

  add(frame: number): void {
    const last = this.frames.at(-1);
    if (this.frames.length < MOST_PLACES && (last === undefined || frame - last >= this.apart)) this.frames.push(frame);
  }

  clear(): void {
    this.frames.length = 0;
  }
}

/** Shorter flat tops may be natural. */
const FLAT_RUN = 4;
const FLAT_PLACES = 3;
/** Quieter flat tops do not come from clipping. */
const FLAT_LEVEL = 0.1;
/** The variation that dither adds to a flat top of 24 bits. A round top falls faster, even that of the lowest tone. */
const FLAT_TOLERANCE = 5 * 2 ** -23;

export interface FlatTops {
  places: number;
  level: number;
  /** Where the first ones are. */
  frames: number[];
}

/**
 * Finds the flat tops that clipping leaves when the level is lowered afterwards: runs of samples at the highest level.
 */
export class FlatTopCounter {
  private readonly levels: Float64Array;
  private readonly places: Uint32Array;
  private readonly first: Places[];
  private readonly channels: number;
  private readonly sampleRateHz: number;
  /** Samples at this level or above are clipping and counted as such. */
  private readonly clipFloor: number;

  constructor(channels: number, sampleRateHz: number, clipFloor: number) {
    this.channels = channels;
    this.sampleRateHz = sampleRateHz;
    this.clipFloor = clipFloor;
    this.levels = new Float64Array(channels);
    this.places = new Uint32Array(channels);
    this.first = Array.from({ length: channels }, () => new Places(sampleRateHz));
  }

  /** Examines one channel of interleaved samples. `peak` is the highest absolute sample; `frame` is the first frame. */
  look(samples: Float64Array, channel: number, from: number, end: number, peak: number, frame: number): void {
    const { channels } = this;
    const highest = this.levels[channel]!;
    if (peak < highest - FLAT_TOLERANCE || peak < FLAT_LEVEL) return;
    const first = this.first[channel]!;
    if (peak > highest + FLAT_TOLERANCE) {
      this.places[channel] = 0;
      first.clear();
    }
    this.levels[channel] = Math.max(peak, highest);
    let length = 0;
    for (let at = from * channels + channel; at < end; at += channels) {
      if (Math.abs(samples[at]!) < peak - FLAT_TOLERANCE) length = 0;
      else if (++length === FLAT_RUN) {
        this.places[channel]!++;
        first.add(frame + Math.floor(at / channels));
      }
    }
  }

  get found(): FlatTops | null {
    const level = Math.max(0, ...this.levels);
    const places = this.places.reduce((sum, count) => sum + count, 0);
    if (level >= this.clipFloor || places < FLAT_PLACES) return null;
    const first = new Places(this.sampleRateHz);
    for (const frame of this.first.flatMap(({ frames }) => frames).sort((a, b) => a - b)) first.add(frame);
    return { places, level, frames: first.frames };
  }
}

/** One frame in this many is enough. */
const FRAME_STEP = 4;

/** How similar two channels are. */
export class Correlation {
  private product = 0;
  private left = 0;
  private right = 0;

  push(samples: Float64Array, start: number, end: number): void {
    for (let at = start; at + 1 < end; at += 2 * FRAME_STEP) {
      const left = samples[at]!;
      const right = samples[at + 1]!;
      this.product += left * right;
      this.left += left * left;
      this.right += right * right;
    }
  }

  get value(): number | null {
    const value = this.product / Math.sqrt(this.left * this.right);
    return Number.isFinite(value) ? value : null;
  }
}

const FULL_SCALE = 2 ** 23;
/** Sound below −42 dBFS is frequent in any music; 16 bits have 256 steps there. */
const ZONE = 65_536;
const ENOUGH = 50_000;
/**
 * Share of new values among the examined ones: 24 bits show mostly new values, 16 bits at another level and with dither
 * almost none.
 */
const COARSE_SHARE = 1 / 6;
/** Tones also repeat a few values, but not throughout that range. */
const STRETCH = 512;

/**
 * Distinguishes 16 bits in words of 24 from real 24 bits by the values that occur, whatever the level was changed to.
 */
export class CoarseSteps {
  private readonly seen = new Uint8Array(ZONE);
  private readonly touched = new Uint8Array(ZONE / STRETCH);
  private distinct = 0;
  private looked = 0;

  push(samples: Float64Array, start: number, end: number): void {
    for (let at = start; at < end && this.looked < ENOUGH; at++) {
      const value = Math.abs(Math.round(samples[at]! * FULL_SCALE));
      if (value === 0 || value >= ZONE) continue;
      this.looked++;
      this.distinct += 1 - this.seen[value]!;
      this.seen[value] = 1;
      this.touched[Math.floor(value / STRETCH)] = 1;
    }
  }

  get found(): boolean {
    const isSpread = this.touched.reduce((sum, one) => sum + one, 0) >= this.touched.length / 2;
    return this.looked >= ENOUGH && isSpread && this.distinct < ENOUGH * COARSE_SHARE;
  }
}
