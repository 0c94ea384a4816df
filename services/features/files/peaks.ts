import type { Request, Response } from 'express';
import { sendObject } from '../../platform/storage/send-object.js';
import type { Storage } from '../../platform/storage/storage.js';

/** Answers a stored waveform: int8 minimum and maximum in turn, 50 pairs a second. Browsers keep it and ask by ETag. */
export function sendPeaks(request: Request, response: Response, storage: Storage, key: string): Promise<void> {
  return sendObject(request, response, storage, key, { fileName: 'peaks', contentType: 'application/octet-stream' });
}
