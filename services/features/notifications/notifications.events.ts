import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A notification was created; it may also be sent by e-mail. */
export const notificationCreated = defineEvent('notifications.created', z.object({ notificationId: id }));
