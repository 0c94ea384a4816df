import type { ByteSource } from '../audio-headers/byte-source.js';
import { readChunks, storedSamples } from '../audio-headers/chunks.js';
import type { AudioContainer } from '../audio-headers/containers.js';
import { framesIn } from '../audio-headers/sample-format.js';
import { tagAiff } from './aiff.js';
import { flacFrames, tagFlac } from './flac.js';
import { mpegFrames, tagMp3 } from './mpeg.js';
import type { CopyLosses, CopyRemarks, CopyTags, Heard, SoundRange, TaggedLayout } from './tags.js';
import { tagWav } from './wav.js';

/**
 * Computes the tagged copy of a file from its headers. A sentence, to be put behind the file's name, if the copy would
 * lose something. `heard` is null without an analysis.
 */
export async function layOutTagged(
  source: ByteSource,
  container: AudioContainer,
  heard: Heard | null,
  tags: CopyTags,
): Promise<(TaggedLayout & CopyLosses) | string> {
  if (heard === null) return 'has not been analysed yet.';
  if (container === 'flac') return tagFlac(source, heard, tags);
  if (container === 'mp3') return tagMp3(source, heard.frames, tags);
  if (container === 'w64') return 'is Wave64, which has no place for tags.';
  const facts = (await readChunks(source, container))!;
  const samples = storedSamples(facts, heard.frames);
  if (typeof samples === 'string') return samples;
  return container === 'wav' || container === 'rf64'
    ? tagWav(source, container, facts, heard.frames, tags)
    : tagAiff(source, container, facts, heard.frames, tags);
}

/** A sheet whose values replace the old ones in all places where that is possible. */
const ANY_SHEET: CopyTags = {
  title: '\ue000',
  artist: '\ue000',
  album: '\ue000',
  albumArtist: '',
  trackNumber: null,
  trackTotal: null,
  isrc: 'ZZZZZ0000000',
  upc: '',
  catalogueNumber: '',
  label: '',
  date: '',
  genre: '',
  language: '',
  composers: '',
  pLine: '',
  cLine: '',
  lyrics: '',
  explicit: '',
  cover: null,
  loudness: null,
};

/**
 * Says what a file's copy will leave out and what it cannot replace, before the sheet is known. `check` returns why a copy is
 * refused, null if it is not.
 */
export async function copyRemarks(
  source: ByteSource,
  container: AudioContainer,
  heard: Heard,
  check: (layout: TaggedLayout) => Promise<string | null>,
): Promise<CopyRemarks> {
  const layout = await layOutTagged(source, container, heard, ANY_SHEET);
  if (typeof layout === 'string') return { none: layout, left: [], says: [], added: [] };
  const { left, says, added } = layout;
  return { none: await check(layout), left, says, added };
}

/** Range of the samples or frames as a reader finds them. Null if there are none. */
export async function soundRange(source: ByteSource, container: AudioContainer): Promise<SoundRange | null> {
  if (container === 'flac') return flacFrames(source);
  if (container === 'mp3') return mpegFrames(source);
  const { sound = null, format = null } = (await readChunks(source, container)) ?? {};
  if (!sound) return null;
  const { from, presentBytes } = sound;
  return { from, to: from + presentBytes, frames: format && framesIn(format, presentBytes) };
}
