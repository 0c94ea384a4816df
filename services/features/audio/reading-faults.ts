import { AudioError } from '../../platform/audio/errors.js';
import { Away } from '../../platform/events/handler.js';
import { type Storage, StorageError } from '../../platform/storage/storage.js';
import type { Audio } from './audio.entity.js';
import { OBJECT_GONE } from './object-loss.js';

/** Keys end with the cleaned file name. */
export const fileNameOf = ({ objectKey }: Pick<Audio, 'objectKey'>): string =>
  objectKey.slice(objectKey.lastIndexOf('/') + 1);

/** A store that is away, or full, says nothing of the file: then the job waits, however long, and is not charged. */
export async function blamed(storage: Storage, error: unknown): Promise<unknown> {
  if (!(error instanceof StorageError)) return error;
  const isAway =
    error.code === 'full' ||
    (error.code === 'unavailable' &&
      (await storage.head('any').then(
        () => false,
        () => true,
      )));
  return isAway ? new Away(error.message, { cause: error }) : error;
}

/** What is the file's own fault, or its object's absence, and will not change by trying again. */
export function permanentReason(error: unknown): { code: string; message: string } | null {
  if (error instanceof AudioError && !error.transient && error.code !== 'crashed') {
    return { code: error.code, message: error.message };
  }
  return error instanceof StorageError && error.code === 'not_found' ? OBJECT_GONE : null;
}
