import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { createClient } from '../database/client.js';
import { StartError } from '../start.js';
import type { Identity } from '../tasks/confined.js';
import { type Binaries, locateBinaries, serverIdentity } from './binaries.js';
import { nullDeviceFault } from './null-device.js';
import { freePort } from './port.js';
import { childrenOf, commandLine, isAlive, waitForExit, workingDirectory } from './process.js';

export interface PostgresOptions {
  /** Holds the cluster, its password and its log; created if missing. */
  dataDir: string;
  /** The port to try first (5432 by default; 0 for any); another free one is used when it is occupied. */
  port?: number;
  /** Created if missing; `lacquer` by default. */
  database?: string;
  /** False gives up safety against power loss for speed: tests only. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server has ended for any reason. */
  exited: Promise<void>;
  /**
   * Ends the server's sessions and waits until it has stopped: after writing everything (`fast`), or at once, so that
   * the next start recovers from its log (`immediate`).
   */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /**
   * Kills a server that does not respond, not even to a signal, with its processes: if they are frozen too, they would
   * keep the memory that the next server needs. The next start recovers from the log.
   */
  kill(): void;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const LOG_LIMIT_BYTES = 5_000_000;

/**
 * Starts PostgreSQL 18 from npm on the loopback address, as an ordinary user even when the caller is root. A server
 * that a killed parent left running in the same directory is stopped first. If there is a shell, the server ends with
 * its parent. Throws with the end of the server's log when it does not start, or a StartError that says the cause.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await locateBinaries();
  await mkdir(options.dataDir, { recursive: true });
  const dir = await realpath(options.dataDir);
  const cluster = join(dir, 'cluster');
  const identity = await serverIdentity(cluster);
  await chmod(dir, 0o700);
  if (identity) await chown(dir, identity.uid, identity.gid);
  await stopOrphan(cluster);
  try {
    if (!(await exists(cluster))) await initialise(binaries, dir, identity);
    return await startServer(binaries, dir, identity, options);
  } catch (error) {
    // The programs say only what failed because of it.
    const fault = nullDeviceFault(identity);
    throw fault ? new StartError(`The embedded database did not start. ${fault}`, { cause: error }) : error;
  }
}

async function startServer(
  binaries: Binaries,
  dir: string,
  identity: Identity | undefined,
  options: PostgresOptions,
): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let port = await freePort(options.port ?? 5432);
  for (;;) {
    const attempt = await launch(binaries, dir, identity, port, options.durable ?? true);
    if (attempt.ready) return open(attempt.child, dir, port, options.database ?? 'lacquer');
    if (Date.now() > deadline || !/Address already in use|shared memory block .* still in use/.test(attempt.log)) {
      throw new Error(`PostgreSQL did not start in ${dir}:\n${attempt.log.slice(-2000)}`);
    }
    if (attempt.log.includes('Address already in use')) port = await freePort();
  }
}

/** The address of the server that runs on that directory; undefined when there is none. */
export async function runningPostgres(dataDir: string, database = 'lacquer'): Promise<string | undefined> {
  const [pid, , , port] = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  );
  if (!port || !isAlive(Number(pid))) return undefined;
  return urlOf(Number(port), (await readFile(join(dataDir, 'password'), 'utf8')).trim(), database);
}

const urlOf = (port: number, password: string, database: string): string =>
  `postgresql://lacquer:${password}@127.0.0.1:${port}/${database}`;

async function open(child: ChildProcess, dir: string, port: number, database: string): Promise<EmbeddedPostgres> {
  const pid = child.pid as number;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const guard = guardAgainstOrphaning(pid);
  void exited.then(() => guard?.kill('SIGKILL'));
  const password = (await readFile(join(dir, 'password'), 'utf8')).trim();
  const url = (name: string) => urlOf(port, password, name);
  const stop = async (mode = 'fast') => {
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  };
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('PostgreSQL ended while it was starting.');
  try {
    await ensureDatabase(url('postgres'), database);
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = () => {
    const children = childrenOf(pid);
    child.kill('SIGKILL');
    for (const each of children) killIfAlive(each);
  };
  return { url: url(database), port, pid, exited, stop, kill };
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = createClient({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/**
 * Creates the cluster under another name and renames it when it is complete, so that an interrupted start leaves
 * nothing.
 */
async function initialise(binaries: Binaries, dir: string, identity: Identity | undefined): Promise<void> {
  const draft = join(dir, 'cluster.new');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = join(dir, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (identity) for (const path of [draft, passwordFile]) await chown(path, identity.uid, identity.gid);
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  const child = spawn(
    binaries.initdb,
    [
      ...['-D', reachable(draft, identity), '-U', 'lacquer', '--pwfile=../password', '--auth=scram-sha-256'],
      ...['--encoding=UTF8', `--locale=${locale}`, '--lc-messages=C', '--locale-provider=icu', '--icu-locale=und'],
      // The password has 192 random bits, so stretching it would only make every connection slower.
      ...['--set', 'scram_iterations=1', '--no-instructions', '--no-sync'],
    ],
    { cwd: draft, env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], ...identity },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not create its data directory in ${dir}:\n${output.slice(-2000)}`);
  await rename(draft, join(dir, 'cluster'));
}

async function launch(
  binaries: Binaries,
  dir: string,
  identity: Identity | undefined,
  port: number,
  durable: boolean,
): Promise<{ ready: boolean; log: string; child: ChildProcess }> {
  const cluster = join(dir, 'cluster');
  const logFile = join(dir, 'server.log');
  const logSize = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  const log = openSync(logFile, logSize > LOG_LIMIT_BYTES ? 'w' : 'a', 0o600);
  const before = statSync(logFile).size;
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // By default each minute, in three databases of which only one is used.
    autovacuum_naptime: '3min',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      reachable(cluster, identity),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    // A session of its own: Ctrl-C in a terminal must reach only the launcher, which stops the database last.
    { cwd: cluster, env: serverEnvironment(), stdio: ['ignore', log, log], detached: true, ...identity },
  );
  closeSync(log);
  let ended = false;
  let failure = '';
  child.once('exit', () => (ended = true));
  child.once('error', ({ message }) => {
    ended = true;
    failure = message;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  let ready = false;
  while (!ended && !ready && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    ready = await isReady(cluster, child.pid);
  }
  if (!ready) child.kill('SIGKILL');
  const text = await readFile(logFile, 'utf8');
  return { ready, log: text.slice(before) + failure, child };
}

/** The eighth line of `postmaster.pid` says whether the server accepts connections (as pg_ctl reads it). */
async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (!isServerOf(pid, cluster)) {
    await rm(pidFile, { force: true });
    return;
  }
  for (const [signal, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(pid, signal);
    if (await waitForExit(pid, patienceMs)) return;
  }
  throw new Error(`The PostgreSQL server ${pid} of an earlier start does not end.`);
}

function isServerOf(pid: number, cluster: string): boolean {
  const command = commandLine(pid);
  return /\bpostgres(\.exe)?\b/.test(command) && (workingDirectory(pid) === cluster || command.includes(cluster));
}

/** A shell that waits on a pipe from this process: when this process ends in any way, the shell stops the server. */
function guardAgainstOrphaning(pid: number): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const guard = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return guard;
}

/**
 * The path through which the server's user reaches its working directory. A parent directory may be closed to that user
 * (root's home), but the working directory is entered before root's rights are dropped, and Linux has its own name for
 * it.
 */
function reachable(directory: string, identity: Identity | undefined): string {
  return identity && process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8' };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
