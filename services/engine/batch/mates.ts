import type { WordClass } from '../lexicon/words.js';
import type { BatchFile } from '../reading/batch-file.js';
import type { FormatClass } from '../reading/format-class.js';

const OF_FORMAT = new Set<WordClass>(['streaming', 'vinyl', 'hires', 'cd', 'main', 'filler']);

/** The name without formats: equal for all formats of a song ('Q1-iii Scherzo_96' and 'Q1-iii Scherzo_CD'). */
function withoutFormat({ name, file }: BatchFile): string {
  const left = name.tokens.map(({ key }) => key);
  for (const { from, to, wordClass } of name.words) if (OF_FORMAT.has(wordClass)) left.fill('', from, to);
  for (const { from, to, span } of name.marks) if (span.kind === 'format') left.fill('', from, to);
  const plain = [String(Math.floor((file.sampleRateHz ?? 0) / 1000)), String(file.bitDepth ?? 0)];
  return left.filter((key, i) => key !== '' && !(i === left.length - 1 && plain.includes(key))).join(' ');
}

/** For each file, the formats of the files whose names are otherwise equal. */
export function formatsByName(files: readonly BatchFile[]): ReadonlySet<FormatClass>[] {
  const keys = files.map(withoutFormat);
  const groups = Map.groupBy(files, ({ index }) => keys[index]!);
  return keys.map((key) => new Set(key === '' ? [] : groups.get(key)!.map(({ format }) => format)));
}
