/** Why nothing more can be known of a sound: the store has let its object down. */
export const OBJECT_GONE = { code: 'object_gone', message: 'The stored file is gone; please upload it again.' };
export const OBJECT_CHANGED = {
  code: 'object_changed',
  message: 'The stored bytes are no longer those that were uploaded; please upload the file again.',
};
