import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';

/** The demo studio has been opened without any sound yet. */
export const demoOpened = defineEvent('demo.opened', z.object({}));
