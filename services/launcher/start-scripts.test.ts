import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createEmptyDatabase } from '../testing/servers/postgres.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacquer-scripts-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Runs one part like npm, without this machine's own settings. */
const script = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, args, { cwd: root, env: { PATH: process.env.PATH, TMPDIR: folder, ...environment } });

it('preparing does not wait for a process that only has the id of an earlier one', async () => {
  const lock = `lacquer-prepare-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  writeFileSync(join(folder, lock), `${process.pid} 12345`);
  const { stdout } = await script([
    '-e',
    `import('./scripts/prepare.mjs').then(({ prepare }) => prepare({ pages: false }))`,
  ]);
  expect(stdout).not.toContain('Waiting');
});

it('migrates an empty database, and no part starts before that', async () => {
  const test = await createEmptyDatabase();
  const settings = {
    DATABASE_URL: test.url,
    STORAGE_URL: `file:${join(folder, 'objects')}`,
    SECRET: 'a secret of the tests, 32 characters',
    PORT: '0',
  };
  try {
    for (const part of ['api', 'worker']) {
      await expect(script([`dist/${part}/main.js`], settings)).rejects.toMatchObject({
        code: 1,
        stderr: 'The database has not been brought up to this version of Lacquer: run `npm run migrate` first.\n',
      });
    }
    const { stdout } = await script(['dist/commands/migrate/main.js'], settings);
    expect(stdout).toContain('ready for this version');
  } finally {
    await test.drop();
  }
});
