/** Reads the bytes of an audio file. */
export interface Source {
  /** Bytes from `from` to `to` (exclusive); fewer at the end of the file. @throws UnavailableError, UnreachableError */
  read(from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer>;
  /** Size of the whole file; null before the first read, or if the store does not report it. */
  sizeBytes(): number | null;
}

/** The audio is not available; retrying will not help. */
export class UnavailableError extends Error {}

/** The connection or the server fails for now; the same request may succeed later. */
export class UnreachableError extends Error {}

/** The file is not audio that this browser can play piece by piece. */
export class UnplayableError extends Error {}

/** Frames from `from` to `to` (exclusive). */
export interface FrameSpan {
  from: number;
  to: number;
}

/** How the samples are divided into coded frames. */
export interface Layout {
  sampleRateHz: number;
  frames: number;
  /** Samples per frame; the last frame may have fewer. */
  frameSamples: number;
  /** Samples that a decoder returns before the first sample of the audio. */
  delay: number;
  /** Samples of the audio itself, without delay and padding. */
  samples: number;
  /**
   * Extra frames to decode before the requested ones: a frame may use bits of earlier frames, and a resampler needs
   * earlier samples.
   */
  preroll: number;
}

/** Coded audio with random access. */
export interface CodedAudio {
  layout: Layout;
  /** Returns a small file that decodes to exactly these frames. */
  read(span: FrameSpan, signal: AbortSignal): Promise<ArrayBuffer>;
}
