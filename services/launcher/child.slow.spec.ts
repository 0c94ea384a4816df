import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isAlive } from '../platform/embedded/process.js';
import { until } from '../testing/until.js';
import { SupervisedChild } from './child.js';

const ALIVE = `setInterval(() => process.send('alive'), 50);`;

describe('a supervised process', () => {
  let dir: string;
  const children: SupervisedChild[] = [];

  beforeAll(async () => {
    jest.spyOn(console, 'error').mockReturnValue(undefined);
    dir = await mkdtemp(join(tmpdir(), 'lacquer-child-'));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    for (const child of children) child.kill();
    await rm(dir, { recursive: true, force: true });
  });

  async function start(
    name: string,
    script: string,
    silentBeats: number,
    firstBeats = silentBeats,
  ): Promise<{ child: SupervisedChild; pids: number[] }> {
    const file = join(dir, `${name}.mjs`);
    await writeFile(file, script);
    const pids: number[] = [];
    const child: SupervisedChild = new SupervisedChild(
      name,
      file,
      {},
      () => child.pid && pids.push(child.pid),
      silentBeats,
      firstBeats,
    );
    children.push(child);
    child.start();
    return { child, pids };
  }

  it('that hangs is killed and started again', async () => {
    const { pids } = await start('stuck', `${ALIVE} setTimeout(() => { for (;;); }, 200);`, 3);
    await until('a second process', () => pids.length === 2);
    expect(isAlive(pids[0]!)).toBe(false);
  });

  it('that still loads its code is given more time than one that has reported before', async () => {
    const loading = await start('loading', `for (;;);`, 1, 600);
    const stuck = await start('stuck meanwhile', `${ALIVE} setTimeout(() => { for (;;); }, 200);`, 3);
    await until('the stuck one to be noticed', () => stuck.child.crashes === 1);
    expect(loading.child.crashes).toBe(0);
    expect(loading.child.step).toBe('loads its code');
  });

  it('reports the step of its start', async () => {
    const { child } = await start('speaking', `process.send({ step: 'checks the file store' }); ${ALIVE}`, 5);
    await until('its step', () => child.step === 'checks the file store');
  });

  it('that responds is not touched', async () => {
    const stuck = await start('stuck beside it', `for (;;);`, 5);
    const { child, pids } = await start('well', ALIVE, 5);
    await until('the stuck one to be noticed twice', () => stuck.child.crashes === 2);
    expect(pids).toEqual([child.pid]);
    expect(child.crashes).toBe(0);
  });

  it('that ends during a shutdown is not started again', async () => {
    const ending = await start('ending', `setTimeout(() => process.exit(1), 300);`, 5, 600);
    const crashing = await start('crashing', `setTimeout(() => process.exit(1), 300);`, 5, 600);
    ending.child.letEnd();
    await until('the other one to be started again', () => crashing.pids.length === 2);
    await until('the end of the first', () => ending.child.pid === undefined);
    expect([ending.pids.length, ending.child.crashes]).toEqual([1, 0]);
  });
});
