import { mkdir } from 'node:fs/promises';
import { AnalysisPool } from './child/analysis-pool.js';
import { AudioChild } from './child/child-process.js';
import { lend, type LentFile, takeOver } from './child/lent-files.js';
import { machineFault } from './child/machine-faults.js';
import { ProbePool } from './child/probe-pool.js';
import { type ChildReply } from './child/protocol.js';
import { AudioError } from './errors.js';
import type { PlainFacts, ProbeFacts } from './facts.js';
import { analysisFactsSchema, plainFactsSchema, probeFactsSchema } from './facts.js';
import type { AudioLimits } from './limits.js';
import { analysisTimeMs, defaultAudioLimits } from './limits.js';
import { type AnalysisOutput, losslessPath, type ResultPaths, resultPaths } from './results.js';

const CHILD = new URL(import.meta.url.endsWith('.ts') ? './child/child.ts' : './child/child.js', import.meta.url);

export interface ProbeOptions {
  /** The name under which the file was sent; its extension must match the content. */
  fileName: string;
  signal?: AbortSignal;
}

export interface LosslessOptions extends ProbeOptions {
  /** Folder for the results, created if necessary. */
  outDir: string;
  /** Files of one owner may be read by one child, one after the other; without an owner a file gets its own child. */
  owner?: string;
}

export interface AnalyseOptions extends LosslessOptions {
  /** Called with 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Whether it is a whole side of a record, of which more is measured. */
  isSide?: boolean;
}

/** Reads audio files in child processes, so that no file can harm the calling process. `close` it. */
export class AudioRunner {
  private readonly limits: AudioLimits;
  private readonly children = new Set<AudioChild>();
  private readonly probers: ProbePool;
  private readonly readers: AnalysisPool;
  private closed = false;

  constructor(options: { limits?: Partial<AudioLimits> } = {}) {
    this.limits = { ...defaultAudioLimits, ...options.limits };
    this.probers = new ProbePool(() => this.fork());
    this.readers = new AnalysisPool(() => this.fork());
  }

  /** Forks the child that probes, so that the first file need not wait for it. */
  warm(): void {
    this.probers.warm();
  }

  /** Reads the header of a file. Rejects with AudioError. Two files at a time, milliseconds each; the others wait. */
  probe(path: string, { fileName, signal }: ProbeOptions): Promise<ProbeFacts> {
    return this.probers.use((child) =>
      lend(path, 'ends', async (lent) => {
        const request = { type: 'probe', path: lent.path, fileName, limits: this.limits } as const;
        return probeFactsSchema.parse(await child.run(request, { timeoutMs: this.limits.probeTimeMs, signal }));
      }).catch(blameMachine),
    );
  }

  /** Opens a file with FFmpeg alone, in a child. Rejects with AudioError. */
  openPlainly(path: string): Promise<PlainFacts> {
    return this.probers.use((child) =>
      lend(path, 'whole', async (lent) => {
        const request = { type: 'open', path: lent.path } as const;
        return plainFactsSchema.parse(await child.run(request, { timeoutMs: this.limits.probeTimeMs }));
      }).catch(blameMachine),
    );
  }

  /**
   * Decodes a file in a child and measures it. Rejects with AudioError. The caller limits how many run at once.
   */
  async analyse(path: string, options: AnalyseOptions): Promise<AnalysisOutput> {
    options.signal?.throwIfAborted();
    const results = resultPaths(options.outDir);
    return lend(path, 'whole', async (lent) => {
      const facts = analysisFactsSchema.parse(await this.read('analyse', lent, options));
      const made = resultPaths(lent.folder);
      await mkdir(options.outDir, { recursive: true });
      for (const name of Object.keys(results) as (keyof ResultPaths)[]) await takeOver(made[name], results[name]);
      return { facts, ...results };
    }).catch(blameMachine);
  }

  /** Encodes a file as FLAC in a child and returns its path. Rejects with AudioError. */
  async lossless(path: string, options: LosslessOptions): Promise<string> {
    options.signal?.throwIfAborted();
    const result = losslessPath(options.outDir);
    return lend(path, 'whole', async (lent) => {
      await this.read('lossless', lent, options);
      await mkdir(options.outDir, { recursive: true });
      await takeOver(losslessPath(lent.folder), result);
      return result;
    }).catch(blameMachine);
  }

  private read(
    type: 'analyse' | 'lossless',
    { path, folder }: LentFile,
    { fileName, owner, signal, onProgress, isSide }: Omit<AnalyseOptions, 'outDir'>,
  ): Promise<unknown> {
    const request = { type, path, fileName, outDir: folder, limits: this.limits, isSide };
    const onReply = (reply: ChildReply) => {
      if (reply.type === 'progress') onProgress?.(reply.fraction);
      return reply.type === 'started' ? analysisTimeMs(reply.durationS, this.limits) : undefined;
    };
    const options = { timeoutMs: this.limits.baseTimeMs, signal, onReply };
    return this.readers.use(owner, (child) => child.run(request, options), signal);
  }

  /** Kills all children; their jobs reject. */
  async close(): Promise<void> {
    this.closed = true;
    for (const child of this.children) child.kill(closedError());
    await Promise.all([...this.children].map((child) => child.exited));
  }

  private fork(): AudioChild {
    if (this.closed) throw closedError();
    const child = new AudioChild(CHILD, this.limits);
    this.children.add(child);
    void child.exited.then(() => this.children.delete(child));
    return child;
  }
}

/** Turns an error of the machine into an AudioError that does not blame the file. */
function blameMachine(error: unknown): never {
  const fault = machineFault(error);
  if (!fault) throw error;
  throw new AudioError('unreadable', fault, (error as Error).stack);
}

function closedError(): AudioError {
  return new AudioError('unreadable', 'Reading was stopped.', 'the runner was closed');
}
