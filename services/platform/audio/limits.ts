/**
 * Limits for one file: the child refuses files that exceed the first group, and the parent kills it for exceeding the
 * second.
 */
export interface AudioLimits {
  maxDurationS: number;
  maxChannels: number;
  minSampleRateHz: number;
  maxSampleRateHz: number;
  /** Decoded samples over all channels. */
  maxSamples: number;
  /**
   * How many decoded samples a file of any size may hold, and how many more for each of its bytes. Silence in FLAC
   * takes almost no bytes; real sound takes at least one for every few samples (an MP3 of 32 kbit/s has 24 a byte).
   */
  freeSamples: number;
  samplesPerByte: number;
  /** Processor time for a file of no length; each second of sound adds a twentieth of a second. */
  baseTimeMs: number;
  maxTimeMs: number;
  probeTimeMs: number;
  maxRssBytes: number;
  /** Stdout and stderr together. */
  maxOutputBytes: number;
}

export const defaultAudioLimits: AudioLimits = {
  maxDurationS: 4 * 3600,
  maxChannels: 8,
  minSampleRateHz: 8000,
  maxSampleRateHz: 384000,
  maxSamples: 8e9,
  // 22 minutes of silence in stereo at 96 kHz, which takes as long to analyse as music of that length.
  freeSamples: 2.6e8,
  samplesPerByte: 32,
  baseTimeMs: 60_000,
  maxTimeMs: 600_000,
  probeTimeMs: 5_000,
  maxRssBytes: 768 * 1024 * 1024,
  maxOutputBytes: 1024 * 1024,
};

/** How many milliseconds the analysis of that many seconds of sound may take. */
export function analysisTimeMs(durationS: number, limits: AudioLimits): number {
  return Math.min(limits.maxTimeMs, limits.baseTimeMs + (durationS * 1000) / 20);
}
