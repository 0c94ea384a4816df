import { type Layout, type Source, UnplayableError } from './coded-audio';
import { Grid } from './grid';
import { openCoded } from './open-coded';

/** Encoders count what they add at both ends. */
const TOLERANCE_S = 0.5;

/**
 * Compares the length in a file's header with the length of its sound, if that is known.
 * @throws UnplayableError for files that were joined: browsers stop where the first one ends
 */
export function assertWhole({ samples, sampleRateHz }: Layout, durationS: number | null): void {
  if (durationS !== null && Math.abs(samples / sampleRateHz - durationS) > TOLERANCE_S)
    throw new UnplayableError('Its header has another length');
}

/**
 * Decodes a short piece of audio of this length from a position.
 * @throws if the audio is not available or this browser cannot decode
 * it at that rate
 */
export async function tryOut(
  source: Source,
  { rateHz, durationS }: { rateHz: number; durationS: number | null },
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const decoder = new OfflineAudioContext(2, 1, rateHz);
  const sound = await openCoded(source, signal);
  assertWhole(sound.layout, durationS);
  const grid = new Grid(sound.layout, rateHz);
  const last = Math.max(0, grid.samples - 1);
  const cell = grid.cell(grid.indexAt(Math.min(seconds * rateHz, last)));
  if (!cell) throw new UnplayableError('There is no sound');
  const { length } = await decoder.decodeAudioData(await sound.read(cell.frames, signal));
  if (length < cell.skip + cell.end - cell.start) throw new UnplayableError('Some of it was not decoded');
}
