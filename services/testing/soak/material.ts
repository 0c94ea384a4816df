import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AudioFileSettings, makeAudioFile } from '../audio/audio.js';

export interface Material {
  extension: string;
  contentType: string;
  bytes: Buffer;
}

/** Part of a tag in every file, to be overwritten. */
const BLANK = '0000000000000000';

const kinds: { contentType: string; settings: AudioFileSettings }[] = [
  { contentType: 'audio/wav', settings: { format: 'wav', bits: 24 } },
  { contentType: 'audio/flac', settings: { format: 'flac', bits: 16 } },
  { contentType: 'audio/aiff', settings: { format: 'aiff', bits: 16 } },
  { contentType: 'audio/mpeg', settings: { format: 'mp3' } },
];

/** One short real file of each format, from which `variant` makes many. */
export function makeMaterial(folder: string): Material[] {
  return kinds.map(({ contentType, settings }, n) => {
    const path = join(folder, `material.${settings.format}`);
    makeAudioFile(path, { durationS: 3, channels: 1, seed: n + 1, tags: { album: BLANK }, ...settings });
    return { extension: settings.format, contentType, bytes: readFileSync(path) };
  });
}

/** The same sound in a file with different bytes. */
export function variant({ bytes }: Material, name: string): Buffer {
  const copy = Buffer.from(bytes);
  const mark = createHash('sha256').update(name).digest('hex').slice(0, BLANK.length);
  let places = 0;
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const blank = Buffer.from(BLANK, encoding);
    for (let at = copy.indexOf(blank); at >= 0; at = copy.indexOf(blank, at)) {
      copy.write(mark, at, encoding);
      places++;
    }
  }
  if (places === 0) throw new Error('the file has no place for a mark');
  return copy;
}
