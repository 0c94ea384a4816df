import type { ByteSource } from '../audio-headers/byte-source.js';

/** To be increased with every change that makes other bytes: checksums of copies are stored. */
export const TAGGER_VERSION = 4;

/** Values of a tagged copy. An empty text is not written. */
export interface CopyTags {
  title: string;
  artist: string;
  album: string;
  albumArtist: string;
  trackNumber: number | null;
  trackTotal: number | null;
  isrc: string;
  /** UPC or EAN. */
  upc: string;
  catalogueNumber: string;
  label: string;
  /** A day such as 2026-11-27, or a year. */
  date: string;
  genre: string;
  /** A code such as en. */
  language: string;
  composers: string;
  pLine: string;
  cLine: string;
  lyrics: string;
  explicit: '' | 'no' | 'explicit' | 'clean';
  cover: Cover | null;
  loudness: Loudness | null;
}

export interface Cover {
  contentType: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Null is not measured. */
export interface Loudness {
  integratedLufs: number | null;
  lraLu: number | null;
  truePeakDbtp: number | null;
  maxMomentaryLufs: number | null;
  maxShortTermLufs: number | null;
}

/** A tagged copy: new bytes before and after an unchanged range of the original. */
export interface TaggedLayout {
  head: Uint8Array;
  /** Range of the original; `to` is exclusive. */
  from: number;
  to: number;
  tail: Uint8Array;
}

/** Results of the analysis that a copy depends on. */
export interface Heard {
  /** Samples per channel. */
  frames: number;
  /** MD5 that a FLAC's samples should have, in hexadecimal; null for other formats and if it is not known. */
  flacMd5: string | null;
}

/** `left` names what a copy leaves out though the sheet has nothing in its place, as in 'A copy leaves out its ID3 tag'. */
export interface CopyLosses {
  left: string[];
  /** Values in other places of the copy that the sheet cannot replace, whatever they are. */
  says: Claim[];
  /** Names of what the copy's header states and the file's own does not. */
  added: string[];
}

/** A value in a place such as 'bext' or 'cue sheet'. */
export interface Claim {
  place: string;
  field: 'title' | 'isrc';
  value: string;
}

/** Remarks on a file's copy before there is one. `none` is why it has none, to be put after its name. */
export interface CopyRemarks extends CopyLosses {
  none: string | null;
}

/** Range of the samples or frames in a file; `to` is exclusive. */
export interface SoundRange {
  from: number;
  to: number;
  /** Samples per channel; null if only decoding shows it. */
  frames: number | null;
}

export const sizeOf = ({ head, from, to, tail }: TaggedLayout): number => head.length + to - from + tail.length;

/** Reads the tagged copy from any position. */
export function taggedSource(layout: TaggedLayout, original: ByteSource): ByteSource {
  const { head, from, to, tail } = layout;
  const size = sizeOf(layout);
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size);
      const bytes = new Uint8Array(Math.max(0, end - offset));
      const put = (start: number, part: Uint8Array) => {
        const skipped = Math.max(0, offset - start);
        const wanted = part.subarray(skipped, Math.max(skipped, end - start));
        if (wanted.length > 0) bytes.set(wanted, start + skipped - offset);
      };
      put(0, head);
      const soundEnd = head.length + to - from;
      const [first, last] = [Math.max(offset, head.length), Math.min(end, soundEnd)];
      if (last > first) bytes.set(await original.read(first - head.length + from, last - first), first - offset);
      put(soundEnd, tail);
      return bytes;
    },
  };
}
