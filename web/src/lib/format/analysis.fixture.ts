import type { Analysis } from '../../api';

const unknown = {
  progress: 0,
  error: null,
  container: null,
  codec: null,
  hasPeaks: false,
  hasPreview: false,
  stale: false,
  sampleRateHz: null,
  channels: null,
  bitsStored: null,
  bitsEffective: null,
  float: null,
  durationS: null,
  complete: null,
  silent: null,
  loudness: null,
  played: null,
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
};

export const analysis = (changes: Partial<Analysis> = {}): Analysis => ({ state: 'queued', ...unknown, ...changes });
