import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A notification was created; it is sent by e-mail too. */
export const notificationCreated = defineEvent('notifications.created', z.object({ notificationId: id }));
