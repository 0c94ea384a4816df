/** Permanent analysis errors caused by the object store, not by the file. */
export const OBJECT_GONE = { code: 'object_gone', message: 'The stored file is gone; please upload it again.' };
export const OBJECT_CHANGED = {
  code: 'object_changed',
  message: 'The stored bytes are no longer those that were uploaded; please upload the file again.',
};
