import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { OrdersView } from '../quotes/orders.schema.js';
import { Slot } from '../tracks/slot.entity.js';
import type { DiscsView } from './ddp.schema.js';
import { addMaster, noise, waveOf } from './discs.testing.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs', status: 'paid' } });

const base = () => `/api/projects/${own.project.id}/discs`;
const orders = async (caller: Caller) => (await caller.get<OrdersView>(`/api/orders/projects/${own.project.id}`)).data;
const ddpOf = ({ album }: OrdersView) => album.find(({ kind }) => kind === 'ddp')!;

async function prepare(disc: number): Promise<void> {
  expect((await engineer.post(`${base()}/${disc}/prepare`)).status).toBe(200);
  await until('the image to be read', async () => {
    const { data } = await engineer.get<DiscsView>(base());
    return data.discs.find((each) => each.disc === disc)?.state === 'ready';
  });
}

it('is received once the DDP of every disc is made of the current masters', async () => {
  const line = { description: 'DDP', quantity: 1, unitCents: 1, ordered: 'ddp' as const, trackIds: [] };
  await build(app).quote({ projectId: own.project.id, status: 'accepted', isCurrent: false, lines: [line] });
  const masters = [];
  for (const [at, title] of ['Ember', 'Ash'].entries()) {
    masters.push(await addMaster(app, own.project.id, title, waveOf(noise(588 * 301, at))));
  }
  await app.database.query('INSERT INTO album_tracks (track_id, disc) VALUES ($1, 2)', [masters[1]!.trackId]);
  expect(await orders(client)).toMatchObject({ missing: ['DDP image'] });

  await prepare(1);
  expect(ddpOf(await orders(client))).toMatchObject({ state: 'missing', wanted: 2, received: 1 });
  const refused = await engineer.put(`/api/projects/${own.project.id}`, { status: 'delivered' });
  expect([refused.status, refused.message]).toEqual([409, 'Ordered and not released yet: DDP image (1 of 2 released)']);

  await prepare(2);
  expect(await orders(client)).toMatchObject({ missing: [] });
  expect(ddpOf(await orders(client))).toMatchObject({ state: 'released', fileId: null });

  // The first track of a disc has no other gap than the two seconds of the standard.
  await app.database.query('INSERT INTO album_tracks (track_id, gap_frames) VALUES ($1, 76)', [masters[0]!.trackId]);
  expect(await orders(client)).toMatchObject({ missing: [] });

  const place = { trackId: masters[1]!.trackId, slotType: 'cd_master' } as const;
  const { id: fileId } = await build(app).file({ projectId: own.project.id, ...place });
  await app.database.manager.update(Slot, place, { fileId });
  expect(await orders(engineer)).toMatchObject({ missing: ['DDP image (1 of 2 released, out of date)'] });
});

it.each([
  [
    'a gap',
    (trackId: string) => app.database.query('UPDATE album_tracks SET gap_frames = 76 WHERE track_id = $1', [trackId]),
  ],
  ['the order', (trackId: string) => app.database.query('UPDATE tracks SET track_number = 0 WHERE id = $1', [trackId])],
  [
    'the metadata',
    () => engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { catalogueNumber: 'NS002' } }),
  ],
  ['the studio’s gap', () => app.database.query('UPDATE studios SET album_gap_frames = 10')],
])('is out of date once %s has changed, until it is prepared again', async (_, change) => {
  const line = { description: 'DDP', quantity: 1, unitCents: 1, ordered: 'ddp' as const, trackIds: [] };
  await build(app).quote({ projectId: own.project.id, status: 'accepted', isCurrent: false, lines: [line] });
  const masters = [];
  for (const [at, title] of ['Ember', 'Ash', 'Coal'].entries()) {
    masters.push(await addMaster(app, own.project.id, title, waveOf(noise(588 * 301, at))));
  }
  await app.database.query('INSERT INTO album_tracks (track_id, gap_frames) VALUES ($1, 75)', [masters[1]!.trackId]);
  await prepare(1);
  expect(await orders(client)).toMatchObject({ missing: [] });

  await change(masters[1]!.trackId);
  expect((await engineer.get<DiscsView>(base())).data.discs[0]).toMatchObject({ state: 'outdated' });
  expect(await orders(client)).toMatchObject({ missing: ['DDP image (out of date)'] });
  expect(ddpOf(await orders(client))).toMatchObject({ state: 'missing', isOutdated: true, received: 0 });

  await prepare(1);
  expect(await orders(client)).toMatchObject({ missing: [] });
});
