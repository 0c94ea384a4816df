import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Tx } from '../../platform/database/tx.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Answer } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { addClient } from '../memberships/memberships.writes.js';
import { Notification } from '../notifications/notification.entity.js';
import { Project } from '../projects/project.entity.js';
import { lockProject } from '../projects/projects.writes.js';

const { app } = useApp();
let mine: ProjectFixture;
let theirs: ProjectFixture;

beforeEach(async () => {
  mine = await build(app).project();
  theirs = await build(app).project();
});

const ids = (users: { id: string }[]) => users.map(({ id }) => id).sort();
const newClient = (email: string, name = 'New Client') => ({ name, email, role: 'client' });

describe('the list of users', () => {
  it('contains only the engineer and their own clients', async () => {
    const { data, nextCursor } = await app.as(mine.engineer).get('/api/users');
    expect(ids(data)).toEqual([mine.engineer.id, mine.client.id].sort());
    expect(nextCursor).toBeNull();
    expect(data.find(({ id }: { id: string }) => id === mine.client.id)).toEqual({
      id: mine.client.id,
      name: mine.client.name,
      email: mine.client.email,
      role: 'client',
      createdAt: mine.client.createdAt.toISOString(),
    });
  });

  it('contains only the client themselves for a client', async () => {
    expect(ids((await app.as(mine.client).get('/api/users')).data)).toEqual([mine.client.id]);
  });

  it('comes in pages without gaps or repetitions, also with equal names', async () => {
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => build(app).client({ studioId: mine.studio.id, name: 'Same Name' })),
    );
    const found: { id: string }[] = [];
    let cursor: string | null = null;
    do {
      const page: string = cursor === null ? '' : `&cursor=${cursor}`;
      const answer: Answer<{ id: string }[]> = await app.as(mine.engineer).get(`/api/users?limit=3${page}`);
      expect(answer.data.length).toBeLessThanOrEqual(3);
      found.push(...answer.data);
      cursor = answer.nextCursor;
    } while (cursor);
    expect(ids(found)).toEqual(ids([mine.engineer, mine.client, ...clients]));
  });

  it.each(['x', Buffer.from('["a"]').toString('base64url')])('refuses the cursor %j', async (cursor) => {
    expect(await app.as(mine.engineer).get(`/api/users?cursor=${cursor}`)).toMatchObject({
      status: 400,
      code: 'bad_cursor',
    });
  });
});

describe('a user', () => {
  it('is visible to clients only by name, if it is their engineer', async () => {
    const { data } = await app.as(mine.client).get(`/api/users/${mine.engineer.id}`);
    const { id, name } = mine.engineer;
    expect(data).toEqual({ id, name, role: 'engineer', email: null, createdAt: null, invited: false });
    expect((await app.as(mine.client).get(`/api/users/${theirs.engineer.id}`)).status).toBe(404);
  });

  it('that does not exist, or has an invalid id, causes a clear error', async () => {
    expect(await app.as(mine.engineer).get('/api/users/01900000-0000-7000-8000-0000000000ff')).toMatchObject({
      status: 404,
      message: 'User not found',
    });
    expect((await app.as(mine.engineer).get('/api/users/1')).status).toBe(400);
  });
});

