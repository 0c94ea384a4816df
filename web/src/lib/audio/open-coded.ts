import type { CodedAudio, Source } from './coded-audio';
import { openFlac } from './flac';
import { openMp3 } from './mp3';
import { openPcm } from './pcm';

const HEAD_BYTES = 4096;

/** Reads the start of a file and returns a reader for its format. @throws UnplayableError */
export async function openCoded(source: Source, signal: AbortSignal): Promise<CodedAudio> {
  const head = new Uint8Array(await source.read(0, HEAD_BYTES, signal));
  return (await openPcm(source, head, signal)) ?? (await openFlac(source, head, signal)) ?? openMp3(source, head);
}
