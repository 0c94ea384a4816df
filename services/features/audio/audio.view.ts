import type { z } from 'zod';
import { AUDIO_ENGINE } from '../../platform/audio/engine.js';
import type { HeaderHint } from '../staged-files/header.schema.js';
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
} as const satisfies Partial<AnalysisView>;

/** The analysis so far: the analysis's facts override the probe's; a figure is null where neither has it. */
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

const untagged = {
  title: null,
  artist: null,
  album: null,
  albumArtist: null,
  trackNumber: null,
  trackTotal: null,
  discNumber: null,
  isrc: null,
  date: null,
  genre: null,
  comment: null,
} as const satisfies AnalysisView['tags'];

/** The analysis of a file that is still being uploaded, taken from the header that the browser read. */
export function announcedView(header: HeaderHint | null): AnalysisView {
  return {
    state: 'queued',
    progress: 0,
    error: null,
    hasPeaks: false,
    hasPreview: false,
    stale: false,
    ...unknownSound,
    ...header,
    tags: header && { ...untagged, ...header.tags },
  };
}
