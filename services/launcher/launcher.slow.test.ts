import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { isAlive } from '../platform/embedded/process.js';
import { TaskProcess } from '../platform/tasks/task-process.js';
import { until } from '../testing/until.js';

const main = join(import.meta.dirname, '../../dist/launcher/main.js');
const PATIENCE_MS = 45_000;

const ANSWER_TASKS = new URL('../platform/tasks/answer-tasks.ts', import.meta.url).href;
/** A module of a process that reads untrusted bytes; returns the paths that it can read. */
const READER = `
  import { closeSync, openSync } from 'node:fs';
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  const isReadable = (path) => { try { closeSync(openSync(path)); return true; } catch { return false; } };
  answerTasks(({ paths }) => Promise.resolve(paths.filter(isReadable)));
`;
const isRoot = process.getuid?.() === 0;

/** The real launcher with everything below it, as `npm start` runs it; it needs a build. */
describe('the launcher', () => {
  let dataDir: string;
  const launchers: ChildProcess[] = [];

  beforeAll(async () => {
    if (!existsSync(main)) throw new Error('Build first: npm run build.');
    dataDir = await mkdtemp(join(tmpdir(), 'lacquer-launcher-'));
  });
  afterEach(async () => {
    for (const launcher of launchers.splice(0)) await stop(launcher);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Resolves to the address that it prints, or to its output before it ended. `through` is a command that runs it. */
  async function start(
    settings: NodeJS.ProcessEnv = {},
    through: string[] = [],
  ): Promise<{ launcher: ChildProcess; said: string; address: string }> {
    const [program = '', ...args] = [...through, process.execPath, main];
    const launcher = spawn(program, args, {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...settings },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    launchers.push(launcher);
    let said = '';
    for (const stream of [launcher.stdout, launcher.stderr])
      stream?.on('data', (text: Buffer) => (said += text.toString()));
    let ended = false;
    launcher.once('close', () => (ended = true));
    await until('the address', () => ended || /Lacquer runs at http\S+\d/.test(said), PATIENCE_MS);
    return { launcher, said, address: /Lacquer runs at (http\S+\d)/.exec(said)?.[1] ?? '' };
  }

  async function stop(launcher: ChildProcess): Promise<unknown> {
    if (launcher.exitCode !== null || launcher.signalCode !== null) return launcher.exitCode;
    launcher.kill('SIGTERM');
    const [code] = (await once(launcher, 'exit')) as [number];
    return code;
  }

  const children = () =>
    (JSON.parse(readFileSync(join(dataDir, 'launcher.json'), 'utf8')) as { children: { pid: number }[] }).children.map(
      (child) => child.pid,
    );
  const postgres = () => Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const isReady = async (address: string) =>
    (await fetch(`${address}/api/health/ready`).catch(() => undefined))?.status === 200;

  // Only root may mount another file over the device, for the launcher alone.
  (spawnSync('unshare', ['-m', 'true']).status === 0 ? describe : describe.skip)('without a usable /dev/null', () => {
    const mounted = async (mode: number, user: string) => {
      const folder = await mkdtemp(join(tmpdir(), 'lacquer-null-'));
      const [device, data] = [join(folder, 'null'), join(folder, 'data')];
      await chmod(folder, 0o755);
      await writeFile(device, '');
      await chmod(device, mode);
      await mkdir(data);
      const script = `chown ${user} "$1" && mount --bind "$0" /dev/null && shift && exec "$@"`;
      const as = user === '0' ? [] : ['setpriv', `--reuid=${user}`, '--clear-groups'];
      const { said } = await start({ DATA_DIR: data }, [...['unshare', '-m', 'sh', '-c', script, device, data], ...as]);
      await rm(folder, { recursive: true });
      return said;
    };

    it.each([
      ['the user of the database', 0o600, '0'],
      ['the user of the launcher', 0o444, '65534'],
    ])('for %s, it says so instead of naming the data folder', async (_who, mode, user) => {
      const said = await mounted(mode, user);
      expect(said).toContain('/dev/null');
      expect(said).toContain('mknod -m 666 /dev/null c 1 3');
      expect(said).not.toMatch(/data directory|EACCES/);
    });
  });

  it('runs API, worker and database, and leaves none of them when it is stopped', async () => {
    const { launcher, address } = await start();
    expect(await isReady(address)).toBe(true);
    await until('the worker', () => children().length === 2, PATIENCE_MS);
    const pids = [...children(), postgres()];
    expect(await stop(launcher)).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(dataDir, 'launcher.json'))).toBe(false);
  });

  it('treats further SIGTERMs as the same request, and lets the database write everything', async () => {
    const { launcher } = await start();
    const ended = once(launcher, 'exit');
    while (launcher.exitCode === null && launcher.signalCode === null) {
      launcher.kill('SIGTERM');
      await Promise.race([ended, new Promise((next) => setTimeout(next, 100))]);
    }
    expect(launcher.exitCode).toBe(0);
    const log = readFileSync(join(dataDir, 'postgres/server.log'), 'utf8');
    expect(log).toContain('fast shutdown request');
    expect(log.trimEnd()).toMatch(/database system is shut down$/);
    expect(log).not.toContain('immediate shutdown');
  });

  it('explains that it cannot write', async () => {
    const { launcher, said } = await start({ DATA_DIR: '/dev/null/data' });
    expect(launcher.exitCode).toBe(1);
    expect(said.trim()).toBe(
      'Lacquer cannot write to /dev/null/data (ENOTDIR): give this user the folder /dev/null/data, or set DATA_DIR to another.',
    );
  });

  it('restarts an API, a worker and a database that were killed', async () => {
    const { address } = await start();
    await until('the worker', () => children().length === 2, PATIENCE_MS);
    const killed = [...children(), postgres()];
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await until(
      'a new API and worker',
      () => children().filter((pid) => !killed.includes(pid)).length === 2,
      PATIENCE_MS,
    );
    await until('readiness', () => isReady(address), PATIENCE_MS);
    expect(killed).not.toContain(postgres());
  });

  it('takes over from a launcher that was killed', async () => {
    const { launcher, address } = await start();
    const left = [...children(), postgres()];
    launcher.kill('SIGKILL');
    const next = await start();
    expect(await isReady(next.address)).toBe(true);
    expect(next.address === address || !(await isReady(address))).toBe(true);
    expect(left.filter(isAlive)).toEqual([]);
  });

  it('refuses to run twice on the same data and says where it runs', async () => {
    const { address } = await start();
    const second = await start();
    expect(second.launcher.exitCode).toBe(1);
    expect(second.said).toContain(`already runs at ${address}`);
    expect(await isReady(address)).toBe(true);
  });

  // An ordinary user has no second user for them; the worker says so when it starts.
  (isRoot ? it : it.skip)('lets the processes that read uploads read no password, table, mail or master', async () => {
    // Readable by all, as an operator may have created it.
    await chmod(dataDir, 0o755);
    const { address } = await start();
    await fetch(`${address}/api/engineer-invites`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dev-user-id': '01900000-0000-7000-8000-000000000001' },
      body: JSON.stringify({ name: 'Vera', email: 'vera@example.com' }),
    });
    const files = async () =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1));
    const kinds = [
      /^postgres\/password$/,
      /^postgres\/cluster\/base\/\d+\/\d+$/,
      /^mail\/.+\.eml$/,
      /^objects\/.+\.wav$/,
    ];
    await until(
      'a file of each kind',
      async () => {
        const found = await files();
        return kinds.every((kind) => found.some((path) => kind.test(path)));
      },
      PATIENCE_MS,
    );
    // The working directory of a process of the same user is a way past the permissions of folders.
    const cluster = ['PG_VERSION', 'postgresql.conf', '../password'].map((name) => `/proc/${postgres()}/cwd/${name}`);
    const paths = [...(await files()).map((path) => join(dataDir, path)), ...cluster];
    const folder = await mkdtemp(join(tmpdir(), 'lacquer-reader-'));
    try {
      await writeFile(join(folder, 'reader.child.ts'), READER);
      const reader = new TaskProcess<{ paths: string[] }, string[]>(pathToFileURL(join(folder, 'reader.child.ts')), {
        timeoutMs: 60_000,
        maxRssBytes: 400 * 1024 ** 2,
      });
      expect(await reader.run({ paths: [...paths, process.execPath] })).toEqual([process.execPath]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
