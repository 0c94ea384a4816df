import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';

/** Objects are to be deleted for good, wherever they are stored. */
export const objectsPurged = defineEvent('trash.objects-purged', z.object({ keys: z.array(z.string()).min(1) }));
