import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A user commented on a project or on a position in one of its files. */
export const commentAdded = defineEvent('comments.added', z.object({ commentId: id, projectId: id, actorId: id }));

/** A visitor without an account commented through a link. */
export const guestCommented = defineEvent('comments.guest-commented', z.object({ commentId: id, projectId: id }));
