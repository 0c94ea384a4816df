import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, loadConfig } from '../../platform/config.js';
import { freePort } from '../../platform/embedded/port.js';
import { type EmbeddedPostgres, startPostgres } from '../../platform/embedded/postgres.js';
import { isAlive } from '../../platform/embedded/process.js';
import { runMigrations } from '../../platform/migrate.js';
import { until } from '../until.js';
import { descendants, type RunningProcess, runningProcesses, stillRuns } from './processes.js';

export const parts = ['worker', 'api', 'database'] as const;
export type Part = (typeof parts)[number];
type Program = Exclude<Part, 'database'>;

/** How soon the children of a killed process must have ended. */
const ORPHANS_MS = 10_000;
const RESTART_PAUSE_MS = 300;
/** A program may fail while its database is down, and shortly after. */
const OUTAGE_MS = 5_000;
const STOP_MS = 30_000;
const SAMPLE_MS = 250;
const FROM_SOURCE = import.meta.filename.endsWith('.ts');

export interface MemorySample {
  at: number;
  api: number;
  worker: number;
}

/** API, worker and database as separate processes, restarted whenever they end, and observed on Linux. */
export class SoakSystem {
  readonly problems: string[] = [];
  readonly memory: MemorySample[] = [];
  readonly kills: Record<Part, number> = { worker: 0, api: 0, database: 0 };
  private readonly programs = new Map<Program, ChildProcess>();
  private readonly seen = new Map<string, RunningProcess>();
  private readonly watches: Promise<void>[] = [];
  private postgres: EmbeddedPostgres;
  private outageAt = 0;
  private stopping = false;
  private sampler: NodeJS.Timeout | undefined;

  private constructor(
    private readonly dir: string,
    postgres: EmbeddedPostgres,
    private readonly environment: NodeJS.ProcessEnv,
    readonly url: string,
  ) {
    this.postgres = postgres;
  }

  /** Resolves when the API is ready. All its data is below `dir`. */
  static async start(dir: string): Promise<SoakSystem> {
    const temporary = join(dir, 'tmp');
    await mkdir(temporary, { recursive: true });
    const postgres = await startPostgres({ dataDir: join(dir, 'postgres'), port: 0 });
    await runMigrations(postgres.url, postgres.url);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const system = new SoakSystem(
      dir,
      postgres,
      {
        PATH: process.env.PATH,
        DATABASE_URL: postgres.url,
        DATA_DIR: join(dir, 'data'),
        TMPDIR: temporary,
        PORT: String(port),
        PUBLIC_URL: url,
        SECRET: 'a secret of the soak, at least 32 characters',
        LOG_LEVEL: 'fatal',
        // Where Node keeps compiled modules: many processes start here.
        NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      },
      url,
    );
    system.watchDatabase();
    system.run('api');
    system.run('worker');
    system.sampler = setInterval(() => system.sample(), SAMPLE_MS);
    try {
      await system.untilReady();
      return system;
    } catch (error) {
      await system.stop();
      throw new AggregateError([error, ...system.problems], 'The system did not start');
    }
  }

  /** The configuration of the programs. */
  get config(): Config {
    return loadConfig(this.environment);
  }

  /** The folder of the programs' temporary files. */
  get temporary(): string {
    return join(this.dir, 'tmp');
  }

  untilReady(): Promise<void> {
    return until(
      'the API',
      () =>
        fetch(`${this.url}/api/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      60_000,
    );
  }

  /** Kills one part, unless it is down already; it is restarted at once. */
  kill(part: Part): void {
    const pid = part === 'database' ? this.postgres.pid : this.programs.get(part)?.pid;
    if (!pid || !isAlive(pid)) return;
    this.sample();
    this.kills[part]++;
    const left = descendants(runningProcesses(), pid);
    if (part === 'database') this.outageAt = Infinity;
    process.kill(pid, 'SIGKILL');
    this.watches.push(this.expectGone(`of a killed ${part}`, left));
  }

  /** Stops everything gracefully and checks for leftovers. */
  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    clearInterval(this.sampler);
    this.sample();
    await Promise.all([...this.programs].map(([program, child]) => this.end(program, child)));
    await this.postgres.stop();
    await Promise.all(this.watches);
    await this.expectGone('of all that was started', [...this.seen.values()]);
  }

  private async end(program: Program, child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.problems.push(`the ${program} did not stop within ${STOP_MS / 1000} s`);
      child.kill('SIGKILL');
    }, STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  private run(program: Program): void {
    const hooks = join(import.meta.dirname, '../swc-hooks.mjs');
    const main = resolve(import.meta.dirname, '../..', program, FROM_SOURCE ? 'main.ts' : 'main.js');
    const child = spawn(process.execPath, [...(FROM_SOURCE ? ['--import', hooks] : []), main], {
      env: this.environment,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
    this.programs.set(program, child);
    child.once('exit', (code, signal) => {
      this.programs.delete(program);
      if (this.stopping) return;
      if (signal === 'SIGKILL') return this.run(program);
      if (Date.now() - this.outageAt > OUTAGE_MS) {
        this.problems.push(`the ${program} ended by itself (${signal ?? code}) ${said}`.trim());
      }
      setTimeout(() => this.stopping || this.run(program), RESTART_PAUSE_MS);
    });
  }

  private watchDatabase(): void {
    void this.postgres.exited.then(() => this.restartDatabase());
  }

  private async restartDatabase(): Promise<void> {
    if (this.stopping) return;
    const { port } = this.postgres;
    try {
      await until('the database port', async () => (await freePort(port)) === port);
      this.postgres = await startPostgres({ dataDir: join(this.dir, 'postgres'), port });
      this.outageAt = Date.now();
      this.watchDatabase();
      if (this.stopping) await this.postgres.stop();
    } catch (error) {
      this.problems.push(`the database did not come back: ${String(error)}`);
    }
  }

  private sample(): void {
    const all = runningProcesses();
    const own = [this.postgres.pid, ...[...this.programs.values()].map(({ pid }) => pid ?? 0)];
    for (const started of own.flatMap((pid) => [...(all.get(pid) ? [all.get(pid)!] : []), ...descendants(all, pid)])) {
      this.seen.set(`${started.pid} ${started.startedAt}`, started);
    }
    const rss = (program: Program) => all.get(this.programs.get(program)?.pid ?? 0)?.rssBytes ?? 0;
    this.memory.push({ at: performance.now(), api: rss('api'), worker: rss('worker') });
  }

  private async expectGone(whose: string, processes: RunningProcess[]): Promise<void> {
    const left = () => {
      const all = runningProcesses();
      return processes.filter((each) => stillRuns(all, each));
    };
    await until(`the children ${whose} to end`, () => left().length === 0, ORPHANS_MS).catch(() => {
      for (const { pid } of left()) {
        this.problems.push(`orphan ${whose}: process ${pid}`);
        process.kill(pid, 'SIGKILL');
      }
    });
  }
}
