// Shared by the benches of the whole product: the built launcher on a separate folder, and calls as the demo engineer.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Shortest time between two refreshes of a browser. */
const GATHER_MS = 400;

const engineer = '01900000-0000-7000-8000-000000000001';
const clientId = '01900000-0000-7000-8000-000000000002';

/** Runs `use` beside a started product without any work; `settings` are names of the environment. */
export async function withProduct(settings, use) {
  const dir = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
  const launcher = spawn(process.execPath, ['dist/launcher/main.js'], {
    env: { PATH: process.env.PATH, DATA_DIR: join(dir, 'data'), PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const product = new Product(await address(launcher), dir, launcher.pid);
    await product.rested();
    await use(product);
  } finally {
    launcher.kill('SIGTERM');
    if (launcher.exitCode === null) await new Promise((resolve) => launcher.once('exit', resolve));
    await rm(dir, { recursive: true, force: true });
  }
}

class Product {
  /** Value of `x-dev-user-id` for requests that are made without this class. */
  engineer = engineer;

  constructor(url, dir, launcherPid) {
    this.url = url;
    this.launcherPid = launcherPid;
    /** A folder for the files of the bench. */
    this.dir = dir;
  }

  /** Waits until the demo's songs are synthesised and analysed and have suggestions. */
  async rested() {
    const client = new pg.Client({ connectionString: await this.databaseUrl() });
    await client.connect();
    const busy = `
      SELECT WHERE NOT EXISTS (SELECT FROM audio) OR EXISTS (SELECT FROM audio WHERE state IN ('queued', 'running'))
        OR EXISTS (SELECT FROM projects WHERE suggested_revision < staging_revision)`;
    while ((await client.query(busy)).rowCount > 0) await pause(200);
    await client.end();
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

  /** Creates a project with that many tracks, named `Song n`; returns its id. */
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

  /**
   * Follows the staging list as a browser does: fetches it again when a live update reports a change, with the same
   * minimum pause (`web/src/app/live.tsx`).
   */
  async watch(projectId) {
    const abort = new AbortController();
    const headers = { 'x-dev-user-id': engineer };
    const { body } = await fetch(`${this.url}/api/events`, { headers, signal: abort.signal });
    const messages = body.pipeThrough(new TextDecoderStream()).getReader();
    await messages.read();
    let told = Promise.withResolvers();
    void (async () => {
      for (let text = ''; ;) {
        const { value, done } = await messages.read();
        if (done) break;
        const lines = (text + value).split('\n');
        text = lines.pop();
        const events = lines.flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
        if (events.some((event) => event.topic === 'staging' && event.projectId === projectId)) told.resolve();
      }
    })().catch(() => undefined);
    let files = await this.staged(projectId);
    let gathered = pause(GATHER_MS);
    return {
      /** Resolves once the list meets the condition. */
      until: async (isWanted) => {
        while (!isWanted(files)) {
          await Promise.all([told.promise, gathered]);
          told = Promise.withResolvers();
          files = await this.staged(projectId);
          gathered = pause(GATHER_MS);
        }
      },
      close: () => abort.abort(),
    };
  }

  /** Process id of 'api' or 'worker'. */
  async pid(program) {
    const { children } = JSON.parse(await readFile(join(this.dir, 'data', 'launcher.json'), 'utf8'));
    return children[program === 'api' ? 0 : 1].pid;
  }

  /**
   * CPU seconds of the product's parts up to now, including ended processes. `analyses` are the worker's children that
   * have ended or run with a low priority, `helpers` the other running children of worker and API.
   */
  async cpuSeconds() {
    const processes = new Map();
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
      if (!stat) continue;
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // proc(5): ppid, then utime, stime, cutime and cstime, in hundredths of a second; nice.
      const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
      const isLow = Number(fields[16]) > 0;
      processes.set(Number(pid), { parent, isLow, own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 });
    }
    const [api, worker] = [await this.pid('api'), await this.pid('worker')];
    const cpu = { launcher: 0, database: 0, api: 0, worker: 0, helpers: 0, analyses: 0 };
    const partOf = (pid) => {
      if (pid === this.launcherPid) return 'launcher';
      const parent = processes.get(pid)?.parent;
      if (parent === this.launcherPid) return pid === api ? 'api' : pid === worker ? 'worker' : 'database';
      const of = parent === undefined ? null : partOf(parent);
      if (of === 'worker' && processes.get(pid).isLow) return 'analyses';
      return of === 'api' || of === 'worker' ? 'helpers' : of;
    };
    for (const [pid, { own, ended }] of processes) {
      const part = partOf(pid);
      if (!part) continue;
      cpu[part] += own;
      cpu[pid === worker ? 'analyses' : part] += ended;
    }
    return cpu;
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

/** The median. */
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
