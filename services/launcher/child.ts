import { type ChildProcess, spawn } from 'node:child_process';
import { BEAT_MS } from '../platform/embedded/parent.js';

const FIRST_DELAY_MS = 500;
/** Short enough to be back within 15 s of a crash, even after many crashes. */
const LONGEST_DELAY_MS = 5_000;
/** A child that ran this long had a good start: after its next crash it is restarted without a delay again. */
const GOOD_RUN_MS = 60_000;
/**
 * After this many missed beats in a row it counts as stuck. They are counted, not measured, because a machine that
 * slept was not silent.
 */
const SILENT_BEATS = 30;
/** Before its first report it loads its code, which takes minutes on a busy machine. */
const FIRST_BEATS = 600;
const LOADING = 'loads its code';

/** A child process that is restarted, after growing pauses, whenever it crashes or stops responding. */
export class SupervisedChild {
  private process: ChildProcess | undefined;
  private pause: NodeJS.Timeout | undefined;
  private watch: NodeJS.Timeout | undefined;
  private stopping = false;
  private delayMs = FIRST_DELAY_MS;
  /** How often it ended without being asked to. */
  crashes = 0;
  /** The current step of its start, as it reported it. */
  step = LOADING;

  constructor(
    readonly name: string,
    private readonly file: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly onChange: () => void,
    private readonly silentBeats = SILENT_BEATS,
    private readonly firstBeats = FIRST_BEATS,
  ) {}

  get pid(): number | undefined {
    return this.process?.pid;
  }

  start(): void {
    const startedAt = Date.now();
    const child = spawn(process.execPath, ['--enable-source-maps', this.file], {
      env: this.environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A session of its own: Ctrl-C in a terminal must reach only the launcher, which stops everything in order.
      detached: true,
    });
    this.process = child;
    this.onChange();
    this.listen(child);
    child.once('exit', (code, signal) => {
      clearInterval(this.watch);
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

  /** From now on the process is not restarted when it ends, because a signal to the launcher may end it first. */
  letEnd(): void {
    this.stopping = true;
    clearTimeout(this.pause);
  }

  /** Asks the process to end and waits; it is killed after `patienceMs`. */
  async stop(patienceMs: number): Promise<void> {
    this.letEnd();
    const child = this.process;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await ended;
    clearTimeout(timer);
  }

  /** Kills it when it has been silent for too long. */
  private listen(child: ChildProcess): void {
    let silent = 0;
    let patience = this.firstBeats;
    this.step = LOADING;
    child.on('message', (message) => {
      silent = 0;
      patience = this.silentBeats;
      if (typeof message === 'object' && 'step' in message) this.step = String(message.step);
    });
    this.watch = setInterval(() => {
      silent += 1;
      if (silent < patience) return;
      console.error(`The ${this.name} has not answered for ${(silent * BEAT_MS) / 1000} s; it is ended.`);
      child.kill('SIGKILL');
    }, BEAT_MS);
  }

  kill(): void {
    this.letEnd();
    clearInterval(this.watch);
    this.process?.kill('SIGKILL');
  }
}
