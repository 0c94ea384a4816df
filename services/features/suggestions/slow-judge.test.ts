import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { TaskProcess } from '../../platform/tasks/task-process.js';
import { build } from '../../testing/build.js';
import { audioBytes } from '../../testing/staging.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { EarlySuggestions } from './early-suggestions.service.js';
import type { Batch, Judged } from './judge-batch.js';
import { SuggestionsWorker } from './suggestions.worker.js';

const { app, worker, own, stage } = useApp({ worker: true, project: {} });

const ANSWER_TASKS = new URL('../../platform/tasks/answer-tasks.ts', import.meta.url).href;
const NEVER_ENDS = `
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  answerTasks(async () => { for (;;); });
`;

let dir: string;
let slow: URL;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lacquer-judge-'));
  await writeFile(join(dir, 'slow.child.ts'), NEVER_ENDS);
  slow = pathToFileURL(join(dir, 'slow.child.ts'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('is ended at its deadline; the files can be placed meanwhile, and are suggested for once it answers', async () => {
  const wave = await audioBytes({ format: 'wav', channels: 1, durationS: 0.5 });
  const { track } = await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' });
  const judge = new TaskProcess<Batch, Judged>(slow, { timeoutMs: 500, maxRssBytes: 768 * 1024 ** 2 });
  const judging = jest.spyOn(judge, 'run');
  const held = worker.get<SuggestionsWorker, { judge: TaskProcess<Batch, Judged> }>(SuggestionsWorker);
  const replaced = jest.replaceProperty(held, 'judge', judge);
  // The API's own judge would have answered before.
  const early = jest.spyOn(app.get(EarlySuggestions), 'compute').mockResolvedValue(null);
  try {
    const first = await stage.drop('Ember Master.wav', wave);
    await until('the judge was called', () => judging.mock.calls.length > 0);
    await expect(judging.mock.results[0]!.value).rejects.toThrow('took longer than 500 ms');
    const second = await stage.drop('Ember CD.wav', Buffer.concat([wave.subarray(0, -2), Buffer.from([1, 0])]));
    expect((await stage.assign(first.id, track.id)).status).toBe(200);
    expect(await stage.file(first.id)).toMatchObject({ status: 'assigned' });
    expect((await stage.file(second.id)).assignmentSuggestions).toEqual([]);
    replaced.restore();
    await until('the other file is suggested for', async () => {
      const { assignmentSuggestions } = await stage.file(second.id);
      return assignmentSuggestions.length > 0;
    });
  } finally {
    early.mockRestore();
    replaced.restore();
  }
});
