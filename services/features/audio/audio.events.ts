import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** Objects are completely uploaded and their headers can be probed. */
export const audioBatchStored = defineEvent('files.sounds-stored', z.object({ audioIds: z.array(id).min(1) }));

/** A file is ready for its full analysis. */
export const analysisQueued = defineEvent('files.sound-queued', z.object({ audioId: id }));

/** A client's original is uploaded. It is read behind the files of every studio, because clients may send any number. */
export const originalStored = defineEvent('files.original-stored', z.object({ audioId: id }));

/** Probe and full analysis of one file; emitted by processes of the previous version. */
export const audioStored = defineEvent('files.audio-stored', z.object({ audioId: id }));

/** A finished analysis is to be repeated, at lower priority than new files. */
export const audioReopened = defineEvent('files.audio-reopened', z.object({ audioId: id }));

/**
 * `isLast` is true when the project has no more files of this kind to wait for; the previous version does not send it.
 */
const known = z.object({ audioId: id, isLast: z.boolean().optional() });

/** A header has been probed, and it was the project's last one or a planned slot waits for it. */
export const audioProbed = defineEvent('files.audio-probed', known);

/** An analysis has succeeded or failed, and it was the project's last one or a planned slot waits for it. */
export const audioAnalysed = defineEvent('files.audio-analysed', known);

/** Someone with access has asked for a lossless version. */
export const losslessRequested = defineEvent('files.lossless-wanted', z.object({ audioId: id }));

/** Objects that no row refers to any longer. */
export const objectsDropped = defineEvent('files.objects-dropped', z.object({ keys: z.array(z.string()).min(1) }));
