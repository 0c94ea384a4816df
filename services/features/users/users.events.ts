import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A client deleted their account; their projects stay. */
export const clientLeft = defineEvent('users.client-left', z.object({ userId: id }));
