import { beforeEach, expect, it } from '@jest/globals';
import type { Tx } from '../../platform/database/tx.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { User } from '../users/user.entity.js';

const { app } = useApp();
let engineer: User;
let client: User;

beforeEach(async () => {
  engineer = await build(app).engineer();
  client = await build(app).client({ studioId: engineer.studioId! });
  await app.database.query(
    `INSERT INTO sessions (user_id, token, expires_at, updated_at)
     SELECT id, id::text, now(), now() FROM unnest($1::uuid[]) AS id`,
    [[engineer.id, client.id]],
  );
});

const leave = (user: User) => app.as(user).delete(`/api/users/${user.id}`);
const makeProject = (caller = engineer) =>
  app.as(caller).post('/api/projects', { title: 'Next', clientId: client.id, engineerId: engineer.id });
const projects = () => app.database.query('SELECT client_name FROM projects WHERE studio_id = $1', [engineer.studioId]);

const holdUser =
  ({ id }: User) =>
  (tx: Tx) =>
    tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
/** A deletion takes the person's row before it ends their sessions. */
const holdSessions =
  ({ id }: User) =>
  (tx: Tx) =>
    tx.query('SELECT 1 FROM sessions WHERE user_id = $1 FOR UPDATE', [id]);

/** The first call is held in its middle until the second waits for it. */
async function oneAfterTheOther<A, B>(
  hold: (tx: Tx) => Promise<unknown>,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const calls = await app.database.transaction(async (tx) => {
    await hold(tx);
    const one = first();
    await until('the first to be held', async () => (await waiting()) === 1);
    const other = second();
    await until('the second to wait for the first', async () => (await waiting()) === 2);
    return { one, other };
  });
  return [await calls.one, await calls.other];
}

async function waiting(): Promise<number> {
  const [found] = await app.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return found!.count;
}

it('of an engineer refuses a project that they are creating at that moment', async () => {
  const [left, made] = await oneAfterTheOther(holdSessions(engineer), () => leave(engineer), makeProject);
  expect([left.status, made.status, made.code]).toEqual([200, 422, 'unknown_engineer']);
  expect(await projects()).toEqual([]);
});

it('of an engineer is refused when the project was created first', async () => {
  const [made, left] = await oneAfterTheOther(holdUser(client), makeProject, () => leave(engineer));
  expect([made.status, left.status, left.code]).toEqual([201, 409, 'studio_has_projects']);
});

it('of an engineer also removes them from the studio: a colleague cannot assign them a project', async () => {
  const colleague = await build(app).engineer({ studioId: engineer.studioId! });
  expect((await leave(engineer)).status).toBe(200);
  const made = await makeProject(colleague);
  expect([made.status, made.code]).toEqual([422, 'unknown_engineer']);
  expect(await projects()).toEqual([]);
});

it('of a client refuses a project that is created for them at that moment', async () => {
  const [left, made] = await oneAfterTheOther(holdSessions(client), () => leave(client), makeProject);
  expect([left.status, made.status, made.code]).toEqual([200, 422, 'unknown_client']);
  expect(await projects()).toEqual([]);
});

it('of a client also deletes the profile that they are saving at that moment', async () => {
  const rename = () => app.as(client).put(`/api/users/${client.id}/profile`, { name: 'Zoë', phone: '1' });
  const [left, renamed] = await oneAfterTheOther(holdSessions(client), () => leave(client), rename);
  expect([left.status, renamed.status]).toEqual([200, 401]);
  const kept = await app.database.query(
    'SELECT u.name, p.phone FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = $1',
    [client.id],
  );
  expect(kept).toEqual([{ name: 'Deleted user', phone: null }]);
});

it('a client who only changes their name stays: a project created at that moment has the new name', async () => {
  const making = await app.database.transaction(async (tx) => {
    await tx.query(`UPDATE users SET name = 'Zoë' WHERE id = $1`, [client.id]);
    const made = makeProject();
    await until('the project to wait', async () => (await waiting()) === 1);
    return { made };
  });
  expect((await making.made).data.client_name).toBe('Zoë');
  expect(await projects()).toEqual([{ client_name: 'Zoë' }]);
});
