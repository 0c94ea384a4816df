import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Database } from '../../platform/database/database.js';
import { until } from '../until.js';
import { type EventWorkerSettings, workRequested } from './event-work.js';

export interface WorkerProcess {
  child: ChildProcess;
  /** Resolves when it has started, or died before: jobs that wait in the queue run while it still starts. */
  ready: Promise<unknown>;
  /** Resolves at the step where the process dies or freezes. */
  reached: Promise<void>;
  /** Signal or exit code. */
  exited: Promise<string | number>;
  /** Once it is ready: SIGTERM, then `exited`. */
  stop(): Promise<string | number>;
}

/** Worker processes of the event core and a record of their effects. */
export class EventProcesses {
  /** Numbers whose transaction was acknowledged. */
  readonly emitted: number[] = [];
  private readonly running = new Set<ChildProcess>();
  private next = 0;

  private constructor(
    readonly database: Database,
    private readonly settings: EventWorkerSettings,
  ) {}

  static async open(settings: EventWorkerSettings): Promise<EventProcesses> {
    const database = await Database.connect({
      url: settings.databaseUrl,
      entities: [],
      poolSize: 8,
      applicationName: 'test',
      onPoolError: () => undefined,
    });
    await database.query('CREATE TABLE effect (handler text, n integer)');
    return new EventProcesses(database, settings);
  }

  start(settings: Partial<EventWorkerSettings> = {}): WorkerProcess {
    const child = spawn(
      process.execPath,
      [
        ...['--import', join(import.meta.dirname, '../swc-hooks.mjs')],
        join(import.meta.dirname, 'event-worker.ts'),
        JSON.stringify({ ...this.settings, ...settings }),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: {} },
    );
    this.running.add(child);
    const exited = once(child, 'exit').then(([code, signal]) => {
      this.running.delete(child);
      return (signal ?? code) as string | number;
    });
    const says = (word: string) =>
      new Promise<void>((resolve) => {
        child.stdout.on('data', (text: Buffer) => text.includes(word) && resolve());
      });
    const ready = Promise.race([says('ready'), exited]);
    const stop = async () => {
      await ready;
      child.kill('SIGTERM');
      return exited;
    };
    return { child, ready, reached: says('reached'), exited, stop };
  }

  /** Emits `count` events in one transaction. */
  async emit(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, () => this.next++);
    await this.database.transaction(async (tx) => numbers.forEach((n) => tx.emit(workRequested, { n })));
    this.emitted.push(...numbers);
  }

  /** Emits until the process has died. */
  async emitUntilDeath({ child }: WorkerProcess): Promise<void> {
    await until('the crash', async () => {
      await this.emit(2);
      return !this.running.has(child);
    });
  }

  /** For each handler: acknowledged numbers whose effect is missing, and numbers whose effect came more than once. */
  async errors(): Promise<{ handler: string; missing: number[]; repeated: number[] }[]> {
    const rows = await this.database.query<{ handler: string; n: number; times: number }>(
      'SELECT handler, n, count(*)::integer AS times FROM effect GROUP BY handler, n',
    );
    return ['First.run', 'Second.run', 'Third.run']
      .map((handler) => {
        const times = new Map(rows.filter((row) => row.handler === handler).map((row) => [row.n, row.times]));
        return {
          handler,
          missing: this.emitted.filter((n) => !times.has(n)),
          repeated: [...times].filter(([, count]) => count > 1).map(([n]) => n),
        };
      })
      .filter(({ missing, repeated }) => missing.length + repeated.length > 0);
  }

  async close(): Promise<void> {
    for (const child of this.running) child.kill('SIGKILL');
    await this.database.close();
  }
}
