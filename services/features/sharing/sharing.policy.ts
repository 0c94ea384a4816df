import type { EditionFinal } from './edition.schema.js';
import type { ShareLink } from './share-link.entity.js';
import type { LinkState } from './sharing.schema.js';

export function stateOf({ revokedAt, endsAt }: Pick<ShareLink, 'revokedAt' | 'endsAt'>, now: Date): LinkState {
  if (revokedAt) return 'revoked';
  return endsAt && endsAt <= now ? 'expired' : 'active';
}

/** The finals that a link contains. A final without a track or a format is only in links without that choice. */
export const chosenFinals = (
  { trackIds, slotTypes }: Pick<ShareLink, 'trackIds' | 'slotTypes'>,
  finals: EditionFinal[],
): EditionFinal[] =>
  finals.filter(
    ({ trackId, slotType }) =>
      (!trackIds || (trackId !== null && trackIds.includes(trackId))) &&
      (!slotTypes || (slotType !== null && slotTypes.includes(slotType))),
  );
