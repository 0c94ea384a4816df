import type { SuggestFile } from '../types.js';
import type { NameReading } from './read.js';

export type FormatClass = 'cd' | 'standard' | 'high' | 'lossy' | 'unknown';

export function formatOf(file: SuggestFile, name: NameReading): FormatClass {
  const container = file.container?.toLowerCase() ?? /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (/^(mp3|mpeg|aac|m4a|ogg|opus|vorbis)/.test(container)) return 'lossy';
  const rate = file.sampleRateHz || name.rateHz;
  const depth = file.bitDepth || (file.sampleRateHz ? null : name.bitDepth);
  if (!rate) return depth === 16 ? 'cd' : 'unknown';
  if (rate > 50_000) return 'high';
  return depth === 16 ? 'cd' : 'standard';
}
