import type { z } from 'zod';
import { AUDIO_ENGINE } from '../../platform/audio/engine.js';
import type { Audio } from './audio.entity.js';
import type { analysisSchema } from './audio.schema.js';

type AnalysisView = z.infer<typeof analysisSchema>;

const unknownSound = {
  container: null,
  codec: null,
  sampleRateHz: null,
  channels: null,
  bitsStored: null,
  bitsEffective: null,
  float: null,
  durationS: null,
  complete: null,
  silent: null,
  loudness: null,
  truePeakDbtp: null,
  samplePeakDbfs: null,
  clippedSamples: null,
  clipRuns: null,
  dcOffset: null,
  leadSilenceS: null,
  tailSilenceS: null,
  tags: null,
  warnings: null,
  engine: null,
} as const satisfies Partial<AnalysisView>;

/** What is known of a sound so far: the analysis's facts over the probe's, null where neither has one. */
export function analysisView(audio: Omit<Audio, 'fingerprint'>): AnalysisView {
  const { state, progress, error, probe, facts, peaksKey, previewKey } = audio;
  return {
    state,
    progress,
    error,
    hasPeaks: peaksKey !== null,
    hasPreview: previewKey !== null,
    stale: facts !== null && facts.engine !== AUDIO_ENGINE,
    ...unknownSound,
    ...probe,
    ...facts,
  };
}
