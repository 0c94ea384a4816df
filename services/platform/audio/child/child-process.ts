import type { ChildProcess } from 'node:child_process';
import { forkConfined } from '../../tasks/confined.js';
import { residentBytes, WorkClock } from '../../tasks/process-usage.js';
import { AudioError } from '../errors.js';
import type { AudioLimits } from '../limits.js';
import type { ChildReply, ChildRequest } from './protocol.js';

const POLL_MS = 50;
const KEPT_OUTPUT = 4000;

export interface JobOptions {
  /** Of processor time, see `WorkClock`. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Called for `started` and `progress`; a returned number replaces the time limit, counted from the job's start. */
  onReply?: (reply: ChildReply) => number | void;
}

/** A child process that reads files, one job at a time, and is killed when it exceeds a limit. */
export class AudioChild {
  private readonly child: ChildProcess;
  private readonly limits: AudioLimits;
  private output = '';
  private outputBytes = 0;
  private fail: ((error: AudioError) => void) | null = null;
  private take: ((reply: ChildReply) => void) | null = null;
  private ended = false;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;

  constructor(modulePath: URL, limits: AudioLimits) {
    this.limits = limits;
    this.child = forkConfined(modulePath, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const collect = (chunk: Buffer) => this.collect(chunk);
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
    this.child.on('message', (reply) => {
      // A reply after a job's end could be taken for the reply to the next job.
      if (this.take) this.take(reply as ChildReply);
      else this.kill();
    });
    this.child.on('error', (error) => this.crash(error.message));
    this.exited = new Promise((resolve) => {
      this.child.on('exit', (code, signal) => {
        this.ended = true;
        this.crash(`exit ${code ?? signal}`);
        resolve();
      });
    });
  }

  get alive(): boolean {
    return !this.ended && this.child.connected;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /**
   * Gives the child a job. On failure it rejects with AudioError, or with the signal's reason, and the child is killed.
   */
  async run(request: ChildRequest, options: JobOptions): Promise<Extract<ChildReply, { type: 'done' }>['result']> {
    options.signal?.throwIfAborted();
    if (!this.alive) throw new AudioError('crashed', 'Reading it failed.', 'the child was gone');
    this.output = '';
    this.outputBytes = 0;
    const clock = new WorkClock(this.pid);
    let limitMs = options.timeoutMs;
    const watch = setInterval(() => {
      this.checkMemory();
      if (clock.hasExceeded(limitMs))
        this.fail?.(new AudioError('timed_out', `Reading it took longer than ${Math.round(limitMs / 1000)} s.`));
    }, POLL_MS);
    let abort: (() => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const fail = (error: unknown) => {
          this.fail = null;
          this.kill();
          reject(error);
        };
        abort = () => fail(options.signal?.reason);
        options.signal?.addEventListener('abort', abort);
        this.fail = fail;
        this.take = (reply) => {
          if (reply.type === 'done') return resolve(reply.result);
          if (reply.type === 'failed') return reject(new AudioError(reply.code, reply.message, reply.detail));
          limitMs = options.onReply?.(reply) || limitMs;
        };
        this.child.send(request, (error) => {
          if (error) this.crash(error.message);
        });
      });
    } finally {
      clearInterval(watch);
      if (abort) options.signal?.removeEventListener('abort', abort);
      this.fail = this.take = null;
    }
  }

  /** Kills the process; a running job rejects with the error. */
  kill(error: AudioError = new AudioError('crashed', 'Reading it failed.', 'killed')): void {
    this.fail?.(error);
    this.child.kill('SIGKILL');
  }

  /** Undefined where the system does not report it. */
  residentBytes(): number | undefined {
    return residentBytes(this.pid);
  }

  private checkMemory(): void {
    if ((this.residentBytes() ?? 0) <= this.limits.maxRssBytes) return;
    const megabytes = Math.round(this.limits.maxRssBytes / 1024 / 1024);
    this.fail?.(new AudioError('out_of_memory', `Reading it took more than ${megabytes} MB of memory.`));
  }

  private collect(chunk: Buffer): void {
    this.outputBytes += chunk.length;
    this.output = (this.output + chunk.toString('latin1')).slice(-KEPT_OUTPUT);
    if (this.outputBytes > this.limits.maxOutputBytes) this.crash('too much output');
  }

  private crash(why: string): void {
    const error = new AudioError('crashed', 'Reading it failed.', `${why} ${this.output}`.trim());
    if (this.ended) this.fail?.(error);
    else this.kill(error);
  }
}
