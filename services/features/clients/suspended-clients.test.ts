import { beforeEach, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { hashPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';
import { addClient } from '../memberships/memberships.writes.js';
import { verifyUser } from '../users/users.writes.js';
import type { ClientView } from './clients.schema.js';

const PASSWORD = 'correct horse';

const { app, own, engineer } = useApp({ worker: true, project: {} });

const call = (what: 'suspend' | 'resume', by: Caller = engineer) => by.post(`/api/clients/${own.client.id}/${what}`);
const signIn = () => app.anonymous.post('/api/auth/sign-in/email', { email: own.client.email, password: PASSWORD });
const suspended = async (by: Caller = engineer) =>
  (await by.get<ClientView[]>('/api/clients')).data.find(({ id }) => id === own.client.id)?.suspended;
const browserOf = (answer: Answer<unknown>) => {
  const cookie = answer.headers.getSetCookie().map((set) => set.split(';')[0]);
  return app.anonymous.with({ cookie: cookie.join('; ') });
};

beforeEach(async () => {
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction(async (tx) => {
    await addPassword(tx, own.client.id, hash);
    await verifyUser(tx, own.client.id);
  });
});

describe('a suspended client', () => {
  it('is signed out immediately, and cannot sign in until the engineer readmits them', async () => {
    const browser = browserOf(await signIn());
    expect((await browser.get('/api/session')).status).toBe(200);
    expect((await call('suspend')).status).toBe(200);
    expect(await suspended()).toBe(true);
    expect((await browser.get('/api/session')).status).toBe(401);
    expect(await signIn()).toMatchObject({ status: 403, message: 'Your access is suspended; please ask your studio' });
    expect((await call('resume')).status).toBe(200);
    expect(await suspended()).toBe(false);
    expect((await signIn()).status).toBe(200);
  });

  it('can still accept the invitation of another studio, but does not regain access to the first', async () => {
    const theirs = await build(app).project();
    const other = app.as(theirs.engineer);
    await call('suspend');
    const { data: project } = await other.post('/api/projects', {
      title: 'Theirs',
      client: { name: 'Typed', email: own.client.email },
    });
    const browser = browserOf(await signIn());
    expect((await browser.get('/api/projects')).data).toEqual([]);
    const [question] = (await browser.get('/api/invites/open')).data;
    expect((await browser.post(`/api/invites/${question.id}/accept`)).status).toBe(200);
    expect((await browser.get('/api/projects')).data).toEqual([expect.objectContaining({ id: project.id })]);
    expect((await browser.get(`/api/projects/${own.project.id}`)).status).toBe(404);
    expect([await suspended(), await suspended(other)]).toEqual([true, false]);
  });
});

describe('a client of two studios', () => {
  let theirs: ProjectFixture;
  let other: Caller;
  let browser: Caller;
  let fileId: string;
  beforeEach(async () => {
    theirs = await build(app).project();
    other = app.as(theirs.engineer);
    await app.database.transaction((tx) => addClient(tx, theirs.studio.id, own.client.id));
    await app.database.query('UPDATE projects SET client_id = $2 WHERE id = $1', [theirs.project.id, own.client.id]);
    fileId = (await build(app).file({ projectId: own.project.id })).id;
    await build(app).quote({ projectId: own.project.id });
    await build(app).invoice({ projectId: own.project.id });
    browser = browserOf(await signIn());
  });

  const visible = async () => (await browser.get('/api/projects')).data.map(({ id }: { id: string }) => id).sort();
  const both = () => [own.project.id, theirs.project.id].sort();

  it('only loses access to the studio that suspends them', async () => {
    await engineer.post('/api/comments', { projectId: own.project.id, comment: 'Hello' });
    await drain(app.database);
    const unread = () => browser.get('/api/notifications/unread-count').then(({ json }) => JSON.stringify(json));
    const before = await unread();
    expect(await visible()).toEqual(both());
    const uploadId = (await build(app).file({ projectId: own.project.id, fileType: 'upload' })).id;
    expect((await browser.delete(`/api/files/${uploadId}`)).status).toBe(200);
    const trash = async () => (await browser.get('/api/trash')).data.length;
    expect(await trash()).toBe(1);
    expect((await call('suspend')).status).toBe(200);
    expect(await trash()).toBe(0);

    expect(await visible()).toEqual([theirs.project.id]);
    const quotes = `/api/quotes/current/${own.project.id}`;
    for (const path of [
      `/api/projects/${own.project.id}`,
      quotes,
      `/api/files/${fileId}`,
      `/api/files/download/${fileId}`,
    ])
      expect((await browser.get(path)).status).toBe(404);
    expect((await browser.post('/api/comments', { projectId: own.project.id, comment: 'No' })).status).toBe(404);
    expect((await browser.get(`/api/users/${own.engineer.id}`)).status).toBe(404);
    expect((await browser.get('/api/invoices')).data).toEqual([]);
    expect((await browser.get('/api/projects/waiting')).data).toMatchObject({
      steps: [{ projectId: theirs.project.id }],
    });
    expect((await browser.get('/api/notifications')).json).toMatchObject({ data: [] });
    expect((await browser.get('/api/studio/brand')).data).toMatchObject({ brandName: 'Studio' });
    expect((await browser.get(`/api/projects/${theirs.project.id}`)).status).toBe(200);

    expect((await call('resume')).status).toBe(200);
    expect(await visible()).toEqual(both());
    expect(await unread()).toBe(before);
  });

  it('is suspended and readmitted by each studio independently', async () => {
    await call('suspend');
    expect((await call('resume', other)).status).toBe(200);
    expect([await suspended(), await suspended(other)]).toEqual([true, false]);
    expect((await signIn()).status).toBe(200);
    await call('suspend', other);
    expect((await browser.get('/api/session')).status).toBe(401);
    expect((await signIn()).status).toBe(403);
    await call('resume', other);
    expect((await signIn()).status).toBe(200);
    expect([await suspended(), await suspended(other)]).toEqual([true, false]);
  });

  it('stays suspended in one studio when the other one removes them', async () => {
    await call('suspend');
    await app.database.query('UPDATE projects SET client_id = $2 WHERE id = $1', [theirs.project.id, theirs.client.id]);
    expect((await other.delete(`/api/users/${own.client.id}`)).status).toBe(200);
    expect(await suspended()).toBe(true);
    expect((await signIn()).status).toBe(403);
  });

  it('no longer receives live updates of the studio', async () => {
    const abort = new AbortController();
    const stream = await fetch(`${app.url}/api/events`, {
      headers: { 'x-dev-user-id': own.client.id },
      signal: abort.signal,
    });
    const reader = stream.body!.getReader();
    await reader.read();
    await call('suspend');
    await until(
      'the stream to end, so that the browser reads everything again',
      async () => (await reader.read()).done,
    );
    abort.abort();
  });

  it('gets neither mails nor reminders of the studio', async () => {
    await call('suspend');
    const [invoice] = (await engineer.get('/api/invoices')).data;
    expect(await engineer.post(`/api/invoices/${invoice.id}/reminders`)).toMatchObject({
      status: 409,
      code: 'client_suspended',
    });
    await engineer.post('/api/comments', { projectId: own.project.id, comment: 'Hello' });
    await drain(app.database);
    const mailed = 'SELECT 1 FROM notifications WHERE user_id = $1 AND emailed_at IS NOT NULL';
    expect(await app.database.query(mailed, [own.client.id])).toEqual([]);
  });

  it('counts as suspended by each studio if the previous version suspended them', async () => {
    await app.database.query('UPDATE users SET suspended_at = now() WHERE id = $1', [own.client.id]);
    expect([await suspended(), await suspended(other)]).toEqual([true, true]);
    expect((await browser.get('/api/projects')).data).toEqual([]);
    await call('resume', other);
    expect([await suspended(), await suspended(other)]).toEqual([true, false]);
    expect(await visible()).toEqual([theirs.project.id]);
  });
});
