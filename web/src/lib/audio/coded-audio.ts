/** Where the bytes of a sound come from. */
export interface Source {
  /** Bytes from `from` up to `to`, which is not one of them; fewer where the file ends. @throws UnavailableError, OutOfReachError */
  read(from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer>;
  /** Of the whole file; null until something of it has been read, and where the store does not tell. */
  sizeBytes(): number | null;
}

/** The sound cannot be had, however often one asks. */
export class UnavailableError extends Error {}

/** The connection or the server fails for now: the same question may be answered later. */
export class UnreachableError extends Error {}

/** What came is no sound that can be played piece by piece here. */
export class UnplayableError extends Error {}

/** Frames from `from` up to `to`, which is not one of them. */
export interface FrameSpan {
  from: number;
  to: number;
}

/** How the samples of a sound lie in the frames that it is coded in. */
export interface Layout {
  sampleRateHz: number;
  frames: number;
  /** Of each; the last may have fewer. */
  frameSamples: number;
  /** Samples that a decoder gives before the first of the sound. */
  delay: number;
  /** The sound's own. */
  samples: number;
  /** Frames to decode ahead of those that are wanted: a frame may use bits of those before it, a resampler what was. */
  preroll: number;
}

/** A sound of which any stretch can be had. */
export interface CodedAudio {
  layout: Layout;
  /** A small file that decodes to these frames and nothing else. */
  read(span: FrameSpan, signal: AbortSignal): Promise<ArrayBuffer>;
}
