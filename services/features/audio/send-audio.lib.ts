import type { Request, Response } from 'express';
import { notFound, storeUnavailable } from '../../platform/errors.js';
import { storeIsAttached } from '../../platform/installation.js';
import { sendObject } from '../../platform/storage/send-object.js';
import type { Storage } from '../../platform/storage/storage.js';
import { StorageError } from '../../platform/storage/storage.js';
import { OBJECT_GONE } from './object-loss.js';

/**
 * Sends a stored waveform in the format of `platform/audio/measure/peaks.ts`. Browsers cache it and revalidate it by
 * its ETag.
 */
export function sendPeaks(request: Request, response: Response, storage: Storage, key: string): Promise<void> {
  const options = { fileName: 'peaks', contentType: 'application/octet-stream' };
  return sendObject(request, response, storage, key, options).catch(storageFailure(storage));
}

/**
 * Handler for `catch`: throws 404 when the object of an existing row is missing, and 503 when the store is unavailable.
 */
export const storageFailure =
  (storage: Storage) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof StorageError)) throw error;
    if (error.code === 'not_found' && (await storeIsAttached(storage))) throw notFound('The stored file');
    throw storeUnavailable();
  };

/** SQL: the object of the row `audio` is known to be missing from the store. */
export const IS_GONE = `coalesce(audio.error->>'code' = '${OBJECT_GONE.code}', false)`;
