import { fold } from '../lexicon/fold.js';
import type { Habits } from '../reading/habits.js';
import type { Part } from '../reading/parts.js';
import { saying, type SongName } from '../reading/song-name.js';
import { SERIES } from '../reading/thresholds.js';
import { FEATURING } from '../reading/title-words.js';

/** The title without 'by Bram Okafor' or '(Bram Okafor)', if the name has either. */
function withoutArtist({ parts, words }: SongName): readonly Part[] | null {
  const { tokens } = words.reading;
  const [main, last] = [parts[0], parts.at(-1)];
  if (!main || !last) return null;
  const by = tokens.findIndex(({ key }, i) => key === 'by' && i > main.from && i < main.to - 1);
  if (by > 0) return [{ from: main.from, to: by }];
  const bracketed = parts.length > 1 && tokens[last.from]!.bracket > 0 && !FEATURING.has(tokens[last.from]!.key);
  const plain = words.classes.slice(last.from, last.to).every((of) => of === null);
  return bracketed && plain ? parts.slice(0, -1) : null;
}

/** In a compilation, 'by …' or a bracket after most titles names the artist. */
export function withoutArtists(names: readonly SongName[], habits: Habits): SongName[] {
  const titled = names.filter(({ title, foreign }) => title !== null && foreign === null);
  const songs = new Set(titled.map(({ title }) => fold(title!)));
  const found = new Map(
    titled.flatMap((name) => {
      const parts = withoutArtist(name);
      return parts ? [[name, parts] as const] : [];
    }),
  );
  const called = new Set([...found.keys()].map(({ title }) => fold(title!)));
  if (called.size < SERIES.least || called.size < SERIES.share * songs.size) return [...names];
  return names.map((name) => {
    const parts = found.get(name);
    return parts ? saying({ ...name, parts }, habits) : name;
  });
}
