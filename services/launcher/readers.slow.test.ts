import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { makeDataDir, removeDataDir, startPortal } from '../../web/e2e/launcher.mjs';
import { TaskProcess } from '../platform/tasks/task-process.js';
import { until } from '../testing/until.js';

const ANSWER_TASKS = new URL('../platform/tasks/answer-tasks.ts', import.meta.url).href;

/** Returns the paths that the process can read. */
const MODULE = `
  import { closeSync, openSync } from 'node:fs';
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  const isReadable = (path) => { try { closeSync(openSync(path)); return true; } catch { return false; } };
  answerTasks(({ paths }) => Promise.resolve(paths.filter(isReadable)));
`;

const isRoot = process.getuid?.() === 0;

// An ordinary user has no second user for them; the worker says so when it starts.
(isRoot ? it : it.skip)('a process that reads uploads can read no password, table, mail or master', async () => {
  const dataDir = await makeDataDir();
  const moduleDir = await mkdtemp(join(tmpdir(), 'lacquer-reader-'));
  // As an operator may have created it.
  await chmod(dataDir, 0o755);
  const portal = await startPortal(dataDir, { LOG_LEVEL: 'silent' });
  try {
    await fetch(`${portal.url}/api/engineer-invites`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dev-user-id': '01900000-0000-7000-8000-000000000001' },
      body: JSON.stringify({ name: 'Vera', email: 'vera@example.com' }),
    });
    const files = async (): Promise<string[]> =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1));
    const kinds = [
      /^postgres\/password$/,
      /^postgres\/cluster\/base\/\d+\/\d+$/,
      /^mail\/.+\.eml$/,
      /^objects\/.+\.wav$/,
    ];
    await until('a file of each kind', async () => {
      const found = await files();
      return kinds.every((kind) => found.some((path) => kind.test(path)));
    });
    await writeFile(join(moduleDir, 'reader.child.ts'), MODULE);
    const reader = new TaskProcess<{ paths: string[] }, string[]>(pathToFileURL(join(moduleDir, 'reader.child.ts')), {
      timeoutMs: 60_000,
      maxRssBytes: 400 * 1024 ** 2,
    });
    const [pid] = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n');
    // The working directory of a process of the same user is a way past the folder's permissions.
    const cluster = ['PG_VERSION', 'postgresql.conf', '../password'].map((name) => `/proc/${pid}/cwd/${name}`);
    const paths = [...(await files()).map((path) => join(dataDir, path)), ...cluster];
    expect(await reader.run({ paths: [...paths, process.execPath] })).toEqual([process.execPath]);
  } finally {
    await portal.stop();
    await removeDataDir(dataDir);
    await rm(moduleDir, { recursive: true, force: true });
  }
});
