import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event.js';
import { fileTypes, id } from '../../platform/http/fields.js';

/** A file was uploaded in Files and is there to be seen. */
export const fileUploaded = defineEvent('files.uploaded', z.object({ fileId: id, actorId: id }));

/** A file was deleted in Files; its row stays, hidden. */
export const fileDeleted = defineEvent(
  'files.deleted',
  z.object({ fileId: id, projectId: id, actorId: id, fileType: z.enum(fileTypes) }),
);
