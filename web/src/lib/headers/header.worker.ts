import '../../polyfills';
import { readHeader } from './read-header';

// Loaded ahead of time for the formats that need it.
void import('music-metadata');

/** Reads each file and replies with the result under the same number. */
self.onmessage = async ({ data: { number, file } }: MessageEvent<{ number: number; file: File }>) => {
  const reading = await readHeader(file, file.name).catch(() => null);
  self.postMessage({ number, reading });
};
