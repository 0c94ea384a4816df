import { SUSPENDED_AT } from '../memberships/memberships.policy.js';
import type { EditionFinal } from './edition.schema.js';
import type { ShareLink } from './share-link.entity.js';
import type { LinkState } from './sharing.schema.js';

/** Wrong passwords from all visitors together, after which a link takes none. */
export const MAX_WRONG_PASSWORDS = 100;

export function stateOf(
  { revokedAt, endsAt }: Pick<ShareLink, 'revokedAt' | 'endsAt'>,
  makerShares: boolean,
  now: Date,
): LinkState {
  if (revokedAt || !makerShares) return 'revoked';
  return endsAt && endsAt <= now ? 'expired' : 'active';
}

/**
 * SQL: whether whoever made the link `link` may still share the project `p`. Otherwise they were removed, decide no
 * longer or are suspended, and their link has ended until somebody renews it. Only a suspension can be taken back.
 */
export const MAKER_SHARES = `EXISTS (SELECT FROM users u
  LEFT JOIN studio_clients c ON c.studio_id = p.studio_id AND c.user_id = u.id
  WHERE u.id = link.created_by AND (u.studio_id = p.studio_id OR (c.user_id IS NULL OR ${SUSPENDED_AT} IS NULL) AND (
    u.id = p.client_id OR EXISTS (SELECT FROM project_people person
      WHERE person.project_id = p.id AND person.user_id = u.id AND person.invited_id = link.invited_id
        AND person.role = 'decides'))))`;

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
