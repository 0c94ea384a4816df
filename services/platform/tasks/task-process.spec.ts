import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TaskFailedError, TaskProcess } from './task-process.js';

const ANSWER_TASKS = new URL('./answer-tasks.ts', import.meta.url).href;

/** Does what its task says, well or badly. */
const MODULE = `
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  answerTasks(async (task) => {
    if (task === 'hang') for (;;);
    if (task === 'sleep') await new Promise((done) => setTimeout(done, 3_000));
    if (task === 'end') process.exit(3);
    if (task === 'throw') throw new Error('no such task');
    if (task === 'eat') { const eaten = []; for (;;) eaten.push(Buffer.alloc(1e6, 1)); }
    if (task === 'throw later') { setImmediate(() => { throw new Error('later'); }); return new Promise(() => {}); }
    return { task, pid: process.pid, secrets: Object.keys(process.env) };
  });
`;

describe('a task in a process of its own', () => {
  let dir: string;
  let module: URL;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-task-'));
    await writeFile(join(dir, 'module.child.ts'), MODULE);
    module = pathToFileURL(join(dir, 'module.child.ts'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  const start = (limits = {}) =>
    new TaskProcess<string, { task: string; pid: number; secrets: string[] }>(module, {
      timeoutMs: 30_000,
      maxRssBytes: 400 * 1024 ** 2,
      ...limits,
    });

  it('is answered in order, by a process without our settings', async () => {
    const tasks = start();
    const [one, two] = await Promise.all([tasks.run('one'), tasks.run('two')]);
    expect([one.task, two.task]).toEqual(['one', 'two']);
    expect(two.pid).toBe(one.pid);
    expect(one.pid).not.toBe(process.pid);
    expect(one.secrets).not.toContain('PATH');
  });

  it('is answered by a process that was kept ready, and by a new one once that has ended', async () => {
    const tasks = start();
    tasks.keepReady();
    const { pid } = await tasks.run('one');
    expect((await tasks.run('two')).pid).toBe(pid);
    await expect(tasks.run('end')).rejects.toBeInstanceOf(TaskFailedError);
    const after = await tasks.run('three');
    expect(after.pid).not.toBe(pid);
    tasks.end();
    expect((await tasks.run('four')).pid).not.toBe(after.pid);
    tasks.end();
  });

  it('may last longer than it works: a busy machine is not its fault', async () => {
    const { task } = await start({ timeoutMs: 2_500 }).run('sleep');
    expect(task).toBe('sleep');
  });

  it('that throws fails alone', async () => {
    const tasks = start();
    const { pid } = await tasks.run('before');
    await expect(tasks.run('throw')).rejects.toThrow(new TaskFailedError('no such task'));
    expect((await tasks.run('after')).pid).toBe(pid);
  });

  it.each([
    ['ends the process', 'end', {}],
    ['throws outside of any handler', 'throw later', {}],
    ['takes too much memory', 'eat', { maxRssBytes: 150 * 1024 ** 2 }],
    ['never ends', 'hang', { timeoutMs: 3_000 }],
  ])('that %s fails, and the next one gets a new process', async (_what, task, limits) => {
    const tasks = start(limits);
    await expect(tasks.run(task)).rejects.toBeInstanceOf(TaskFailedError);
    expect((await start().run('other')).task).toBe('other');
    await expect(tasks.run('throw')).rejects.toThrow('no such task');
  });
});
