import { join } from 'node:path';
import type { AnalysisFacts } from './facts.js';

export interface ResultPaths {
  peaksPath: string;
  fingerprintPath: string;
  previewPath: string;
}

export interface AnalysisOutput extends ResultPaths {
  facts: AnalysisFacts;
}

/** Where an analysis leaves its results. Parent and child both compute it, so it is not sent. */
export const resultPaths = (folder: string): ResultPaths => ({
  peaksPath: join(folder, 'peaks.bin'),
  fingerprintPath: join(folder, 'fingerprint.bin'),
  previewPath: join(folder, 'preview.mp3'),
});

/** Where the FLAC of a sound is left. */
export const losslessPath = (folder: string): string => join(folder, 'lossless.flac');
