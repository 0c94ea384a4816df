import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A person was invited to a project. One who is not yet a client of the studio gets its invitation as well. */
export const personInvited = defineEvent('people.invited', z.object({ projectId: id, userId: id, actorId: id }));
