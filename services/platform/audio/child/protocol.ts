import { join } from 'node:path';
import type { AudioErrorCode } from '../errors.js';
import type { AnalysisFacts, ProbeFacts } from '../facts.js';
import type { AudioLimits } from '../limits.js';

/** A request from the parent to a child, one job at a time. */
export type ChildRequest =
  | { type: 'probe'; path: string; fileName: string; limits: AudioLimits }
  | {
      type: 'analyse' | 'lossless';
      path: string;
      fileName: string;
      outDir: string;
      limits: AudioLimits;
      /** As in `AnalysisRequest`. */
      isSide?: boolean;
    };

export interface ResultPaths {
  peaksPath: string;
  fingerprintPath: string;
  previewPath: string;
}

export interface AnalysisOutput extends ResultPaths {
  facts: AnalysisFacts;
}

/** Where an analysis leaves its results. Both sides compute it, so it is not sent. */
export const resultPaths = (folder: string): ResultPaths => ({
  peaksPath: join(folder, 'peaks.bin'),
  fingerprintPath: join(folder, 'fingerprint.bin'),
  previewPath: join(folder, 'preview.mp3'),
});

/** Where the FLAC of a sound is left. */
export const losslessPath = (folder: string): string => join(folder, 'lossless.flac');

/** A child's answers: any number of `started` and `progress`, then one `done` or `failed`. */
export type ChildReply =
  | { type: 'started'; durationS: number }
  | { type: 'progress'; fraction: number }
  | { type: 'done'; result: ProbeFacts | AnalysisFacts | null }
  | { type: 'failed'; code: AudioErrorCode; message: string; detail?: string };
