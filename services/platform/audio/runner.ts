import { mkdir } from 'node:fs/promises';
import { AudioChild } from './child-process.js';
import { AudioError } from './errors.js';
import type { ProbeFacts } from './facts.js';
import { analysisFactsSchema, probeFactsSchema } from './facts.js';
import { lend, type Loan, takeOver } from './lent-files.js';
import type { AudioLimits } from './limits.js';
import { analysisTimeMs, defaultAudioLimits } from './limits.js';
import { machineFault } from './machine-faults.js';
import { ProbePool } from './probe-pool.js';
import { type AnalysisOutput, losslessPath, type ResultPaths, resultPaths } from './protocol.js';

const CHILD = new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './child.js', import.meta.url);

export interface ProbeOptions {
  /** As whoever sent the file named it; its extension must fit what the file is. */
  fileName: string;
  signal?: AbortSignal;
}

export interface LosslessOptions extends ProbeOptions {
  /** Folder for the results, made if need be. */
  outDir: string;
}

export interface AnalyseOptions extends LosslessOptions {
  /** Called with 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/** Reads audio files in child processes, so that no file can harm the process that asks. `close` it. */
export class AudioRunner {
  private readonly limits: AudioLimits;
  private readonly children = new Set<AudioChild>();
  private readonly probers: ProbePool;
  private closed = false;

  constructor(options: { limits?: Partial<AudioLimits> } = {}) {
    this.limits = { ...defaultAudioLimits, ...options.limits };
    this.probers = new ProbePool(() => this.fork());
  }

  /** Forks the child that probes, so that the first file need not wait for it. */
  warm(): void {
    this.probers.warm();
  }

  /** What the header of a file says. Rejects with AudioError. Two at a time, milliseconds each; the rest wait. */
  probe(path: string, { fileName, signal }: ProbeOptions): Promise<ProbeFacts> {
    return this.probers.use((child) =>
      lend(path, 'ends', async (loan) => {
        const request = { type: 'probe', path: loan.path, fileName, limits: this.limits } as const;
        return probeFactsSchema.parse(await child.run(request, { timeoutMs: this.limits.probeTimeMs, signal }));
      }).catch(blameMachine),
    );
  }

  /**
   * Decodes a file in a child of its own and measures it. Rejects with AudioError.
   * Any number run at once: who calls bounds it.
   */
  async analyse(path: string, options: AnalyseOptions): Promise<AnalysisOutput> {
    options.signal?.throwIfAborted();
    const results = resultPaths(options.outDir);
    return lend(path, 'whole', async (loan) => {
      const facts = analysisFactsSchema.parse(await this.read('analyse', loan, options));
      const made = resultPaths(loan.folder);
      await mkdir(options.outDir, { recursive: true });
      for (const name of Object.keys(results) as (keyof ResultPaths)[]) await takeOver(made[name], results[name]);
      return { facts, ...results };
    }).catch(blameMachine);
  }

  /** Encodes a file as FLAC in a child of its own; answers where that is. Rejects with AudioError. */
  async lossless(path: string, options: LosslessOptions): Promise<string> {
    options.signal?.throwIfAborted();
    const result = losslessPath(options.outDir);
    return lend(path, 'whole', async (loan) => {
      await this.read('lossless', loan, options);
      await mkdir(options.outDir, { recursive: true });
      await takeOver(losslessPath(loan.folder), result);
      return result;
    }).catch(blameMachine);
  }

  /** Reads the whole of a file in a child of its own. */
  private async read(
    type: 'analyse' | 'lossless',
    { path, folder }: Loan,
    { fileName, signal, onProgress }: Omit<AnalyseOptions, 'outDir'>,
  ): Promise<unknown> {
    const child = this.fork();
    try {
      return await child.run(
        { type, path, fileName, outDir: folder, limits: this.limits },
        {
          timeoutMs: this.limits.baseTimeMs,
          signal,
          onReply: (reply) => {
            if (reply.type === 'progress') onProgress?.(reply.fraction);
            return reply.type === 'started' ? analysisTimeMs(reply.durationS, this.limits) : undefined;
          },
        },
      );
    } finally {
      child.kill();
    }
  }

  /** Kills all children; what they were doing rejects. */
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

/** What the machine refused is not the file's fault. */
function blameMachine(error: unknown): never {
  const fault = machineFault(error);
  if (!fault) throw error;
  throw new AudioError('unreadable', fault, (error as Error).stack);
}

function closedError(): AudioError {
  return new AudioError('unreadable', 'Reading was stopped.', 'the runner was closed');
}
