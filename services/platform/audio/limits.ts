/** Bounds on one file; the child refuses what breaks the first group, the parent kills it for the second. */
export interface AudioLimits {
  maxDurationS: number;
  maxChannels: number;
  minSampleRateHz: number;
  maxSampleRateHz: number;
  /** Decoded samples over all channels. */
  maxSamples: number;
  /**
   * Decoded samples that a file of any size may hold, and more of them for each of its bytes: silence in FLAC takes next
   * to no bytes, and real sound at least one for every few samples (an MP3 of 32 kbit/s has 24 a byte).
   */
  freeSamples: number;
  samplesPerByte: number;
  /** Time for a file of no length; each second of sound adds a twentieth of a second. */
  baseTimeMs: number;
  maxTimeMs: number;
  probeTimeMs: number;
  maxRssBytes: number;
  /** Of stdout and stderr together. */
  maxOutputBytes: number;
}

export const defaultAudioLimits: AudioLimits = {
  maxDurationS: 4 * 3600,
  maxChannels: 8,
  minSampleRateHz: 8000,
  maxSampleRateHz: 384000,
  maxSamples: 8e9,
  freeSamples: 1.2e8,
  samplesPerByte: 32,
  baseTimeMs: 60_000,
  maxTimeMs: 600_000,
  probeTimeMs: 5_000,
  maxRssBytes: 768 * 1024 * 1024,
  maxOutputBytes: 1024 * 1024,
};

/** Milliseconds that an analysis of so many seconds of sound may take. */
export function analysisTimeMs(durationS: number, limits: AudioLimits): number {
  return Math.min(limits.maxTimeMs, limits.baseTimeMs + (durationS * 1000) / 20);
}
