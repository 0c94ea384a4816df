import { readHeader } from './read-header';

// Ahead, for the kinds that need it.
void import('music-metadata');

/** Each file is answered with what was read in it, by its number. */
self.onmessage = async ({ data: { number, file } }: MessageEvent<{ number: number; file: File }>) => {
  const reading = await readHeader(file, file.name).catch(() => null);
  self.postMessage({ number, reading });
};
