import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** An object has arrived whole and its sound can be read. */
export const audioStored = defineEvent('files.audio-stored', z.object({ audioId: id }));

/** A sound whose analysis has ended is to be analysed once more, when nothing new is waiting. */
export const audioReopened = defineEvent('files.audio-reopened', z.object({ audioId: id }));

/** The header's facts and tags are known. */
export const audioProbed = defineEvent('files.audio-probed', z.object({ audioId: id }));

/** The analysis has ended, well or with an error. */
export const audioAnalysed = defineEvent('files.audio-analysed', z.object({ audioId: id }));

/** Objects that no row refers to any more. */
export const objectsDropped = defineEvent('files.objects-dropped', z.object({ keys: z.array(z.string()).min(1) }));
