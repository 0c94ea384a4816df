import { beforeAll, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { ActivityView } from './activity.schema.js';
import { recordActivity } from './activity.writes.js';

const { app } = useApp();
let own: ProjectFixture;
let path: string;

beforeAll(async () => {
  own = await build(app).project();
  path = `/api/projects/${own.project.id}/activity`;
  const shared = { projectId: own.project.id, type: 'tried' };
  for (const [message, actorId, engineersOnly] of [
    ['One', own.engineer.id, false],
    ['Two', own.client.id, false],
    ['Staged three files', own.engineer.id, true],
    ['Four', null, false],
  ] as const) {
    await app.database.transaction((tx) => recordActivity(tx, { ...shared, message, actorId, engineersOnly }));
  }
});

const messages = async (user: { id: string }) =>
  (await app.as(user).get<ActivityView[]>(path)).data.map((line) => line.message);

describe('the history of a project', () => {
  it('shows who did what, newest first', async () => {
    const { data } = await app.as(own.engineer).get<ActivityView[]>(path);
    expect(data[0]).toMatchObject({ type: 'tried', actor: null, message: 'Four', fileId: null, commentId: null });
    expect(data[2]!.actor).toEqual({ id: own.client.id, name: own.client.name, role: 'client' });
  });

  it('hides entries for engineers only from the client', async () => {
    expect(await messages(own.engineer)).toEqual(['Four', 'Staged three files', 'Two', 'One']);
    expect(await messages(own.client)).toEqual(['Four', 'Two', 'One']);
  });

  it('names neither invited people nor links to people who may not see those', async () => {
    const project = await build(app).project();
    const [listener, decider] = await Promise.all(
      (['listens', 'decides'] as const).map((role) => build(app).person(project.project.id, role)),
    );
    const people = `/api/projects/${project.project.id}/people`;
    const joined = { projectId: project.project.id, type: 'invite_accepted', actorId: decider!.id };
    await app.database.transaction((tx) => recordActivity(tx, { ...joined, message: 'Accepted the invitation' }));
    const engineer = app.as(project.engineer);
    await engineer.post(people, { name: 'Secret Guest', email: 'secret@example.com', role: 'decides' });
    await engineer.put(`${people}/${decider!.id}`, { role: 'comments' });
    await engineer.put(`${people}/${decider!.id}`, { role: 'decides' });
    await engineer.post('/api/share-links', {
      projectId: project.project.id,
      purpose: 'listening',
      name: 'Secret Label',
    });
    const typesSeenBy = async (user: { id: string }) => {
      const { data } = await app.as(user).get<ActivityView[]>(`/api/projects/${project.project.id}/activity`);
      return data.map(({ type }) => type);
    };
    expect(await typesSeenBy(decider!)).toEqual([
      'link_created',
      'role_changed',
      'role_changed',
      'person_invited',
      'invite_accepted',
    ]);
    expect(await typesSeenBy(listener!)).toEqual([]);
  });

  it('is paginated', async () => {
    const client = app.as(own.client);
    const first = await client.get<ActivityView[]>(`${path}?limit=2`);
    const second = await client.get<ActivityView[]>(`${path}?limit=2&cursor=${first.nextCursor}`);
    expect([...first.data, ...second.data].map((line) => line.message)).toEqual(['Four', 'Two', 'One']);
    expect(second.nextCursor).toBe(null);
    expect((await client.get(`${path}?cursor=WzFd`)).status).toBe(400);
  });

  it('is hidden from outsiders', async () => {
    const stranger = await build(app).project();
    for (const user of [stranger.engineer, stranger.client]) expect((await app.as(user).get(path)).status).toBe(404);
    expect((await app.anonymous.get(path)).status).toBe(401);
  });
});
