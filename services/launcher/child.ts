import { type ChildProcess, spawn } from 'node:child_process';
import { BEAT_MS } from '../platform/embedded/parent.js';

const FIRST_DELAY_MS = 500;
/** Short enough to be back within 15 s of a crash, whatever came before. */
const LONGEST_DELAY_MS = 5_000;
/** A child that ran this long had a good start: the next crash is answered at once again. */
const GOOD_RUN_MS = 60_000;
/** As many silences in a row, and it is stuck. Counted, not measured: a machine that slept has not been silent. */
const SILENT_BEATS = 30;
/** Before its first word it loads its code, which takes minutes on a busy machine. */
const FIRST_BEATS = 600;
const LOADING = 'loads its code';

/** A process that is started again, after growing pauses, whenever it ends by itself or says nothing any more. */
export class SupervisedChild {
  private process: ChildProcess | undefined;
  private pause: NodeJS.Timeout | undefined;
  private watch: NodeJS.Timeout | undefined;
  private stopping = false;
  private delayMs = FIRST_DELAY_MS;
  /** How often it ended by itself. */
  crashes = 0;
  /** What its start does, as it says. */
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
      // Its own session: Ctrl-C in a terminal must reach the launcher only, which stops everything in order.
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

  /** From now on the process is not started again when it ends. Whatever stops the launcher may end it first. */
  letEnd(): void {
    this.stopping = true;
    clearTimeout(this.pause);
  }

  /** Asks the process to end and waits; it is killed when `patienceMs` is over. */
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
