import { type ByteSource, viewOf } from './byte-source.js';
import { frameBytesOf, type SampleFormat } from './sample-format.js';
import { sampleReader } from './sample-values.js';

/** Parts of this many bytes, at this many places, stand for all bytes. */
const PART_BYTES = 8192;
const PARTS = 16;

/** Positions of the parts of a range, in order; all of a short range is read. */
function partsOf(from: number, to: number, frameBytes = 1): number[] {
  const room = Math.max(0, to - from - PART_BYTES);
  const count = Math.min(PARTS, Math.ceil((to - from) / PART_BYTES));
  const step = count > 1 ? room / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => from + Math.ceil((index * step) / frameBytes) * frameBytes);
}

/** Whether only zeros follow up to `to`, or only bytes of 255, which disks are blank with. */
export async function isBlank(source: ByteSource, from: number, to = source.size): Promise<boolean> {
  const [first] = from < to ? await source.read(from, 1) : [];
  if (first !== undefined && first !== 0 && first !== 0xff) return false;
  for (const at of partsOf(from, to)) {
    if ((await source.read(at, Math.min(PART_BYTES, to - at))).some((byte) => byte !== first)) return false;
  }
  return true;
}

/** Letters of ASCII and line breaks among the bytes that are not zero. */
const MOST_LETTERS = 0.9;

function isText(bytes: Uint8Array): boolean {
  let [filled, letters] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0) continue;
    filled++;
    if ((byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d)) letters++;
  }
  return letters > MOST_LETTERS * filled;
}

/** Values beyond, and differences of neighbours above, are other data. Random bytes differ by 0.8. */
const LARGEST = 8;
const MOST_DIFFERENCE = 0.5;
/** Floats below are other data, such as small integers. */
const SMALLEST = 1e-12;
/** The mean of a channel within a part, and of all parts: that of text is higher. */
const MOST_MEAN = 0.5;
const MOST_MEAN_OF_ALL = 0.25;
/** Neighbours differ by more than the level in noise, and in the tables of programs. Quieter parts are not judged by it. */
const ROUGH = 1;
const QUIET = 0.002;
/** Sound may be somewhat rougher than what is known of it. */
const ROUGHER = 1.2;
/** Fewer frames than these must be whole, and begin near the last frame. */
const FEW_FRAMES = 64;
const MOST_JUMP = 0.25;

/**
 * Whether the sound from `from` to `to` goes on like sound up to `end`. Text, pictures, programs, random bytes and tables
 * do not.
 */
export async function looksLikeSound(
  source: ByteSource,
  format: SampleFormat,
  { from, to, end }: { from: number; to: number; end: number },
): Promise<boolean> {
  const read = sampleReader(format);
  const frameBytes = frameBytesOf(format);
  if (!read || frameBytes === 0) return false;
  const valuesAt = async (at: number, bytes: number) => {
    const view = viewOf(await source.read(at, bytes));
    const count = Math.floor(view.byteLength / frameBytes) * format.channels;
    return Array.from({ length: count }, (_, index) => read(view, (index * format.storedBits) / 8));
  };
  for (const at of partsOf(to, end)) if (isText(await source.read(at, Math.min(PART_BYTES, end - at)))) return false;
  const first = from + Math.floor(Math.max(0, to - from) / frameBytes) * frameBytes;
  const frames = (end - first) / frameBytes;
  if (frames < FEW_FRAMES) {
    const last = first > from ? await valuesAt(first - frameBytes, frameBytes) : [];
    const next = await valuesAt(first, frameBytes);
    const isNear = next.every((value, channel) => Math.abs(value - (last[channel] ?? 0)) <= MOST_JUMP);
    return Number.isInteger(frames) && frames > 0 && isNear;
  }
  const partsIn = async (start: number, stop: number) => {
    const parts: Part[] = [];
    for (const at of partsOf(start, stop, frameBytes))
      parts.push(partOf(await valuesAt(at, Math.min(PART_BYTES, stop - at)), format));
    return parts;
  };
  const known = first > from ? await partsIn(from, first) : [];
  const roughest = Math.max(ROUGH, ROUGHER * Math.max(0, ...known.map(({ roughness }) => roughness)));
  const parts = await partsIn(first, end);
  const ofAll = parts[0]!.means.map((_, channel) => meanOf(parts.map(({ means }) => means[channel]!)));
  return (
    parts.every(({ isOther, roughness }) => !isOther && roughness <= roughest) &&
    ofAll.every((mean) => Math.abs(mean) <= MOST_MEAN_OF_ALL)
  );
}

interface Part {
  isOther: boolean;
  /** Difference of neighbours in proportion to the level; 0 if it is quiet. */
  roughness: number;
  /** Mean of each channel. */
  means: number[];
}

function partOf(values: number[], { channels, encoding }: SampleFormat): Part {
  const means = Array.from({ length: channels }, (_, channel) =>
    meanOf(values.filter((_value, at) => at % channels === channel)),
  );
  const rms = (of: number[]) => Math.sqrt(meanOf(of.map((value) => value ** 2)));
  const level = rms(values.map((value, at) => value - means[at % channels]!));
  const difference = rms(values.slice(channels).map((value, at) => value - values[at]!));
  const small = values.filter((value) => value !== 0 && Math.abs(value) < SMALLEST).length;
  return {
    isOther:
      !values.every((value) => Math.abs(value) <= LARGEST) ||
      difference > MOST_DIFFERENCE ||
      means.some((mean) => Math.abs(mean) > MOST_MEAN) ||
      (encoding === 'float' && small > values.length / 2),
    roughness: level < QUIET ? 0 : difference / level,
    means,
  };
}

const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
