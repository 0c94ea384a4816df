// What the benches of the whole product share: the built launcher on a folder of its own, and calls as the demo engineer.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const engineer = '01900000-0000-7000-8000-000000000001';
const clientId = '01900000-0000-7000-8000-000000000002';

/** Runs `use` beside a started product with an empty database; `settings` are names of the environment. */
export async function withProduct(settings, use) {
  const dir = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
  const launcher = spawn(process.execPath, ['dist/launcher/main.js'], {
    env: { PATH: process.env.PATH, DATA_DIR: join(dir, 'data'), PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    await use(new Product(await address(launcher), dir, launcher.pid));
  } finally {
    launcher.kill('SIGTERM');
    if (launcher.exitCode === null) await new Promise((resolve) => launcher.once('exit', resolve));
    await rm(dir, { recursive: true, force: true });
  }
}

class Product {
  /** Who calls: what a request of one's own must say in `x-dev-user-id`. */
  engineer = engineer;

  constructor(url, dir, launcherPid) {
    this.url = url;
    this.launcherPid = launcherPid;
    /** For files of the bench. */
    this.dir = dir;
  }

  async call(method, path, body) {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-dev-user-id': engineer },
      body: body && JSON.stringify(body),
    });
    const reply = await response.json();
    if (!reply.success) throw new Error(`${method} ${path}: ${reply.error}`);
    return reply.data;
  }

  /** A new project with that many tracks, named `Song n`; answers its id. */
  async project(tracks) {
    const { id } = await this.call('POST', '/api/projects', { title: 'Bench', clientId });
    for (let n = 1; n <= tracks; n++)
      await this.call('POST', `/api/tracks/projects/${id}`, { trackNumber: n, title: `Song ${n}` });
    return id;
  }

  async permissions(projectId, files) {
    const { uploads } = await this.call('POST', `/api/staging/projects/${projectId}/upload-urls`, { files });
    return uploads.map((permission, index) => ({ ...permission, sizeBytes: files[index].sizeBytes }));
  }

  async register(projectId, permissions) {
    const { stagingFiles, rejected } = await this.call('POST', `/api/staging/projects/${projectId}/bulk-upload`, {
      files: permissions,
    });
    if (rejected.length > 0) throw new Error(rejected[0].message);
    return stagingFiles;
  }

  async staged(projectId) {
    return (await this.call('GET', `/api/staging/projects/${projectId}`)).stagingFiles;
  }

  /** Process id of 'api' or 'worker'. */
  async pid(program) {
    const { children } = JSON.parse(await readFile(join(this.dir, 'data', 'launcher.json'), 'utf8'));
    return children[program === 'api' ? 0 : 1].pid;
  }

  /** CPU seconds of the launcher, the database and all other processes that come of it, ended ones included. */
  async cpuSeconds() {
    const processes = new Map();
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
      if (stat)
        processes.set(
          Number(pid),
          stat
            .slice(stat.lastIndexOf(')') + 2)
            .split(' ')
            .map(Number),
        );
    }
    const isOurs = (pid) => pid === this.launcherPid || (processes.has(pid) && isOurs(processes.get(pid)[1]));
    // proc(5): ppid, then utime, stime, cutime and cstime, in hundredths of a second.
    const ticks = [...processes].filter(([pid]) => isOurs(pid)).flatMap(([, fields]) => fields.slice(11, 15));
    return ticks.reduce((sum, each) => sum + each, 0) / 100;
  }

  async databaseUrl() {
    const folder = join(this.dir, 'data', 'postgres');
    const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
    const port = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[3];
    return `postgresql://lacquer:${password}@127.0.0.1:${port}/lacquer`;
  }

  get databaseLog() {
    return join(this.dir, 'data', 'postgres', 'server.log');
  }
}

/** Middle value. */
export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function address(launcher) {
  return new Promise((resolve, reject) => {
    let output = '';
    launcher.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /runs at (http\S+\d)/.exec(output);
      if (found) resolve(found[1]);
    });
    launcher.once('exit', () => reject(new Error(`The app did not start:\n${output}`)));
  });
}
