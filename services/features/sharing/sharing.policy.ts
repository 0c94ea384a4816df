import type { EditionFinal } from './edition.schema.js';
import type { ShareLink } from './share-link.entity.js';
import type { LinkState } from './sharing.schema.js';

export function stateOf({ revokedAt, endsAt }: Pick<ShareLink, 'revokedAt' | 'endsAt'>, now: Date): LinkState {
  if (revokedAt) return 'revoked';
  return endsAt && endsAt <= now ? 'expired' : 'active';
}

/** The slot of a master, or the kind of another deliverable. */
export const formatOf = ({ deliverable, slotType }: Pick<EditionFinal, 'deliverable' | 'slotType'>) =>
  deliverable?.kind ?? slotType;

/**
 * The finals that a link contains. One without a format is only in links without that choice, and a master without a
 * track only in links of the whole record. Discs and sides belong to the record: a link that names their kind has them.
 */
export const chosenFinals = (
  { trackIds, formats }: Pick<ShareLink, 'trackIds' | 'formats'>,
  finals: EditionFinal[],
): EditionFinal[] =>
  finals.filter((final) => {
    const { trackId, deliverable } = final;
    const format = formatOf(final);
    const isNamed = formats !== null && format !== null && formats.includes(format);
    const isOfTracks = !trackIds || (trackId === null ? deliverable !== null && isNamed : trackIds.includes(trackId));
    return isOfTracks && (formats === null || isNamed);
  });
