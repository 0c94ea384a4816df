import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import type { Tx } from '../../platform/database/tx.js';
import type { User } from './user.entity.js';

let app: TestApp;
let engineer: User;
let client: User;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  engineer = await build(app).engineer();
  client = await build(app).client({ studioId: engineer.studioId! });
});

const leave = () => app.as(engineer).delete(`/api/users/${engineer.id}`);
const makeProject = (caller = engineer) =>
  app.as(caller).post('/api/projects', { title: 'Next', clientId: client.id, engineerId: engineer.id });
const projects = () => app.database.query('SELECT 1 FROM projects WHERE studio_id = $1', [engineer.studioId]);

/** While `hold` keeps the first call from ending, the second comes. */
async function oneAfterTheOther<A, B>(hold: (tx: Tx) => Promise<unknown>, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
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

it('leaves no project behind that they were just about to make', async () => {
  await app.database.query(`INSERT INTO sessions (user_id, token, expires_at, updated_at) VALUES ($1::uuid, $1::uuid::text, now(), now())`, [
    engineer.id,
  ]);
  const [left, made] = await oneAfterTheOther(
    (tx) => tx.query('SELECT 1 FROM sessions WHERE user_id = $1 FOR UPDATE', [engineer.id]),
    leave,
    makeProject,
  );
  expect([left.status, made.status, made.code]).toEqual([200, 422, 'unknown_engineer']);
  expect(await projects()).toEqual([]);
});

it('stays when a project was made first', async () => {
  const [made, left] = await oneAfterTheOther(
    (tx) => tx.query('SELECT 1 FROM studio_clients WHERE user_id = $1 FOR UPDATE', [client.id]),
    makeProject,
    leave,
  );
  expect([made.status, left.status, left.code]).toEqual([201, 409, 'studio_has_projects']);
});

it('works in the studio no more: a colleague cannot give them a project', async () => {
  const colleague = await build(app).engineer({ studioId: engineer.studioId! });
  expect((await leave()).status).toBe(200);
  const made = await makeProject(colleague);
  expect([made.status, made.code]).toEqual([422, 'unknown_engineer']);
  expect(await projects()).toEqual([]);
});
