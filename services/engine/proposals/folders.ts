import { fold } from '../lexicon/fold.js';
import { within } from '../reading/parts.js';
import { discOf, foldersOf } from '../reading/paths.js';
import { readName } from '../reading/read.js';
import { FOREIGN, type SongName } from '../reading/song-name.js';

/** Why a folder contains no songs: every word of its name means stems, references or the like. */
function foreignFolder(folder: string): string | null {
  const { words, tokens } = readName(folder);
  const known = tokens.every((token, i) => token.digits || within(words, i));
  const foreign = words.find(
    ({ wordClass, strength }) => strength === 1 && wordClass !== 'whole' && FOREIGN[wordClass],
  );
  return known && foreign ? FOREIGN[foreign.wordClass]! : null;
}

/** Marks the files in a folder of stems as stems. */
export const withForeignFolders = (names: readonly SongName[]): SongName[] =>
  names.map((name) => {
    const why = foldersOf(name.file.file)
      .map(foreignFolder)
      .find((each) => each !== null);
    return why && name.foreign === null ? { ...name, foreign: why } : name;
  });

/** Continues numbers that restart in the folder of each disc or side. */
export function withFolderDiscs(names: readonly SongName[]): SongName[] {
  const grouped = names.map((name) => ({ name, group: name.number?.group === '' ? discOf(name.file.file) : null }));
  const titles = new Map<number, Map<string, string>>();
  let anew = false;
  for (const { name, group } of grouped) {
    if (group === null || name.title === null) continue;
    const others = titles.get(name.number!.position) ?? new Map<string, string>();
    anew ||= [...others].some(([other, title]) => other !== group && title !== fold(name.title!));
    titles.set(name.number!.position, others.set(group, fold(name.title)));
  }
  if (!anew) return [...names];
  return grouped.map(({ name, group }) =>
    group === null ? name : { ...name, number: { group, position: name.number!.position } },
  );
}
