import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { lend } from '../audio/child/lent-files.js';
import { type EmbeddedPostgres, startPostgres } from '../embedded/postgres.js';
import { FolderMailer } from '../mail/folder-mailer.js';
import { DiskStorage } from '../storage/disk.js';
import { UrlSigner } from '../storage/signed-url.js';
import { confinementGaps } from './confined.js';
import { TaskProcess } from './task-process.js';

const ANSWER_TASKS = new URL('./answer-tasks.ts', import.meta.url).href;
const MASTER = 'projects/one/master.wav';

/** Tries to read each path, and reports the text or the error's code. */
const MODULE = `
  import { readFileSync } from 'node:fs';
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  const read = (path) => { try { return readFileSync(path, 'latin1').slice(0, 40); } catch (error) { return error.code; } };
  answerTasks(async (paths) => paths.map(read));
`;

const isConfined = process.platform === 'linux' && !confinementGaps().some((gap) => gap.includes('read'));

(isConfined ? describe : describe.skip)('a process that reads an uploaded file, beside a running installation', () => {
  let data: string;
  let reader: string;
  let postgres: EmbeddedPostgres;
  let tasks: TaskProcess<string[], string[]>;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'lacquer-readers-'));
    reader = await mkdtemp(join(tmpdir(), 'lacquer-reader-code-'));
    // Open, so that the folders inside have to be closed by themselves.
    await chmod(data, 0o755);
    await writeFile(join(reader, 'reads.child.ts'), MODULE);
    postgres = await startPostgres({ dataDir: join(data, 'postgres'), port: 0, durable: false });
    tasks = new TaskProcess(pathToFileURL(join(reader, 'reads.child.ts')), {
      timeoutMs: 60_000,
      maxRssBytes: 400 * 1024 ** 2,
    });
  });
  afterAll(async () => {
    tasks?.end();
    await postgres?.stop('immediate');
    await rm(data, { recursive: true, force: true });
    await rm(reader, { recursive: true, force: true });
  });

  it('can read the given file, but not the database, a mail or another master', async () => {
    const files = [await tableFile(), join(data, 'postgres', 'password'), await mailFile(), ...(await masterFiles())];
    const master = files.find((path) => path.includes('/one/'));
    expect(files).toHaveLength(5);
    await lend(master!, 'whole', async ({ path }) => {
      const [handed, ...rest] = await tasks.run([path, ...files, `/proc/${postgres.pid}/environ`]);
      expect(handed).toBe('a master');
      expect(rest).toEqual(rest.map(() => 'EACCES'));
    });
  });

  async function tableFile(): Promise<string> {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('CREATE TABLE secrets AS SELECT 1 AS secret');
    const { rows } = await client.query<{ path: string }>(`SELECT pg_relation_filepath('secrets') AS path`);
    await client.query('CHECKPOINT');
    await client.end();
    return join(data, 'postgres', 'cluster', rows[0]!.path);
  }

  async function mailFile(): Promise<string> {
    const folder = join(data, 'mail');
    const to = { name: 'Ada', address: 'ada@example.com' };
    await new FolderMailer(folder, 'Portal <portal@example.com>').send({
      id: 'one',
      to,
      subject: 's',
      text: 't',
      html: 'h',
    });
    const [name] = await readdir(folder);
    return join(folder, name!);
  }

  async function masterFiles(): Promise<string[]> {
    const folder = join(data, 'objects');
    const storage = new DiskStorage(folder, new UrlSigner('secret', 'http://localhost'));
    await storage.open();
    await storage.put(MASTER, Buffer.from('a master'), { contentType: 'audio/wav' });
    await storage.put('projects/two/master.wav', Buffer.from('another'), { contentType: 'audio/wav' });
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return paths.filter((path) => path.endsWith('master.wav')).sort();
  }
});
