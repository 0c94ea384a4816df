import type { AudioErrorCode } from '../errors.js';
import type { AnalysisFacts, PlainFacts, ProbeFacts } from '../facts.js';
import type { AudioLimits } from '../limits.js';

/** A request from the parent to a child, one job at a time. */
export type ChildRequest =
  /** Opens a file without our readers of headers. */
  | { type: 'open'; path: string }
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

/** A child's answers: any number of `started` and `progress`, then one `done` or `failed`. */
export type ChildReply =
  | { type: 'started'; durationS: number }
  | { type: 'progress'; fraction: number }
  | { type: 'done'; result: ProbeFacts | AnalysisFacts | PlainFacts | null }
  | { type: 'failed'; code: AudioErrorCode; message: string; detail?: string };
