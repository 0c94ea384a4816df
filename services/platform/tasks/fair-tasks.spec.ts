import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FairTasks } from './fair-tasks.js';

const ANSWER_TASKS = new URL('./answer-tasks.ts', import.meta.url).href;
const MODULE = `
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  answerTasks(async (task) => {
    if (task === 'hang') for (;;);
    return task;
  });
`;

describe('tasks of several shares', () => {
  let dir: string;
  let tasks: FairTasks<string, string>;
  const start = () => {
    const module = pathToFileURL(join(dir, 'module.child.ts'));
    tasks = new FairTasks(module, { timeoutMs: 120_000, maxRssBytes: 400 * 1024 ** 2 });
  };

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-fair-'));
    await writeFile(join(dir, 'module.child.ts'), MODULE);
  });
  afterEach(() => tasks.end());
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it('are answered while tasks of another share never end', async () => {
    start();
    const hanging = ['hang', 'hang', 'hang'].map((task) => tasks.run(task, 'slow').catch(() => 'ended'));
    expect(await Promise.all([tasks.run('one', 'quick'), tasks.run('two', 'other')])).toEqual(['one', 'two']);
    expect([tasks.isBusy('slow'), tasks.isBusy('quick')]).toEqual([true, false]);
    tasks.end();
    expect(await Promise.all(hanging)).toEqual(['ended', 'ended', 'ended']);
  });

  it('take turns: a share with many tasks does not delay one with a single task', async () => {
    start();
    const order: string[] = [];
    const run = (task: string, share: string) => tasks.run(task, share).then((done) => order.push(done));
    const hanging = tasks.run('hang', 'slow').catch(() => 'ended');
    await Promise.all([run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b')]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
    tasks.end();
    await hanging;
  });
});
