import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** Objects have arrived whole and their headers can be read. */
export const soundsStored = defineEvent('files.sounds-stored', z.object({ audioIds: z.array(id).min(1) }));

/** A whole sound can be read. */
export const soundQueued = defineEvent('files.sound-queued', z.object({ audioId: id }));

/** Both of them for one sound, from parts of the version before. */
export const audioStored = defineEvent('files.audio-stored', z.object({ audioId: id }));

/** A sound whose analysis has ended is to be analysed once more, when nothing new is waiting. */
export const audioReopened = defineEvent('files.audio-reopened', z.object({ audioId: id }));

/** `isLast` when nothing more of the kind is to come in its project; parts of the version before do not say. */
const known = z.object({ audioId: id, isLast: z.boolean().optional() });

/** A header is known, and it was the last, or a place waits for it. */
export const audioProbed = defineEvent('files.audio-probed', known);

/** An analysis has ended, well or with an error, and it was the last, or a place waits for it. */
export const audioAnalysed = defineEvent('files.audio-analysed', known);

/** Somebody who may wants to hear a sound without loss. */
export const losslessWanted = defineEvent('files.lossless-wanted', z.object({ audioId: id }));

/** Objects that no row refers to any more. */
export const objectsDropped = defineEvent('files.objects-dropped', z.object({ keys: z.array(z.string()).min(1) }));
