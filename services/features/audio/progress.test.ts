import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { requeueIfReadOtherwise, startAnalysis } from './progress.js';

const { app, own } = useApp({ project: {} });

it.each([
  [null, 'vinyl_side', 'queued'],
  ['vinyl_side', 'vinyl_side', 'done'],
  ['atmos', 'binaural', 'queued'],
  [null, 'binaural', 'done'],
] as const)('audio that was analysed as %s and became %s meanwhile is %s', async (before, kind, state) => {
  const { id: audioId } = await build(app).audio({ state: 'done' });
  const deliverable = { kind, title: '', trackId: null, side: null };
  await build(app).stagingFile({ projectId: own.project.id, audioId, deliverable });
  await app.database.transaction((tx) => requeueIfReadOtherwise(tx, { id: audioId, kind: before }));
  const [audio] = await app.database.query('SELECT state FROM audio WHERE id = $1', [audioId]);
  expect(audio).toEqual({ state });
});

it.each([
  ['queued', true],
  ['running', true],
  // It was given up, and an operator retries its job.
  ['failed', true],
  ['done', false],
] as const)('an analysis that is %s starts: %s', async (state, starts) => {
  const { id } = await build(app).audio({ state });
  expect((await startAnalysis(app.database, id)) !== undefined).toBe(starts);
});
