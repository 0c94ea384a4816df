import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A client ended their account; their projects stay. */
export const clientLeft = defineEvent('users.client-left', z.object({ userId: id }));
