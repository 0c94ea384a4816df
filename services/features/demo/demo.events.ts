import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';

/** The demo studio was opened and has no audio yet. */
export const demoOpened = defineEvent('demo.opened', z.object({}));
