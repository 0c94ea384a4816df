import { type Source, UnplayableError } from './coded-audio';
import { Grid } from './grid';
import { openCoded } from './open-coded';

/**
 * Decodes a short piece of audio from a position.
 * @throws if the audio is not available or this browser cannot decode
 * it at that rate
 */
export async function tryOut(source: Source, rateHz: number, seconds: number, signal: AbortSignal): Promise<void> {
  const decoder = new OfflineAudioContext(2, 1, rateHz);
  const sound = await openCoded(source, signal);
  const grid = new Grid(sound.layout, rateHz);
  const last = Math.max(0, grid.samples - 1);
  const cell = grid.cell(grid.indexAt(Math.min(seconds * rateHz, last)));
  if (!cell) throw new UnplayableError('There is no sound');
  const { length } = await decoder.decodeAudioData(await sound.read(cell.frames, signal));
  if (length < cell.skip + cell.end - cell.start) throw new UnplayableError('Some of it was not decoded');
}
