/** Samples per spectrum. */
const SIZE = 4096;
/** Blocks of 100 ms between two spectra, and how many spectra are enough. */
const EVERY = 10;
const ENOUGH = 100;
/** Blocks quieter than −50 dBFS do not show what a codec left out. */
const QUIET = 0.00316;
/**
 * Lossy codecs at low rates remove everything above 16 to 17 kHz; music fades out there too, but by far less than this.
 */
const BELOW_HZ = [13_000, 15_000] as const;
const ABOVE_HZ = [17_500, 19_500] as const;
const CLIFF_DB = 30;

/** Looks for the edge near 16 kHz that lossy coding leaves, in one spectrum a second, of up to two channels. */
export class CutoffDetector {
  private readonly channels: number;
  private readonly sampleRateHz: number;
  private readonly window = Float64Array.from(
    { length: SIZE },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / SIZE),
  );
  private readonly real = new Float64Array(SIZE);
  private readonly imaginary = new Float64Array(SIZE);
  private readonly power = new Float64Array(SIZE / 2);
  private blocks = 0;
  private taken = 0;

  constructor(channels: number, sampleRateHz: number) {
    this.channels = channels;
    this.sampleRateHz = sampleRateHz;
  }

  /** Takes interleaved blocks of 100 ms. */
  push(samples: Float64Array): void {
    const { channels, real, imaginary, window } = this;
    if (this.blocks++ % EVERY !== 0 || this.taken >= ENOUGH || samples.length < SIZE * channels) return;
    const second = channels > 1 ? 1 : 0;
    let loudest = 0;
    for (let at = 0; at < SIZE; at++) {
      real[at] = samples[at * channels]! * window[at]!;
      imaginary[at] = samples[at * channels + second]! * window[at]!;
      loudest = Math.max(loudest, Math.abs(real[at]!));
    }
    if (!(loudest > QUIET)) return;
    transform(real, imaginary);
    // With one channel in the real and one in the imaginary part, both spectra's powers add up like this.
    for (let bin = 1; bin < SIZE / 2; bin++) {
      const mirror = SIZE - bin;
      this.power[bin]! += real[bin]! ** 2 + imaginary[bin]! ** 2 + real[mirror]! ** 2 + imaginary[mirror]! ** 2;
    }
    this.taken++;
  }

  /** True when the sound ends abruptly at 16 to 17 kHz; false when it does not or too little of it was loud enough. */
  endsAt16k(): boolean {
    if (this.taken < 2 || this.sampleRateHz < 2 * ABOVE_HZ[1]) return false;
    const [below, above] = [this.mean(BELOW_HZ), this.mean(ABOVE_HZ)];
    return below > 0 && 10 * Math.log10(below / above) > CLIFF_DB;
  }

  private mean([from, to]: readonly [number, number]): number {
    const [first, last] = [from, to].map((hertz) => Math.round((hertz * SIZE) / this.sampleRateHz)) as [number, number];
    const bins = this.power.subarray(first, last);
    return bins.reduce((sum, power) => sum + power, 0) / bins.length;
  }
}

const COSINES = Float64Array.from({ length: SIZE / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / SIZE));
const SINES = Float64Array.from({ length: SIZE / 2 }, (_, at) => Math.sin((2 * Math.PI * at) / SIZE));

/** Fast Fourier transform in place (Cooley and Tukey, radix 2). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 1, mirror = 0; at < SIZE; at++) {
    let bit = SIZE >> 1;
    for (; mirror & bit; bit >>= 1) mirror ^= bit;
    mirror ^= bit;
    if (at < mirror) {
      swap(real, at, mirror);
      swap(imaginary, at, mirror);
    }
  }
  for (let half = 1; half < SIZE; half *= 2) {
    const step = SIZE / (2 * half);
    for (let start = 0; start < SIZE; start += 2 * half) {
      for (let offset = 0; offset < half; offset++) {
        const even = start + offset;
        const odd = even + half;
        const cosine = COSINES[offset * step]!;
        const sine = SINES[offset * step]!;
        const x = real[odd]! * cosine + imaginary[odd]! * sine;
        const y = imaginary[odd]! * cosine - real[odd]! * sine;
        real[odd] = real[even]! - x;
        imaginary[odd] = imaginary[even]! - y;
        real[even] = real[even]! + x;
        imaginary[even] = imaginary[even]! + y;
      }
    }
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const value = values[one]!;
  values[one] = values[other]!;
  values[other] = value;
}
