import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { FairTasks } from '../../platform/tasks/fair-tasks.js';
import { TaskRefused } from '../../platform/tasks/task-process.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { changeStructure } from '../projects/structure.events.js';
import { EarlySuggestions } from './early-suggestions.service.js';
import type { Batch, Judged } from './judge-batch.js';
import { SuggestionsWorker } from './suggestions.worker.js';

const { app, worker, own, stage } = useApp({ worker: true, project: {} });

const ANSWER_TASKS = new URL('../../platform/tasks/answer-tasks.ts', import.meta.url).href;
const JUDGE_BATCH = new URL('./judge-batch.ts', import.meta.url).href;
/** Never ends for a project of this title. */
const HOSTILE = 'Hostile';
const MODULE = `
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  import { judgeBatch } from ${JSON.stringify(JUDGE_BATCH)};
  answerTasks(async (batch) => {
    while (batch.project.title === '${HOSTILE}');
    return judgeBatch(batch);
  });
`;
const MAX_RSS_BYTES = 768 * 1024 ** 2;

let dir: string;
let slow: URL;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lacquer-judge-'));
  await writeFile(join(dir, 'slow.child.ts'), MODULE);
  slow = pathToFileURL(join(dir, 'slow.child.ts'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Has the worker judge by the slow module; `restore` gives it its own judge again. */
function slowJudge(timeoutMs: number) {
  const judge = new FairTasks<Batch, Judged>(slow, { timeoutMs, maxRssBytes: MAX_RSS_BYTES });
  const held = worker.get<SuggestionsWorker, { judge: FairTasks<Batch, Judged> }>(SuggestionsWorker);
  const replaced = jest.replaceProperty(held, 'judge', judge);
  // The API's own judge would have answered before.
  const early = jest.spyOn(app.get(EarlySuggestions), 'compute').mockResolvedValue(null);
  const restore = () => {
    early.mockRestore();
    replaced.restore();
    judge.end();
  };
  return { judging: jest.spyOn(judge, 'run'), restore };
}

/** As a change of its staging area does. */
const ask = (projectId: string) => app.database.transaction((tx) => changeStructure(tx, projectId));
const isSettled = async (projectId: string) => {
  const { suggestedRevision, stagingRevision } = await app.database.manager.findOneByOrFail(Project, { id: projectId });
  return suggestedRevision >= stagingRevision;
};

it('is ended at its deadline and not asked again; the files can be placed, and the next change asks anew', async () => {
  const { track } = await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' });
  await app.database.manager.update(Project, { id: own.project.id }, { title: HOSTILE });
  const first = await build(app).stagingFile({ projectId: own.project.id, originalName: 'Ember Master.wav' });
  const second = await build(app).stagingFile({ projectId: own.project.id, originalName: 'Ember CD.wav' });
  const { judging, restore } = slowJudge(2_000);
  try {
    await ask(own.project.id);
    await until('the judge was called', () => judging.mock.calls.length > 0);
    await expect(judging.mock.results[0]!.value).rejects.toBeInstanceOf(TaskRefused);
    await until('it was given up', () => isSettled(own.project.id));
    expect(judging).toHaveBeenCalledTimes(1);
    expect((await stage.assign(first.id, track.id)).status).toBe(200);
    expect((await stage.file(second.id)).assignmentSuggestions).toEqual([]);
  } finally {
    restore();
  }
  await ask(own.project.id);
  await until('the other file is suggested for', async () => {
    const { assignmentSuggestions } = await stage.file(second.id);
    return assignmentSuggestions.length > 0;
  });
});

it('holds up neither suggestions of other studios nor notifications while ten projects of one studio never end', async () => {
  const { judging, restore } = slowJudge(600_000);
  try {
    for (let n = 0; n < 10; n++) {
      const { project } = await build(app).project({ studioId: own.studio.id, title: HOSTILE });
      await build(app).stagingFile({ projectId: project.id, originalName: 'a.wav' });
      await ask(project.id);
    }
    await until('the judge was called', () => judging.mock.calls.length > 0);
    const other = await build(app).project({ title: 'Quiet' });
    await build(app).track({ projectId: other.project.id, trackNumber: 1, title: 'Ember' });
    await build(app).stagingFile({ projectId: other.project.id, originalName: 'Ember Master.wav' });
    await ask(other.project.id);
    await until('the other studio is suggested for', () => isSettled(other.project.id));
    const comment = { projectId: other.project.id, comment: 'Louder, please' };
    const posted = await app.as(other.client).post('/api/comments', comment);
    expect(posted.status).toBe(201);
    await until('the other studio hears of a comment', async () => {
      const news = 'SELECT FROM notifications WHERE user_id = $1';
      return (await app.database.query(news, [other.engineer.id])).length > 0;
    });
  } finally {
    restore();
  }
}, 120_000);
