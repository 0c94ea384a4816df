import type { AudioErrorCode } from './errors.js';
import type { AnalysisFacts, ProbeFacts } from './facts.js';
import type { AudioLimits } from './limits.js';

/** What the parent asks of a child, one job at a time. */
export type ChildRequest =
  | { type: 'probe'; path: string; fileName: string; limits: AudioLimits }
  | { type: 'analyse'; path: string; fileName: string; outDir: string; limits: AudioLimits };

export interface AnalysisOutput {
  facts: AnalysisFacts;
  peaksPath: string;
  fingerprintPath: string;
  previewPath: string;
}

/** What a child answers: any number of `started` and `progress`, then one `done` or `failed`. */
export type ChildReply =
  | { type: 'started'; durationS: number }
  | { type: 'progress'; fraction: number }
  | { type: 'done'; result: ProbeFacts | AnalysisOutput }
  | { type: 'failed'; code: AudioErrorCode; message: string; detail?: string };
