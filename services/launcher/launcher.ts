import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../platform/config.js';
import { freePort, nextFreePort } from '../platform/embedded/port.js';
import { type EmbeddedPostgres, startPostgres } from '../platform/embedded/postgres.js';
import { runMigrations } from '../platform/migrate.js';
import { makePrivate } from '../platform/private-folder.js';
import { StartError } from '../platform/start.js';
import { SupervisedChild } from './child.js';
import { RunFile } from './run-file.js';
import { untilReady } from './until-ready.js';
import { watchDatabase } from './watch-database.js';

/** Added to the time that the API gives running uploads and downloads. */
const API_MARGIN_MS = 10_000;
const WORKER_PATIENCE_MS = 20_000;
const RESTART_TIMEOUT_MS = 10_000;
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EDQUOT']);

/** Everything that `npm start` runs on one machine: the embedded PostgreSQL, the API and a worker. */
export class Launcher {
  private readonly dataDir: string;
  private readonly runFile: RunFile;
  private starting: Promise<void> | undefined;
  private claimed = false;
  private stopped = false;
  private postgres: EmbeddedPostgres | undefined;
  private children: SupervisedChild[] = [];
  private address: string | undefined;
  private apiPatienceMs = API_MARGIN_MS;

  constructor(private readonly settings: NodeJS.ProcessEnv) {
    this.dataDir = resolve(settings.DATA_DIR || '.data');
    this.runFile = new RunFile(this.dataDir);
  }

  /** Resolves when the API is ready. Throws when something cannot be started at all. */
  start(): Promise<void> {
    this.starting = this.run();
    return this.starting;
  }

  private async run(): Promise<void> {
    const environment = await this.inDataDir(async () => {
      await makePrivate(this.dataDir);
      await access(this.dataDir, constants.W_OK | constants.X_OK);
      await this.runFile.claim();
      this.claimed = true;
      return this.environment();
    });
    const config = loadConfig(environment);
    if (this.stopped) return;
    await this.migrate(config);
    if (this.stopped) return;
    this.address = config.publicUrl;
    this.apiPatienceMs = config.stopPatienceMs + API_MARGIN_MS;
    const child = (name: string, file: string) =>
      new SupervisedChild(name, join(import.meta.dirname, '..', file), environment, () => this.record());
    const api = child('API', 'api/main.js');
    const worker = child('worker', 'worker/main.js');
    this.children = [api, worker];
    api.start();
    await untilReady({
      name: 'API',
      process: api,
      isReady: () => answersReady(ownOrigin(config)),
      isStopped: () => this.stopped,
      say: (line) => console.log(line),
    });
    if (this.stopped) return;
    // The worker starts after the API, which people wait for: on a small machine the two would slow each other down.
    worker.start();
    this.printAddress(config);
  }

  /** Stops the API, then the worker, then the database, each gracefully. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.claimed) this.runFile.markStopping();
    await this.starting?.catch(() => undefined);
    for (const child of this.children) child.letEnd();
    const [api, worker] = this.children;
    await api?.stop(this.apiPatienceMs);
    await worker?.stop(WORKER_PATIENCE_MS);
    await this.postgres?.stop();
    if (this.claimed) this.runFile.release();
  }

  /** Kills everything at once; the next start recovers. */
  async kill(): Promise<void> {
    this.stopped = true;
    for (const child of this.children) child.kill();
    await this.postgres?.stop('immediate');
  }

  /** Turns an error of the file system there into a sentence. */
  private async inDataDir<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException;
      if (!REFUSED.has(code ?? '') || !path?.startsWith(this.dataDir)) throw error;
      throw new StartError(
        `Lacquer cannot write to ${path} (${code}): give this user the folder ${this.dataDir}, or set DATA_DIR to another.`,
      );
    }
  }

  /** The settings for API and worker: the caller's, completed by those of embedded mode. */
  private async environment(): Promise<NodeJS.ProcessEnv> {
    const environment: NodeJS.ProcessEnv = { ...this.settings, DATA_DIR: this.dataDir };
    if (!environment.SECRET_FILE) environment.SECRET ||= await this.secret();
    if (environment.NODE_ENV !== 'production') environment.LOG_LEVEL ||= 'warn';
    // Parsed before the database runs, so that a bad setting is reported at once.
    const config = loadConfig({ ...environment, DATABASE_URL: environment.DATABASE_URL || 'postgresql://embedded' });
    environment.PORT = String(await this.choosePort(config, environment.PUBLIC_URL));
    environment.DATABASE_URL ||= await this.startDatabase();
    return environment;
  }

  private async migrate(config: Config): Promise<void> {
    try {
      await runMigrations(config.databaseUrl, config.queueUrl);
    } catch (error) {
      if (error instanceof StartError) throw error;
      const place = this.postgres ? 'The embedded database' : 'The database that DATABASE_URL names';
      throw new Error(`${place} could not be brought up to this version.`, { cause: error });
    }
  }

  private async choosePort({ port, host }: Config, publicUrl: string | undefined): Promise<number> {
    const free = await nextFreePort(port, host);
    if (free === port || port === 0) return free;
    if (publicUrl) throw new ConfigError(`Port ${port} is taken. Free it, or set PORT and PUBLIC_URL to another one.`);
    console.log(`Port ${port} is taken, so Lacquer uses ${free}.`);
    return free;
  }

  private async secret(): Promise<string> {
    const path = join(this.dataDir, 'secret');
    const kept = (await readFile(path, 'utf8').catch(() => '')).trim();
    if (kept) return kept;
    const secret = randomBytes(32).toString('hex');
    await writeFile(path, secret, { mode: 0o600 });
    return secret;
  }

  private async startDatabase(port?: number): Promise<string> {
    const postgres = await startPostgres({ dataDir: join(this.dataDir, 'postgres'), port });
    this.postgres = postgres;
    const endWatch = watchDatabase(postgres.url, () => {
      console.error('The database accepts no connections any more; it is stopped.');
      postgres.kill();
    });
    void postgres.exited.then(() => {
      endWatch();
      return this.restartDatabase(postgres.port);
    });
    return postgres.url;
  }

  /** On the same port, because API and worker keep trying that one. */
  private async restartDatabase(port: number): Promise<void> {
    if (this.stopped) return;
    console.error('The database ended; it is started again.');
    try {
      const deadline = Date.now() + RESTART_TIMEOUT_MS;
      while ((await freePort(port)) !== port) {
        if (Date.now() > deadline) throw new Error(`The database's port ${port} was taken in the meantime.`);
        await new Promise((next) => setTimeout(next, 50));
      }
      await this.startDatabase(port);
      if (this.stopped) await this.postgres?.stop();
    } catch (error) {
      console.error(error);
      await this.stop();
      process.exit(1);
    }
  }

  private printAddress(config: Config): void {
    const mode = config.devMode ? ' in Dev Mode, with demo data' : '';
    console.log(
      `\n  Lacquer runs at ${config.publicUrl}${mode}.\n  Its data is in ${this.dataDir}. Ctrl-C stops it.\n`,
    );
  }

  private record(): void {
    if (this.stopped) return;
    this.runFile.record(
      this.children.map((child) => child.pid),
      this.address,
    );
  }
}

function ownOrigin({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function answersReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response?.ok ?? false;
}
