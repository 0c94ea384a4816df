import type { BatchFile } from '../reading/batch-file.js';
import type { FormatClass } from '../reading/format-class.js';
import type { Batch } from './types.js';

const OTHERS: Record<FormatClass, readonly FormatClass[]> = {
  high: ['standard', 'cd'],
  cd: ['standard', 'high'],
  standard: ['high', 'cd'],
  lossy: ['high', 'cd'],
  unknown: ['high', 'cd'],
};

/** Whether a file's format can be compared with another: on its own track, elsewhere in the batch, or not at all. */
export function besideOf(batch: Batch, file: BatchFile, trackIndex: number): 'track' | 'batch' | 'alone' {
  const others = OTHERS[file.format];
  const ofSong = [batch.formats.byTrack[trackIndex], batch.formats.byName[file.index]];
  if (others.some((other) => ofSong.some((formats) => formats?.has(other)))) return 'track';
  return others.some((other) => batch.formats.all.has(other)) ? 'batch' : 'alone';
}

/** Formats whose use differs between studios when the batch has no other. 24 bit at 44.1 or 48 kHz is for streaming. */
const DIFFERS = new Set<FormatClass>(['cd', 'high']);

/** The key of a format as a studio's convention. No file name can contain it. */
export interface FormatWord {
  word: string;
  text: string;
}

/** The file's format if it is the only one of the batch and studios use it for different slots. */
export function formatAlone(batch: Batch, file: BatchFile, trackIndex: number): FormatWord | null {
  if (!DIFFERS.has(file.format) || besideOf(batch, file, trackIndex) !== 'alone') return null;
  const bits = file.file.bitDepth || file.name.bitDepth || (file.format === 'cd' ? 16 : 24);
  const kHz = (file.file.sampleRateHz || file.name.rateHz || 44_100) / 1000;
  return { word: `${bits}/${kHz}`, text: `${bits}-bit / ${kHz} kHz` };
}
