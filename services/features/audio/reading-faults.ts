import { AudioError } from '../../platform/audio/errors.js';
import { DependencyUnavailableError } from '../../platform/events/handler.js';
import { storeIsAttached } from '../../platform/installation.js';
import { type Storage, StorageError } from '../../platform/storage/storage.js';
import type { Audio } from './audio.entity.js';
import { OBJECT_GONE } from './object-loss.js';

/** The file name at the end of an object key. */
export const fileNameOf = ({ objectKey }: Pick<Audio, 'objectKey'>): string =>
  objectKey.slice(objectKey.lastIndexOf('/') + 1);

/** Only files of one project are read by one process, one after the other. */
export const projectOf = ({ objectKey }: Pick<Audio, 'objectKey'>): string => objectKey.split('/', 2).join('/');

/**
 * Maps the error of a job that uses the store. When the store is unavailable or full, the job waits without counting an
 * attempt, because the file is not at fault. A missing object only counts as missing while the store is attached.
 */
export async function classifyStoreError(storage: Storage, error: unknown): Promise<unknown> {
  if (!(error instanceof StorageError)) return error;
  const mayBeAway = error.code === 'unavailable' || error.code === 'not_found';
  const isAway = error.code === 'full' || (mayBeAway && !(await storeIsAttached(storage)));
  return isAway ? new DependencyUnavailableError(error.message, { cause: error }) : error;
}

/** The reason when retrying cannot help: the file itself is faulty, or its object is missing. */
export function permanentReason(error: unknown): { code: string; message: string } | null {
  if (error instanceof AudioError && !error.transient && error.code !== 'crashed') {
    return { code: error.code, message: error.message };
  }
  return error instanceof StorageError && error.code === 'not_found' ? OBJECT_GONE : null;
}
