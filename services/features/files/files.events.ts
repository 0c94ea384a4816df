import { z } from 'zod';
import { fileTypes } from '../../platform/domain-words.js';
import { defineEvent } from '../../platform/events/define-event.js';
import { id } from '../../platform/http/fields.js';

/** A file was uploaded in Files and is visible. */
export const fileUploaded = defineEvent('files.uploaded', z.object({ fileId: id, actorId: id }));

/** A revision whose slot was not clear from its name has been assigned one. */
export const revisionPlaced = defineEvent('files.revision-placed', z.object({ fileId: id }));

/** The client approved a final or requested changes. */
export const fileReviewed = defineEvent('files.reviewed', z.object({ fileId: id, actorId: id }));

/** A file was deleted in Files; its hidden row remains. */
export const fileDeleted = defineEvent(
  'files.deleted',
  z.object({ fileId: id, projectId: id, actorId: id, fileType: z.enum(fileTypes) }),
);
