import FFT from 'fft.js';
import { type Classifier, classifiers } from './classifiers.js';

/**
 * Chromaprint's algorithm TEST2, which FFmpeg's muxer uses as well, so that fingerprints from a browser are comparable
 * with stored ones. After acoustid/chromaprint (MIT licence, © Lukáš Lalinský).
 */

/** The rate of the samples. */
export const RATE_HZ = 11_025;
/** The part of a file that is fingerprinted. */
export const FINGERPRINT_S = 120;

const FRAME = 4096;
const STEP = Math.floor(FRAME / 3);
const BANDS = 12;
const LOWEST_HZ = 28;
const HIGHEST_HZ = 3520;
/** Weights of five frames in a row. */
const SMOOTHING = [0.25, 0.75, 1, 0.75, 0.25];
/** Weaker frames count as silence. */
const MIN_NORM = 0.01;
const WIDEST = 16;
const GRAY = [0, 1, 3, 2];

const indexOf = (hz: number): number => Math.round((FRAME * hz) / RATE_HZ);
const FIRST = Math.max(1, indexOf(LOWEST_HZ));
const LAST = Math.min(FRAME / 2, indexOf(HIGHEST_HZ));
const window = Float64Array.from({ length: FRAME }, (_, i) => 0.54 - 0.46 * Math.cos((i * 2 * Math.PI) / (FRAME - 1)));
/** The note of the scale, from 0 to 11, that a frequency belongs to. */
const notes = Uint8Array.from({ length: LAST }, (_, i) => {
  const octave = Math.log2((Math.max(i, 1) * RATE_HZ) / FRAME / (440 / 16));
  return Math.floor(BANDS * (octave - Math.floor(octave)));
});

/**
 * The fingerprint of mono samples from −1 to 1 at 11,025 Hz: signed 32-bit integers, 8.1 per second. Empty if they are
 * shorter than about 2.6 seconds.
 */
export function chromaprint(samples: Float32Array): number[] {
  const fft = new FFT(FRAME);
  const spectrum = fft.createComplexArray() as number[];
  const input = new Array<number>(FRAME);
  const frames: Float64Array[] = [];
  const image = new IntegralImage();
  for (let from = 0; from + FRAME <= samples.length; from += STEP) {
    for (let i = 0; i < FRAME; i++) input[i] = samples[from + i]! * window[i]!;
    fft.realTransform(spectrum, input);
    frames.push(chromaOf(spectrum));
    if (frames.length < SMOOTHING.length) continue;
    image.add(normalised(smoothed(frames)));
    frames.shift();
  }
  const print: number[] = [];
  for (let row = 0; row + WIDEST <= image.rows; row++) {
    let bits = 0;
    for (const classifier of classifiers) bits = (bits << 2) | GRAY[levelOf(classifier, image, row)]!;
    print.push(bits);
  }
  return print;
}

function chromaOf(spectrum: readonly number[]): Float64Array {
  const chroma = new Float64Array(BANDS);
  for (let i = FIRST; i < LAST; i++) {
    const [re, im] = [spectrum[2 * i]!, spectrum[2 * i + 1]!];
    chroma[notes[i]!]! += re * re + im * im;
  }
  return chroma;
}

const smoothed = (frames: readonly Float64Array[]): Float64Array =>
  Float64Array.from({ length: BANDS }, (_, band) =>
    SMOOTHING.reduce((sum, weight, index) => sum + weight * frames[index]![band]!, 0),
  );

function normalised(features: Float64Array): Float64Array {
  const norm = Math.hypot(...features);
  return norm < MIN_NORM ? features.fill(0) : features.map((value) => value / norm);
}

/** Sums of rectangles, each from four values. Rows are moments, columns are notes. */
class IntegralImage {
  private readonly sums: Float64Array[] = [new Float64Array(BANDS + 1)];

  get rows(): number {
    return this.sums.length - 1;
  }

  add(row: Float64Array): void {
    const above = this.sums.at(-1)!;
    const next = new Float64Array(BANDS + 1);
    let sum = 0;
    row.forEach((value, band) => {
      sum += value;
      next[band + 1] = above[band + 1]! + sum;
    });
    this.sums.push(next);
  }

  area(fromRow: number, fromBand: number, toRow: number, toBand: number): number {
    const [top, bottom] = [this.sums[fromRow]!, this.sums[toRow]!];
    return bottom[toBand]! - top[toBand]! - bottom[fromBand]! + top[fromBand]!;
  }
}

/** Compares two parts of a rectangle and returns the quarter of all sounds that the result belongs to. */
function levelOf({ type, band, height, width, limits }: Classifier, image: IntegralImage, row: number): number {
  const [endRow, endBand] = [row + width, band + height];
  const whole = image.area(row, band, endRow, endBand);
  const one = ((): number => {
    const [halfHeight, halfWidth] = [Math.floor(height / 2), Math.floor(width / 2)];
    const [thirdHeight, thirdWidth] = [Math.floor(height / 3), Math.floor(width / 3)];
    switch (type) {
      case 0:
        return whole;
      case 1:
        return image.area(row, band + halfHeight, endRow, endBand);
      case 2:
        return image.area(row + halfWidth, band, endRow, endBand);
      case 3:
        return (
          image.area(row, band + halfHeight, row + halfWidth, endBand) +
          image.area(row + halfWidth, band, endRow, band + halfHeight)
        );
      case 4:
        return image.area(row, band + thirdHeight, endRow, band + 2 * thirdHeight);
      case 5:
        return image.area(row + thirdWidth, band, row + 2 * thirdWidth, endBand);
    }
  })();
  const value = Math.log((1 + one) / (1 + (whole - one)));
  return limits.filter((limit) => value >= limit).length;
}