describe('creating a client', () => {
  it('adds a new person once, whatever the case of the address', async () => {
    const engineer = app.as(mine.engineer);
    const answers = await Promise.all([
      engineer.post('/api/users', newClient('Someone@Example.com')),
      engineer.post('/api/users', newClient(' someone@example.com ')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0].data).toMatchObject({ email: 'someone@example.com', role: 'client' });
    expect(answers[1].data.id).toBe(answers[0].data.id);
  });

  it('with the address of another studio’s client creates a separate entry', async () => {
    const { data } = await app.as(mine.engineer).post('/api/users', newClient(theirs.client.email, 'Another Name'));
    expect(data).toMatchObject({ name: 'Another Name', email: theirs.client.email });
    const listed = ids((await app.as(mine.engineer).get('/api/users')).data);
    expect(listed).toContain(data.id);
    expect(listed).not.toContain(theirs.client.id);
    expect(ids((await app.as(theirs.engineer).get('/api/users')).data)).toContain(theirs.client.id);
  });

  it('refuses the address of an engineer of the studio, and leaves nothing behind', async () => {
    const { email } = mine.engineer;
    expect(await app.as(mine.engineer).post('/api/users', newClient(email))).toMatchObject({
      status: 409,
      code: 'email_is_engineer',
    });
    expect((await app.as(mine.engineer).get('/api/clients')).data).toHaveLength(1);
  });

  it.each([
    [{ name: '', email: 'a@b.c', role: 'client' }, 'name'],
    [{ name: 'A', email: 'nowhere', role: 'client' }, 'email'],
    [{ name: 'A', email: 'a@b.c', role: 'engineer' }, 'role'],
  ])('names the wrong field of %j', async (body, field) => {
    const answer = await app.as(mine.engineer).post('/api/users', body);
    expect(answer).toMatchObject({ status: 400, code: 'invalid', details: { fields: [{ field }] } });
  });
});

describe('deleting', () => {
  it('a client removes them from this studio only', async () => {
    const { client } = theirs;
    await app.database.transaction((tx) => addClient(tx, mine.studio.id, client.id));
    expect((await app.as(mine.engineer).delete(`/api/users/${client.id}`)).status).toBe(200);
    expect((await app.as(mine.engineer).get(`/api/users/${client.id}`)).status).toBe(404);
    expect((await app.as(theirs.engineer).get(`/api/users/${client.id}`)).status).toBe(200);
  });

  it('a client with projects is refused', async () => {
    const answer = await app.as(mine.engineer).delete(`/api/users/${mine.client.id}`);
    expect(answer).toMatchObject({ status: 409, code: 'client_has_projects' });
    expect((await app.as(mine.engineer).get(`/api/users/${mine.client.id}`)).status).toBe(200);
  });

  it('other users is refused to clients', async () => {
    expect((await app.as(mine.client).delete(`/api/users/${mine.engineer.id}`)).status).toBe(403);
    expect((await app.as(mine.client).delete(`/api/users/${theirs.client.id}`)).status).toBe(404);
  });

  it('oneself ends the sessions and removes the name; the project stays', async () => {
    await app.database.query(
      `INSERT INTO sessions (user_id, token, expires_at, updated_at) VALUES ($1::uuid, $1::uuid::text, now(), now())`,
      [mine.client.id],
    );
    expect((await app.as(mine.client).delete(`/api/users/${mine.client.id}`)).status).toBe(200);
    const [left] = await app.database.query<{ name: string; email: string; sessions: string }>(
      'SELECT name, email, (SELECT count(*) FROM sessions WHERE user_id = u.id) AS sessions FROM users u WHERE id = $1',
      [mine.client.id],
    );
    expect(left).toEqual({ name: 'Deleted user', email: `deleted-${mine.client.id}@deleted.invalid`, sessions: '0' });
    expect((await app.as(mine.engineer).get(`/api/projects/${mine.project.id}`)).data.client_name).toBe('Deleted user');
  });

  it('oneself is refused to an engineer whose studio has projects', async () => {
    const answer = await app.as(mine.engineer).delete(`/api/users/${mine.engineer.id}`);
    expect(answer).toMatchObject({ status: 409, code: 'studio_has_projects' });
  });

  it.each<[string, (tx: Tx) => Promise<unknown>, (tx: Tx) => Promise<unknown>]>([
    [
      'makes them a project',
      (tx) => tx.query('SELECT 1 FROM studio_clients WHERE user_id = $1 FOR SHARE', [mine.client.id]),
      (tx) =>
        tx.manager.insert(Project, {
          studioId: mine.studio.id,
          engineerId: mine.engineer.id,
          clientId: mine.client.id,
          title: 'Next',
        }),
    ],
    [
      'tells them something in their project',
      (tx) => lockProject(tx, mine.project.id),
      (tx) =>
        tx.manager.insert(Notification, { userId: mine.client.id, type: 'new_quote', message: 'New', metadata: {} }),
    ],
  ])('oneself waits for someone who %s at that moment', async (_, begin, end) => {
    const deletion = await app.database.transaction(async (tx) => {
      await begin(tx);
      const answer = app.as(mine.client).delete(`/api/users/${mine.client.id}`);
      await until('the deletion to wait', async () => (await waiting()) === 1);
      await end(tx);
      return { answer };
    });
    expect((await deletion.answer).status).toBe(200);
    const { data } = await app.as(mine.engineer).get('/api/projects');
    expect(data.map(({ client_name }: { client_name: string }) => client_name)).toEqual(data.map(() => 'Deleted user'));
  });

  it('oneself frees the address for someone new, who can enter it at the same moment without waiting', async () => {
    const { id, email } = mine.client;
    const { deletion, entry } = await app.database.transaction(async (tx) => {
      await lockProject(tx, mine.project.id);
      const answer = app.as(mine.client).delete(`/api/users/${id}`);
      await until('the deletion to wait', async () => (await waiting()) === 1);
      return { deletion: { answer }, entry: await app.as(theirs.engineer).post('/api/users', newClient(email)) };
    });
    expect((await deletion.answer).status).toBe(200);
    const { status, data } = entry;
    expect([status, data.email, data.id === id]).toEqual([201, email, false]);
  });
});

/** How many connections wait for a row. */
async function waiting(): Promise<number> {
  const [found] = await app.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return found!.count;
}
