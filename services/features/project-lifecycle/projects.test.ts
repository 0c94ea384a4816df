import { beforeEach, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import type { ProjectView } from '../projects/projects.schema.js';

const { app, own, engineer, client } = useApp({ project: {} });
let foreign: ProjectFixture;
let outsiders: [string, Caller][];

beforeEach(async () => {
  foreign = await build(app).project();
  const colleague = await build(app).client({ studioId: own.studio.id });
  outsiders = [
    ['another client of the studio', app.as(colleague)],
    ['another client', app.as(foreign.client)],
    ['another engineer', app.as(foreign.engineer)],
  ];
});

const row = (id: string) => app.database.manager.findOneByOrFail(Project, { id });
const path = () => `/api/projects/${own.project.id}`;

describe('creating', () => {
  it('creates a project for a client of the studio', async () => {
    const answer = await engineer.post<ProjectView>('/api/projects', {
      title: '  Night Songs ',
      notes: 'Vinyl\nlater',
      clientId: own.client.id,
    });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      title: 'Night Songs',
      notes: 'Vinyl\nlater',
      status: 'created',
      clientId: own.client.id,
      engineerId: own.engineer.id,
      client_name: own.client.name,
      currentInvoiceId: null,
      invoice_status: null,
      invoice_amount: null,
      invoice_id: null,
      can: { update: true, stage: true, uploadOriginals: false, uploadMasters: true, downloadFinals: true },
    });
    expect(await row(answer.data.id)).toMatchObject({ studioId: own.studio.id });
  });

  it('also creates a new client, and finds them by their address the next time', async () => {
    const named = (email: string) =>
      engineer.post<ProjectView>('/api/projects', { title: 'First', client: { name: 'Ida', email } });
    const address = `ida-${own.project.id}@band.test`;
    const first = await named(address.toUpperCase());
    const second = await named(address);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.data.client_name).toBe('Ida');
    expect(second.data.clientId).toBe(first.data.clientId);
  });

  it.each([
    ['no title', { title: ' ' }, 400, 'Title is required'],
    ['neither client', { clientId: undefined }, 400, 'Choose a client'],
    ['a title with control characters', { title: 'a\u0000b' }, 400, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 400, 'title'],
    ['a client that is no id', { clientId: 'temp-1' }, 400, 'clientId'],
  ])('refuses %s', async (_, change, status, text) => {
    const answer = await engineer.post('/api/projects', { title: 'T', clientId: own.client.id, ...change });
    expect(answer.status).toBe(status);
    expect(answer.message).toContain(text);
  });

  it('refuses clients and engineers of another studio', async () => {
    const client = await engineer.post('/api/projects', { title: 'T', clientId: foreign.client.id });
    expect([client.status, client.code]).toEqual([422, 'unknown_client']);
    const body = { title: 'T', clientId: own.client.id, engineerId: foreign.engineer.id };
    const other = await engineer.post('/api/projects', body);
    expect([other.status, other.code]).toEqual([422, 'unknown_engineer']);
  });

  it('is refused to clients and without a session', async () => {
    const body = { title: 'T', clientId: own.client.id };
    expect((await client.post('/api/projects', body)).status).toBe(403);
    expect((await app.anonymous.post('/api/projects', body)).status).toBe(401);
  });
});

describe('reading', () => {
  it('shows the client what they may do', async () => {
    const { data } = await client.get<ProjectView>(path());
    expect(data.can).toEqual({
      update: false,
      stage: false,
      comment: true,
      decide: true,
      seeMoney: true,
      invite: true,
      uploadOriginals: true,
      uploadMasters: false,
      downloadFinals: false,
    });
  });

  it.each(['paid', 'delivered'] as const)('unlocks the finals of a project that is %s', async (status) => {
    await app.database.manager.update(Project, { id: own.project.id }, { status });
    expect((await client.get<ProjectView>(path())).data.can.downloadFinals).toBe(true);
  });

  it('returns 404 to outsiders', async () => {
    for (const [who, caller] of outsiders) {
      const answer = await caller.get(path());
      expect([who, answer.status, answer.message]).toEqual([who, 404, 'Project not found']);
    }
    expect((await engineer.get('/api/projects/01900000-0000-7000-8000-00000000ffff')).status).toBe(404);
    expect((await engineer.get('/api/projects/7')).status).toBe(400);
  });
});

describe('changing', () => {
  it('keeps absent fields', async () => {
    const answer = await engineer.put<ProjectView>(path(), { notes: 'New notes' });
    expect(answer.data).toMatchObject({ title: own.project.title, notes: 'New notes', status: 'created' });
    expect(Date.parse(answer.data.updatedAt)).toBeGreaterThan(own.project.updatedAt.getTime());
  });

  it.each(['created', 'in_progress', 'awaiting_revision', 'approved', 'delivered'])(
    'sets %s by hand',
    async (status) => {
      expect((await engineer.put<ProjectView>(path(), { status })).data.status).toBe(status);
    },
  );

  it.each(['quoted', 'paid', 'preview_ready', 'nonsense', null])('does not set %s by hand', async (status) => {
    expect((await engineer.put(path(), { status })).status).toBe(400);
    expect((await row(own.project.id)).status).toBe('created');
  });

  it('is only possible for the studio, and changes nothing for others', async () => {
    const answers = [];
    for (const [who, caller] of outsiders) answers.push([who, (await caller.put(path(), { title: 'Mine' })).status]);
    expect(answers).toEqual(outsiders.map(([who]) => [who, 404]));
    const refused = await client.put(path(), { title: 'Mine' });
    expect([refused.status, refused.message]).toEqual([403, 'This page is only available to engineers.']);
    expect(await row(own.project.id)).toEqual(own.project);
  });

  it('writes one history entry for each of two simultaneous changes, the second starting from the first', async () => {
    await Promise.all([engineer.put(path(), { status: 'in_progress' }), engineer.put(path(), { status: 'delivered' })]);
    const { data } = await engineer.get<{ message: string }[]>(`${path()}/activity`);
    const { status } = await row(own.project.id);
    const [last, first] = status === 'delivered' ? ['Delivered', 'In progress'] : ['In progress', 'Delivered'];
    expect(data.map((line) => line.message)).toEqual([
      `Status changed from ${first} to ${last}`,
      `Status changed from Created to ${first}`,
    ]);
  });

  it('to the same status does nothing', async () => {
    await engineer.put(path(), { status: 'created' });
    expect((await engineer.get(`${path()}/activity`)).data).toEqual([]);
  });
});
