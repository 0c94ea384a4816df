import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A final of a new edition, whose tagged copy is read once for its checksums. */
export const taggedCopyWanted = defineEvent('sharing.tagged-copy-wanted', z.object({ editionId: id, fileId: id }));

/** A link takes no more passwords, because too many wrong ones were tried. */
export const passwordsStopped = defineEvent('sharing.passwords-stopped', z.object({ linkId: id, projectId: id }));

/** The last missing byte of an edition was downloaded through a link; once per link and edition. */
export const deliveryFetched = defineEvent(
  'sharing.delivery-fetched',
  z.object({ linkId: id, projectId: id, edition: z.number().int() }),
);
