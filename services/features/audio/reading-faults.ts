import { AudioError } from '../../platform/audio/errors.js';
import { DependencyUnavailableError } from '../../platform/events/handler.js';
import { storeIsAttached } from '../../platform/installation.js';
import { type Storage, StorageError } from '../../platform/storage/storage.js';
import type { Audio } from './audio.entity.js';
import { OBJECT_GONE } from './object-loss.js';

/** Keys end with the cleaned file name. */
export const fileNameOf = ({ objectKey }: Pick<Audio, 'objectKey'>): string =>
  objectKey.slice(objectKey.lastIndexOf('/') + 1);

/**
 * `error` of a job that reads from the store or writes to it. A store that is away or full says nothing about the file: then
 * the job waits, for any time, and no attempt is counted. A missing object counts as missing only while the store is there.
 */
export async function blamed(storage: Storage, error: unknown): Promise<unknown> {
  if (!(error instanceof StorageError)) return error;
  const mayBeAway = error.code === 'unavailable' || error.code === 'not_found';
  const isAway = error.code === 'full' || (mayBeAway && !(await storeIsAttached(storage)));
  return isAway ? new DependencyUnavailableError(error.message, { cause: error }) : error;
}

/** What is the file's own fault, or its object's absence, and will not change by trying again. */
export function permanentReason(error: unknown): { code: string; message: string } | null {
  if (error instanceof AudioError && !error.transient && error.code !== 'crashed') {
    return { code: error.code, message: error.message };
  }
  return error instanceof StorageError && error.code === 'not_found' ? OBJECT_GONE : null;
}
