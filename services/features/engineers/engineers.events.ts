import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

export const engineerInvited = defineEvent('engineers.invited', z.object({ inviteId: id }));
