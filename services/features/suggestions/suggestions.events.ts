import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** Tracks or sounds of a project may have changed, so its originals are to be paired with its tracks. */
export const mixesToPair = defineEvent('suggestions.mixes-to-pair', z.object({ projectId: id }));
