/** The properties that decide which files are versions of each other. */
export interface VersionedFile {
  id: string;
  originalName: string;
  createdAt: string;
  fileType: string;
  trackId: string | null;
  slotType: string | null;
  parentFileId: string | null;
}

const WORD = '(?:master(?:ed)?|final|revision|rev)[ ._-]*\\d*';
/** 'v2', 'version 2'; a bare number counts only after a word or in brackets, since 'Song 2' may be another song. */
const NUMBER = 'v(?:er(?:sion)?)?[ ._-]*\\d+';
const BRACKETED = `(?:${WORD}|${NUMBER}|\\d+)`;
/** Matches whole words only: the ends of 'Remaster' and 'Grandmaster' belong to the name. */
const ENDING = new RegExp(
  `(?:[ ._-]+(?:${WORD}|${NUMBER})|[ ._-]*[([{] *${BRACKETED}(?:[ ._-]+${BRACKETED})* *[)\\]}])$`,
);

/** Words for a mix that is sent to be mastered. 'Radio Mix' and 'Club Mix' are other versions of a song. */
const MIX =
  '(?:(?:rough|full|final|album|stereo|main)[ ._-]+)?(?:mix(?:down)?|bounce|pre[ ._-]?master(?:ed)?|unmastered)[ ._-]*\\d*';
const MIX_ENDING = new RegExp(`(?:[ ._-]+${MIX}|[ ._-]*[([{] *${MIX} *[)\\]}])$`);
/** '01 ', '1-', 'B2_' before a title. */
const POSITION = /^(?:\d{1,3}|[a-d]\d{1,2})[ ._-]+(?=.)/;

function withoutEndings(name: string, endings: RegExp[]): string {
  let stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .toLowerCase();
  for (;;) {
    const shorter = endings.reduce((text, ending) => text.replace(ending, ''), stem);
    if (shorter === stem || shorter === '') break;
    stem = shorter;
  }
  return stem;
}

const spaced = (stem: string) => stem.replace(/[ ._-]+/g, ' ').trim();

/** File name without its extension, and without version numbers and words such as 'master' at its end. */
export const stemOf = (name: string): string => spaced(withoutEndings(name, [ENDING]));

/**
 * The part that the names of a track's mixes and masters have in common: like `stemOf`, also without a position at the start and
 * words such as 'mix 2' at the end.
 */
export const songOf = (name: string): string =>
  spaced(withoutEndings(name, [MIX_ENDING, ENDING]).replace(POSITION, ''));

const newestFirst = (one: VersionedFile, other: VersionedFile): number =>
  other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id);

/**
 * Groups files into versions, newest first: files of one slot of one track, files that replace each other, and files
 * whose names differ only in their endings. Files from the client and from the studio are never versions of each other,
 * nor are files of different tracks or slots. Groups are in the order of their first file.
 */
export function versionGroups<T extends VersionedFile>(files: T[]): T[][] {
  const group = new Map<T, T[]>();
  const join = (one: T, other: T) => {
    const [into, from] = [group.get(one)!, group.get(other)!];
    if (into === from) return;
    into.push(...from);
    for (const file of from) group.set(file, into);
  };
  for (const file of files) group.set(file, [file]);
  const byId = new Map(files.map((file) => [file.id, file]));
  const byPlace = new Map<string, T>();
  for (const file of files) {
    const parent = file.parentFileId && byId.get(file.parentFileId);
    if (parent) join(parent, file);
    const side = file.fileType === 'upload' ? 'original' : 'final';
    const track = file.trackId && (file.slotType ?? (side === 'original' && `name ${stemOf(file.originalName)}`));
    const place = track ? `${file.trackId} ${track}` : `name ${stemOf(file.originalName)}`;
    const first = byPlace.get(`${side} ${place}`);
    if (first) join(first, file);
    else byPlace.set(`${side} ${place}`, file);
  }
  return [...new Set(group.values())].map((files) => files.sort(newestFirst));
}
