import { afterEach, expect, it, jest } from '@jest/globals';
import { TaskFailedError } from '../../platform/tasks/task-process.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { startTestWorker } from '../../testing/worker.js';
import type { StagingFileView } from '../staging/staging.schema.js';
import { InlineSuggestions } from './inline-suggestions.service.js';
import type { BatchSuggestions } from './suggest-batch.js';

/** There is no worker: only the announcement itself can make suggestions. */
const { app, own, engineer, stage } = useApp({ project: {} });

const track = async () => (await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' })).track;
const announce = (...names: string[]) =>
  engineer.post(`${stage.path}/upload-urls`, {
    files: names.map((originalName) => ({ originalName, sizeBytes: 1000 })),
  });
const incoming = async (): Promise<StagingFileView[]> => (await engineer.get(stage.path)).data.incoming;
const engine = () => app.get(InlineSuggestions)['engine'];
const slots = (files: StagingFileView[]) =>
  files.map(({ originalName, assignmentSuggestions: [best] }) => [originalName, best?.trackId, best?.slotType]);

/** Events that wait for somebody to suggest for the project. */
async function asked(): Promise<number> {
  const [row] = await app.database.query<{ count: number }>(
    `SELECT count(*)::integer FROM outbox WHERE event = 'tracks.structure-changed' AND payload->>'projectId' = $1`,
    [own.project.id],
  );
  return row!.count;
}

afterEach(() => void jest.restoreAllMocks());

/** Until the engine process has started, announcements do not wait for it. */
async function ready(): Promise<void> {
  // A busy machine takes longer than people should wait.
  jest.replaceProperty(app.get(InlineSuggestions) as unknown as { patienceMs: number }, 'patienceMs', 60_000);
  app.get(InlineSuggestions).keepReady();
  const other = await build(app).project();
  const path = `/api/staging/projects/${other.project.id}`;
  await build(app).track({ projectId: other.project.id, trackNumber: 1, title: 'Ember' });
  await until('a suggestion', async () => {
    const files = [{ originalName: '01 Ember.wav', sizeBytes: 1000 }];
    await app.as(other.engineer).post(`${path}/upload-urls`, { files });
    const { data } = await app.as(other.engineer).get(path);
    return data.incoming.some(({ assignmentSuggestions }: StagingFileView) => assignmentSuggestions.length > 0);
  });
}

it('are part of the reply to the announcement, and are not requested again', async () => {
  const { id } = await track();
  await ready();
  const before = await asked();
  const { status, data } = await announce('01 Ember.wav', '01 Ember (Instrumental).wav');
  expect(status).toBe(200);
  expect(data.incoming).toEqual(await incoming());
  expect(slots(await incoming())).toEqual([
    ['01 Ember.wav', id, 'streaming_master'],
    ['01 Ember (Instrumental).wav', id, 'instrumental_master'],
  ]);
  expect(await asked()).toBe(before);
  await announce('01 Ember vinyl.wav');
  expect(slots(await incoming()).at(-1)).toEqual(['01 Ember vinyl.wav', id, 'vinyl_master']);
  const revisions = 'SELECT FROM projects WHERE id = $1 AND suggested_revision = staging_revision';
  expect(await app.database.query(revisions, [own.project.id])).toHaveLength(1);
});

const dies = () => Promise.reject(new TaskFailedError('its process ended (SIGKILL)'));

/** Announces a file while the engine does something else; its announcement asks the worker. */
async function announceWithout(run: () => Promise<BatchSuggestions>): Promise<string> {
  const { id } = await track();
  const running = jest.spyOn(engine(), 'run').mockImplementation(run);
  try {
    expect((await announce('01 Ember.wav')).status).toBe(200);
    expect(running).toHaveBeenCalled();
  } finally {
    running.mockRestore();
  }
  expect(slots(await incoming())).toEqual([['01 Ember.wav', undefined, undefined]]);
  expect(await asked()).toBe(1);
  return id;
}

it.each([
  ['is late', () => new Promise<BatchSuggestions>(() => undefined)],
  ['dies', dies],
])('are requested from the worker when the engine %s', async (_, run) => {
  await announceWithout(run);
});

it('are discarded if the project has changed during the computation', async () => {
  await track();
  await ready();
  const { run } = engine();
  const running = jest.spyOn(engine(), 'run').mockImplementation(async (batch, share) => {
    await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 2, title: 'Low Tide' });
    return run.call(engine(), batch, share);
  });
  try {
    expect((await announce('02 Low Tide.wav')).status).toBe(200);
  } finally {
    running.mockRestore();
  }
  expect((await incoming())[0]!.assignmentSuggestions).toEqual([]);
  expect(await asked()).toBeGreaterThan(0);
});

it('come from the worker if they take too long', async () => {
  const id = await announceWithout(dies);
  const worker = await startTestWorker(app);
  try {
    await until('the suggestion', async () => (await incoming())[0]!.assignmentSuggestions.length > 0);
    expect(slots(await incoming())).toEqual([['01 Ember.wav', id, 'streaming_master']]);
  } finally {
    await worker.close();
  }
});
