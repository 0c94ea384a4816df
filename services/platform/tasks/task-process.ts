import type { ChildProcess } from 'node:child_process';
import { forkConfined } from './confined.js';
import { residentBytes, WorkClock } from './process-usage.js';

const POLL_MS = 50;
const IDLE_MS = 30_000;

export interface TaskLimits {
  /** Of processor time, see `WorkClock`. */
  timeoutMs: number;
  maxRssBytes: number;
}

/** A task exceeded a limit, ended its process, or threw. */
export class TaskFailedError extends Error {}

/** The task itself was at fault: the same one would fail again. */
export class TaskRefusedError extends TaskFailedError {}

export type TaskReply = { value: unknown } | { error: string };

/**
 * A process for work that must neither delay nor harm this one. It is forked for the first task, does one task at a
 * time, is killed when it exceeds a limit, and ends after being idle for a while unless it is kept ready. Its module
 * calls `answerTasks`.
 */
export class TaskProcess<Request, Result> {
  private child: ChildProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;
  private isKept = false;
  private open = 0;

  constructor(
    private readonly module: URL,
    private readonly limits: TaskLimits,
  ) {}

  /** Whether a task given now would have to wait for another. */
  get isBusy(): boolean {
    return this.open > 0;
  }

  /**
   * Runs after the tasks that were given before.
   * @throws TaskFailed.
   */
  run(request: Request): Promise<Result> {
    this.open++;
    const result = this.last.then(() => this.perform(request)).finally(() => this.open--);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Keeps one process ready from now on, for tasks that cannot wait until one has started. */
  keepReady(): void {
    this.isKept = true;
    this.child ??= this.fork();
  }

  /** Ends it; later tasks get a new one. */
  end(): void {
    this.isKept = false;
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private async perform(request: Request): Promise<Result> {
    clearTimeout(this.idle);
    const child = this.child ?? this.fork();
    let stop: () => void = () => undefined;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const stopWith = (error: TaskFailedError) => {
          this.child = undefined;
          child.kill('SIGKILL');
          reject(error);
        };
        const fail = (why: string) => stopWith(new TaskFailedError(why));
        const refuse = (why: string) => stopWith(new TaskRefusedError(why));
        const { timeoutMs, maxRssBytes } = this.limits;
        const clock = new WorkClock(child.pid);
        const watch = setInterval(() => {
          if ((residentBytes(child.pid) ?? 0) > maxRssBytes) refuse('took too much memory');
          else if (clock.hasExceeded(timeoutMs)) refuse(`took longer than ${timeoutMs} ms`);
        }, POLL_MS);
        const ended = (code: number | null, signal: string | null) => fail(`its process ended (${signal ?? code})`);
        const broken = (error: Error) => fail(error.message);
        const answered = (reply: TaskReply) =>
          'error' in reply ? reject(new TaskRefusedError(reply.error)) : resolve(reply.value as Result);
        child.once('exit', ended).once('error', broken).once('message', answered);
        stop = () => {
          clearInterval(watch);
          child.off('exit', ended).off('error', broken).off('message', answered);
        };
        child.send(request as object, (error) => error && fail(error.message));
      });
    } finally {
      stop();
      if (this.isKept) this.child ??= this.fork();
      else this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    }
  }

  private fork(): ChildProcess {
    const child = forkConfined(this.module, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // It does not keep this process alive: the caller waits for the task.
    child.unref();
    child.channel?.unref();
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    this.child = child;
    return child;
  }
}
