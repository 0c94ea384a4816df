import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { FairTasks } from '../../platform/tasks/fair-tasks.js';
import { TaskRefusedError } from '../../platform/tasks/task-process.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';
import { InlineSuggestions } from './inline-suggestions.service.js';
import type { Batch, BatchSuggestions } from './suggest-batch.js';
import { SuggestionsWorker } from './suggestions.worker.js';

const { app, worker, own, stage } = useApp({ worker: true, project: {} });

const ANSWER_TASKS = new URL('../../platform/tasks/answer-tasks.ts', import.meta.url).href;
const SUGGEST_BATCH = new URL('./suggest-batch.ts', import.meta.url).href;
/** Never ends for a project of this title. */
const HOSTILE = 'Hostile';
const MODULE = `
  import { answerTasks } from ${JSON.stringify(ANSWER_TASKS)};
  import { suggestBatch } from ${JSON.stringify(SUGGEST_BATCH)};
  answerTasks(async (batch) => {
    while (batch.project.title === '${HOSTILE}');
    return suggestBatch(batch);
  });
`;
const MAX_RSS_BYTES = 768 * 1024 ** 2;

let dir: string;
let slow: URL;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lacquer-engine-'));
  await writeFile(join(dir, 'slow.child.ts'), MODULE);
  slow = pathToFileURL(join(dir, 'slow.child.ts'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Makes the worker use the slow module; `restore` undoes that. */
function slowEngine(timeoutMs: number) {
  const engine = new FairTasks<Batch, BatchSuggestions>(slow, { timeoutMs, maxRssBytes: MAX_RSS_BYTES });
  const held = worker.get<SuggestionsWorker, { engine: FairTasks<Batch, BatchSuggestions> }>(SuggestionsWorker);
  const replaced = jest.replaceProperty(held, 'engine', engine);
  // The API's own engine would have answered before.
  const early = jest.spyOn(app.get(InlineSuggestions), 'compute').mockResolvedValue(null);
  const restore = () => {
    early.mockRestore();
    replaced.restore();
    engine.end();
  };
  return { running: jest.spyOn(engine, 'run'), restore };
}

/** As a change of its staging area does. */
const ask = (projectId: string) => app.database.transaction((tx) => bumpStagingRevision(tx, projectId));
const isSettled = async (projectId: string) => {
  const { suggestedRevision, stagingRevision } = await app.database.manager.findOneByOrFail(Project, { id: projectId });
  return suggestedRevision >= stagingRevision;
};

it('ends at its deadline without a retry; the files can be placed, and the next change requests suggestions again', async () => {
  const { track } = await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' });
  await app.database.manager.update(Project, { id: own.project.id }, { title: HOSTILE });
  // Already analysed: otherwise a schedule could analyse them now, and ask for suggestions again.
  const staged = async (originalName: string) =>
    build(app).stagingFile({
      projectId: own.project.id,
      audioId: (await build(app).audio({ state: 'done' })).id,
      originalName,
    });
  const first = await staged('Ember Master.wav');
  const second = await staged('Ember CD.wav');
  const { running, restore } = slowEngine(2_000);
  try {
    await ask(own.project.id);
    await until('the engine was called', () => running.mock.calls.length > 0);
    await expect(running.mock.results[0]!.value).rejects.toBeInstanceOf(TaskRefusedError);
    await until('it was given up', () => isSettled(own.project.id));
    expect(running).toHaveBeenCalledTimes(1);
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
  // Otherwise a computation for this project could take the slow engine of the next test.
  await until('nothing is left to compute', () => isSettled(own.project.id));
});

it('holds up neither suggestions of other studios nor notifications while ten projects of one studio never end', async () => {
  const { running, restore } = slowEngine(600_000);
  try {
    for (let n = 0; n < 10; n++) {
      const { project } = await build(app).project({ studioId: own.studio.id, title: HOSTILE });
      await build(app).stagingFile({ projectId: project.id, originalName: 'a.wav' });
      await ask(project.id);
    }
    await until('the engine was called', () => running.mock.calls.length > 0);
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
