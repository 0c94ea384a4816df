import type { File } from '../../api';
import { songOf, stemOf, versionGroups } from '../../lib/audio/versions';
import { bySlotOrder } from '../../lib/slots';

/** The versions of one file, newest first. */
export interface VersionGroup {
  newest: File;
  earlier: File[];
}

/** A card with the files of one track. */
export interface Card {
  /** Stable as long as the track, or the name of its files, exists. */
  id: string;
  title: string;
  groups: VersionGroup[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts the studio's files first, by slot, then the client's. */
function byKind({ newest: one }: VersionGroup, { newest: other }: VersionGroup): number {
  const original = Number(one.fileType === 'upload') - Number(other.fileType === 'upload');
  if (original !== 0) return original;
  const loose = Number(one.slotType === null) - Number(other.slotType === null);
  if (loose !== 0) return loose;
  const slots =
    one.slotType && other.slotType ? bySlotOrder({ slotType: one.slotType }, { slotType: other.slotType }) : 0;
  return slots || collator.compare(one.originalName, other.originalName);
}

const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, '');

/** File name without version suffixes, in its original spelling. */
function titleIn(name: string): string {
  const stem = stemOf(name);
  const spaced = withoutExtension(name).replaceAll(/[._-]/g, ' ').trim();
  return spaced.toLowerCase().startsWith(stem) ? spaced.slice(0, stem.length) : withoutExtension(name);
}

/**
 * Groups files into cards: files of one track with others of the same name, then files without a track by name. Tracks
 * keep the server's order.
 */
export function cardsOf(files: File[]): Card[] {
  const groups = versionGroups(files).map(([newest, ...earlier]): VersionGroup => ({ newest: newest!, earlier }));
  const trackOf = ({ newest, earlier }: VersionGroup) =>
    newest.trackId ?? earlier.find(({ trackId }) => trackId)?.trackId;
  const cards = new Map<string, Card>();
  const byStem = new Map<string, Card>();
  /** The track of a song; null if two tracks share its name. */
  const bySong = new Map<string, Card | null>();
  const add = (id: string, title: string, group: VersionGroup): Card => {
    const card = cards.get(id) ?? { id, title, groups: [] };
    card.groups.push(group);
    cards.set(id, card);
    return card;
  };
  for (const group of groups) {
    const trackId = trackOf(group);
    if (!trackId) continue;
    const { track_title: title, originalName } = [group.newest, ...group.earlier].find(
      (file) => file.trackId === trackId,
    )!;
    const card = add(trackId, title ?? titleIn(originalName), group);
    for (const name of [card.title, group.newest.originalName]) {
      byStem.set(stemOf(`${withoutExtension(name)}.`), card);
      const song = songOf(`${withoutExtension(name)}.`);
      bySong.set(song, (bySong.get(song) ?? card) === card ? card : null);
    }
  }
  const loose = groups.filter((group) => !trackOf(group));
  loose.sort(({ newest: one }, { newest: other }) => collator.compare(one.originalName, other.originalName));
  for (const group of loose) {
    const stem = stemOf(group.newest.originalName);
    const isOriginal = group.newest.fileType === 'upload';
    const card = byStem.get(stem) ?? (isOriginal ? bySong.get(songOf(group.newest.originalName)) : null);
    if (card) card.groups.push(group);
    else byStem.set(stem, add(`name ${stem}`, titleIn(group.newest.originalName), group));
  }
  return [...cards.values()].map((card) => ({ ...card, groups: card.groups.sort(byKind) }));
}

/** The master that a file with this name would replace; undefined if none or more than one matches. */
export function replacedBy(name: string, files: File[]): File | undefined {
  const stem = stemOf(name);
  const finals = versionGroups(files.filter(({ fileType }) => fileType !== 'upload'));
  const alike = finals.filter((group) => group.some(({ originalName }) => stemOf(originalName) === stem));
  return alike.length === 1 ? alike[0]?.[0] : undefined;
}

/** Whether a revision has neither a track and slot nor a master that it replaces. */
export const isUnplacedRevision = ({
  fileType,
  trackId,
  slotType,
  parentFileId,
}: Pick<File, 'fileType' | 'trackId' | 'slotType' | 'parentFileId'>): boolean =>
  fileType === 'revision' && !trackId && !slotType && !parentFileId;
