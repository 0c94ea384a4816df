import type { File } from '../../api';
import type { Card } from './cards';

export const isPlayable = ({ analysis }: File): boolean => analysis.hasPreview;

/** Tracks in order, each as its newest master that can be played; originals if there is no master at all. */
export function recordOf(cards: Card[]): File[] {
  const newest = cards.flatMap(({ groups }) => groups.map((group) => group.newest).find(isPlayable) ?? []);
  const masters = newest.filter(({ fileType }) => fileType !== 'upload');
  return masters.length > 0 ? masters : newest;
}
