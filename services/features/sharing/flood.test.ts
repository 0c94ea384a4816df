import { expect, it, jest } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { storeFinal } from './deliveries.testing.js';
import { EditionCopies } from './edition-copies.service.js';
import { EditionsWorker } from './editions.worker.js';

const { app, worker, own, engineer, client } = useApp({ worker: true, project: { status: 'paid' } });

/** More than any queue runs at once. */
const FINALS = 15;

/** Releases finals in a project and has an edition made of them. */
async function openDelivery(caller: Caller, projectId: string, finals: number): Promise<void> {
  for (let n = 0; n < finals; n += 1) await storeFinal(app, { projectId, trackId: null, slotType: null }, 100);
  expect((await caller.fetch(`/d/${projectId}`)).status).toBe(200);
}

it('many editions of one studio delay neither the notifications nor the editions of another', async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const { read } = EditionCopies.prototype;
  jest.spyOn(EditionCopies.prototype, 'read').mockImplementation(async function (this: EditionCopies, edition, fileId) {
    begun.push(edition.projectId);
    await gate.promise;
    return read.call(this, edition, fileId);
  });
  const flood: string[] = [];
  const { studio, engineer: noisy } = await build(app).project();
  for (let n = 0; n < 3; n += 1) {
    const { project } = await build(app).project({ studioId: studio.id, engineerId: noisy.id, status: 'paid' });
    flood.push(project.id);
    await openDelivery(app.as(noisy), project.id, FINALS);
  }
  await until('the flood is being read', () => begun.length > 0);

  await client.post('/api/comments', { projectId: own.project.id, comment: 'Louder, please' });
  await openDelivery(engineer, own.project.id, 1);
  await until('the other studio is notified', async () => (await engineer.get('/api/notifications')).data.length > 0);
  await until('the other studio’s copy is read', () => begun.includes(own.project.id));
  expect(begun.filter((projectId) => flood.includes(projectId)).length).toBeLessThan(FINALS);
  gate.resolve();
  await drain(app.database);
  // It also runs by itself every ten minutes, and wants only copies that were not kept.
  await worker.get(EditionsWorker).sweep();
  await drain(app.database);
  expect(begun.filter((projectId) => flood.includes(projectId))).toHaveLength(3 * FINALS);
});
