import { expect, it } from '@jest/globals';
import { Memberships1795436100000 } from '../../platform/database/migrations/1795436100000-memberships.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { ClientView } from '../clients/clients.schema.js';
import { addClient } from '../memberships/memberships.writes.js';

const { app, own, engineer, client } = useApp({ project: {} });

it('clients of the previous version stay clients, and suspended ones stay suspended', async () => {
  const kept = await build(app).client({ studioId: own.studio.id, name: 'Kept out' });
  const theirs = await build(app).project();
  await app.database.transaction(async (tx) => {
    await addClient(tx, theirs.studio.id, kept.id);
    const migration = new Memberships1795436100000();
    await migration.down(tx.manager.queryRunner!);
    await tx.query('UPDATE users SET suspended_at = now() WHERE id = $1', [kept.id]);
    await tx.query(`UPDATE users SET name = 'Renamed' WHERE id = $1`, [own.client.id]);
    await migration.up(tx.manager.queryRunner!);
  });
  expect(
    await app.database.query('SELECT suspended_at FROM studio_clients WHERE suspended_at IS NOT NULL'),
  ).toHaveLength(2);
  const listed = (await engineer.get<ClientView[]>('/api/clients')).data;
  expect(listed.map(({ name, suspended }) => [name, suspended])).toEqual([
    ['Kept out', true],
    ['Renamed', false],
  ]);
  expect((await client.get('/api/projects')).data).toEqual([
    expect.objectContaining({ id: own.project.id, client_name: 'Renamed' }),
  ]);
  await app.as(theirs.engineer).post(`/api/clients/${kept.id}/resume`);
  const [stillOut] = (await engineer.get<ClientView[]>('/api/clients?search=Kept')).data;
  expect(stillOut!.suspended).toBe(true);
});
