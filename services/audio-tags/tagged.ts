import type { ByteSource } from '../audio-headers/byte-source.js';
import { readChunks } from '../audio-headers/chunks.js';
import type { AudioContainer } from '../audio-headers/containers.js';
import { tagAiff } from './aiff.js';
import { flacFrames, tagFlac } from './flac.js';
import { mpegFrames, tagMp3 } from './mpeg.js';
import type { CopyTags, TaggedLayout } from './tags.js';
import { tagWav } from './wav.js';

/**
 * Computes the tagged copy of a file from its headers. Null if it cannot be tagged: Wave64, or headers that do not say
 * where the sound ends.
 */
export async function layOutTagged(
  source: ByteSource,
  container: AudioContainer,
  tags: CopyTags,
): Promise<TaggedLayout | null> {
  switch (container) {
    case 'wav':
    case 'rf64':
      return tagWav(source, container, tags);
    case 'aiff':
    case 'aifc':
      return tagAiff(source, container, tags);
    case 'flac':
      return tagFlac(source, tags);
    case 'mp3':
      return tagMp3(source, tags);
    case 'w64':
      return null;
  }
}

const LIMITS = { maxChunks: 1_000, maxTextBytes: 0 };

/** Range of the samples or frames as a reader finds them; `to` is exclusive. Null if there are none. */
export async function soundRange(
  source: ByteSource,
  container: AudioContainer,
): Promise<{ from: number; to: number } | null> {
  if (container === 'flac') return flacFrames(source);
  if (container === 'mp3') return mpegFrames(source);
  const sound = (await readChunks(source, container, LIMITS))?.sound;
  return sound ? { from: sound.from, to: sound.from + sound.presentBytes } : null;
}
