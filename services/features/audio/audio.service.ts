import type { Request, Response } from 'express';
import { sendObject } from '../../platform/storage/send-object.js';
import type { Storage } from '../../platform/storage/storage.js';

/** Answers a stored waveform as `platform/audio/peaks.ts` wrote it; browsers keep it and ask again by its ETag. */
export function sendPeaks(request: Request, response: Response, storage: Storage, key: string): Promise<void> {
  return sendObject(request, response, storage, key, { fileName: 'peaks', contentType: 'application/octet-stream' });
}
