import type { Request, Response } from 'express';
import { notFound, storeUnavailable } from '../../platform/errors.js';
import { storeIsAttached } from '../../platform/installation.js';
import { sendObject } from '../../platform/storage/send-object.js';
import type { Storage } from '../../platform/storage/storage.js';
import { StorageError } from '../../platform/storage/storage.js';

/** Answers a stored waveform as `platform/audio/peaks.ts` wrote it; browsers keep it and ask again by its ETag. */
export function sendPeaks(request: Request, response: Response, storage: Storage, key: string): Promise<void> {
  const options = { fileName: 'peaks', contentType: 'application/octet-stream' };
  return sendObject(request, response, storage, key, options).catch(storageFailure(storage));
}

/** For a `catch`: the object of a file that has a row is not there (404), or the store is away (503). Returns nothing. */
export const storageFailure =
  (storage: Storage) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof StorageError)) throw error;
    if (error.code === 'not_found' && (await storeIsAttached(storage))) throw notFound('The stored file');
    throw storeUnavailable();
  };
