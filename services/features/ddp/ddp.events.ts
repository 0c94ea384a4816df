import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** Someone wants to download a disc whose image has no checksums yet. */
export const discImageWanted = defineEvent(
  'ddp.image-wanted',
  z.object({ projectId: id, disc: z.number().int(), key: z.string() }),
);

/** An uploaded DDP is to be read and compared with the released CD masters. */
export const ddpCheckWanted = defineEvent('ddp.check-wanted', z.object({ projectId: id, audioId: id }));
