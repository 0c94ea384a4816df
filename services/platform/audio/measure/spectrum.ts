import FFT from 'fft.js';

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
  private readonly fft = new FFT(SIZE);
  /** Real and imaginary parts, interleaved. */
  private readonly windowed = new Float64Array(2 * SIZE);
  private readonly spectrum = new Float64Array(2 * SIZE);
  private readonly power = new Float64Array(SIZE / 2);
  private blocks = 0;
  private taken = 0;

  constructor(channels: number, sampleRateHz: number) {
    this.channels = channels;
    this.sampleRateHz = sampleRateHz;
  }

  /** Takes interleaved blocks of 100 ms. */
  push(samples: Float64Array): void {
    const { channels, windowed, spectrum, window } = this;
    if (this.blocks++ % EVERY !== 0 || this.taken >= ENOUGH || samples.length < SIZE * channels) return;
    const second = channels > 1 ? 1 : 0;
    let loudest = 0;
    for (let at = 0; at < SIZE; at++) {
      const sample = samples[at * channels]! * window[at]!;
      windowed[2 * at] = sample;
      windowed[2 * at + 1] = samples[at * channels + second]! * window[at]!;
      loudest = Math.max(loudest, Math.abs(sample));
    }
    if (!(loudest > QUIET)) return;
    this.fft.transform(spectrum, windowed);
    // With one channel in the real and one in the imaginary part, both spectra's powers add up like this.
    for (let bin = 1; bin < SIZE / 2; bin++) {
      this.power[bin]! += power(spectrum, bin) + power(spectrum, SIZE - bin);
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

const power = (spectrum: Float64Array, bin: number): number => spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2;
