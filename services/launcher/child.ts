import { type ChildProcess, spawn } from 'node:child_process';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A child that ran this long had a good start: the next crash is answered at once again. */
const GOOD_RUN_MS = 60_000;

/** A process that is started again, after growing pauses, whenever it ends by itself. */
export class SupervisedChild {
  private process: ChildProcess | undefined;
  private pause: NodeJS.Timeout | undefined;
  private stopping = false;
  private delayMs = FIRST_DELAY_MS;
  /** How often it ended by itself. */
  crashes = 0;

  constructor(
    readonly name: string,
    private readonly file: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly onChange: () => void,
  ) {}

  get pid(): number | undefined {
    return this.process?.pid;
  }

  start(): void {
    const startedAt = Date.now();
    const child = spawn(process.execPath, ['--enable-source-maps', this.file], {
      env: this.environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Its own session: Ctrl-C in a terminal must reach the launcher only, which stops everything in order.
      detached: true,
    });
    this.process = child;
    this.onChange();
    child.once('exit', (code, signal) => {
      this.process = undefined;
      if (this.stopping) return;
      this.crashes += 1;
      if (Date.now() - startedAt > GOOD_RUN_MS) this.delayMs = FIRST_DELAY_MS;
      console.error(
        `The ${this.name} ended (${signal ?? `code ${code}`}); it is started again in ${this.delayMs / 1000} s.`,
      );
      this.pause = setTimeout(() => this.start(), this.delayMs);
      this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
      this.onChange();
    });
  }

  /** Asks the process to end and waits; it is killed when `patienceMs` is over. */
  async stop(patienceMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.pause);
    const child = this.process;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.stopping = true;
    this.process?.kill('SIGKILL');
  }
}
