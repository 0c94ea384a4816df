import { TaskFailedError, type TaskLimits, TaskProcess } from './task-process.js';

/** Two, so that a slow task of one share leaves a process for the others. */
const PROCESSES = 2;

interface WaitingTask {
  start: () => void;
  reject: (error: TaskFailedError) => void;
}

/**
 * Runs tasks in separate processes. Each task belongs to a share, such as a studio. A share has one task running at a
 * time, and shares take turns, so that many or slow tasks of one do not delay another.
 */
export class FairTasks<Request, Result> {
  private readonly processes: readonly TaskProcess<Request, Result>[];
  private readonly idle: TaskProcess<Request, Result>[];
  private readonly running = new Set<string>();
  /** By share, in the order of their turns. */
  private readonly waiting = new Map<string, WaitingTask[]>();

  constructor(module: URL, limits: TaskLimits, processes = PROCESSES) {
    this.processes = Array.from({ length: processes }, () => new TaskProcess<Request, Result>(module, limits));
    this.idle = [...this.processes];
  }

  /** Whether a task of this share would have to wait. */
  isBusy(share: string): boolean {
    return this.running.has(share) || this.waiting.has(share) || this.idle.length === 0;
  }

  /** @throws TaskFailed. */
  run(request: Request, share: string): Promise<Result> {
    return new Promise((resolve, reject) => {
      const tasks = this.waiting.get(share) ?? [];
      tasks.push({ start: () => void this.perform(request, share).then(resolve, reject), reject });
      this.waiting.set(share, tasks);
      this.next();
    });
  }

  /** Keeps one process ready from now on, for tasks that cannot wait until one has started. */
  keepReady(): void {
    this.processes[0]!.keepReady();
  }

  /** Ends the processes, and fails running and waiting tasks; later tasks get new processes. */
  end(): void {
    const waiting = [...this.waiting.values()].flat();
    this.waiting.clear();
    for (const { reject } of waiting) reject(new TaskFailedError('its process was ended'));
    for (const each of this.processes) each.end();
  }

  private async perform(request: Request, share: string): Promise<Result> {
    const process = this.idle.shift()!;
    this.running.add(share);
    try {
      return await process.run(request);
    } finally {
      this.running.delete(share);
      this.putLast(share);
      // The process that is kept ready is used first.
      if (process === this.processes[0]) this.idle.unshift(process);
      else this.idle.push(process);
      this.next();
    }
  }

  private putLast(share: string): void {
    const tasks = this.waiting.get(share);
    if (!tasks) return;
    this.waiting.delete(share);
    this.waiting.set(share, tasks);
  }

  private next(): void {
    for (const [share, tasks] of this.waiting) {
      if (this.idle.length === 0) return;
      if (this.running.has(share)) continue;
      const { start } = tasks.shift()!;
      if (tasks.length === 0) this.waiting.delete(share);
      start();
    }
  }
}
