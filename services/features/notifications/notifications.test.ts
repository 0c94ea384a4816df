import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { EventStream } from '../../testing/events/event-stream.js';
import { uploadFile } from '../../testing/uploads.js';
import { useApp } from '../../testing/use-app.js';
import { recordActivity } from '../activity/activity.writes.js';
import { recordAudit } from '../audit/audit.writes.js';
import { mastersReleased } from '../staging/staging.events.js';
import { Notification } from './notification.entity.js';
import type { NotificationView } from './notifications.schema.js';
import { notify } from './notifications.writes.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs' } });
let projectId: string;

beforeEach(async () => {
  projectId = own.project.id;
});

const list = async (caller: Caller, query = '') =>
  (await caller.get<NotificationView[]>(`/api/notifications${query}`)).data;
const news = async (caller: Caller) => (await list(caller)).map(({ type, message }) => [type, message]);

function release(fileIds: string[], kinds: { masters: boolean; revisions: boolean }): Promise<void> {
  return app.database.transaction(async (tx) =>
    tx.emit(mastersReleased, { releaseId: randomUUID(), projectId, actorId: own.engineer.id, fileIds, ...kinds }),
  );
}

describe('the recipient', () => {
  it('is the client of a release, once for all its files', async () => {
    await release([randomUUID(), randomUUID(), randomUUID()], { masters: true, revisions: false });
    await drain(app.database);
    expect(await list(client)).toEqual([
      expect.objectContaining({
        type: 'masters_available',
        message: '3 new masters are available in “Night Songs”',
        read: false,
        metadata: { projectId },
      }),
    ]);
    expect(await news(engineer)).toEqual([]);
  });

  it.each([
    [1, { masters: true, revisions: false }, 'masters_available', 'A new master is available in “Night Songs”'],
    [1, { masters: false, revisions: true }, 'revision_uploaded', 'A revised master is available in “Night Songs”'],
    [2, { masters: false, revisions: true }, 'revision_uploaded', '2 revised masters are available in “Night Songs”'],
    [
      2,
      { masters: true, revisions: true },
      'masters_available',
      '2 new and revised masters are available in “Night Songs”',
    ],
  ])('of %d released files, %j, is notified: %s', async (count, kinds, type, message) => {
    await release(Array.from({ length: count }, randomUUID), kinds);
    await drain(app.database);
    expect(await news(client)).toEqual([[type, message]]);
  });

  it('is the other party for an upload and a deletion', async () => {
    const mix = await uploadFile(client, { projectId, fileType: 'upload', fileName: 'mix.wav' });
    const master = await uploadFile(engineer, { projectId, fileType: 'master', fileName: 'm.wav' });
    await uploadFile(engineer, { projectId, fileType: 'revision', fileName: 'm2.wav', parentFileId: master.id });
    await drain(app.database);
    await client.delete(`/api/files/${mix.id}`);
    await engineer.delete(`/api/files/${master.id}`);
    await drain(app.database);
    expect((await news(engineer)).sort()).toEqual([
      ['file_deleted', 'Client deleted mix.wav from “Night Songs”'],
      ['file_uploaded', 'Client uploaded mix.wav to “Night Songs”'],
    ]);
    expect((await news(client)).sort()).toEqual([
      ['file_deleted', 'Engineer deleted m.wav from “Night Songs”'],
      ['masters_available', 'A new master is available in “Night Songs”: m.wav'],
      ['revision_uploaded', 'A revised master is available in “Night Songs”: m2.wav'],
    ]);
    const left: string[] = [];
    for await (const { key } of app.platform.storage.list(`projects/${projectId}/`)) left.push(key);
    expect(left).toEqual([expect.stringMatching(/\/m2\.wav$/)]);
  });

  it('is the client for a status set manually; an automatic one has none', async () => {
    await engineer.put(`/api/projects/${projectId}`, { status: 'awaiting_revision' });
    await engineer.put(`/api/projects/${projectId}`, { status: 'awaiting_revision', notes: 'Louder' });
    await drain(app.database);
    expect(await news(client)).toEqual([
      ['project_status_updated', '“Night Songs” went from Created to Awaiting revision'],
    ]);
    expect(await news(engineer)).toEqual([]);
  });
});

describe('a client who deletes their account', () => {
  it('is recorded in the project, notified to the engineer once, and gets no more notifications', async () => {
    const { clientId, studioId, engineerId } = own.project;
    await build(app).project({ title: 'Day Songs', clientId, studioId, engineerId });
    expect((await engineer.get(`/api/projects/${projectId}`)).data.clientLeft).toBe(false);
    expect((await client.delete(`/api/users/${clientId}`)).status).toBe(200);
    await drain(app.database);
    expect(await news(engineer)).toEqual([
      ['client_left', expect.stringMatching(/^The client of “(Night|Day) Songs” and 1 more deleted their account/)],
    ]);
    expect((await engineer.get(`/api/projects/${projectId}`)).data.clientLeft).toBe(true);
    const { data: history } = await engineer.get(`/api/projects/${projectId}/activity`);
    expect(history[0]).toMatchObject({ type: 'client_left', message: 'The client deleted their account' });
    await engineer.put(`/api/projects/${projectId}`, { status: 'awaiting_revision' });
    const quoted = await engineer.post('/api/quotes', { projectId, amount: 100 });
    expect([quoted.status, quoted.code]).toEqual([409, 'client_left']);
    await drain(app.database);
    expect(await app.database.manager.countBy(Notification, { userId: clientId })).toBe(0);
  });
});

describe('browsers', () => {
  it('receive a notification where its reader is signed in, and only there', async () => {
    const streams = await Promise.all([client, engineer].map((caller) => EventStream.open(caller)));
    const topics = streams.map((stream) => () => stream.events.map(({ data }) => (data as { topic?: string }).topic));
    await Promise.all(streams.map((stream) => stream.waitFor(({ event }) => event === 'hello')));
    await uploadFile(engineer, { projectId, fileType: 'master', fileName: 'm.wav' });
    await engineer.post(`/api/tracks/projects/${projectId}`, { trackNumber: 1, title: 'Ember' });
    await drain(app.database);
    await streams[0]!.waitFor(({ data }) => (data as { topic?: string }).topic === 'notifications');
    await streams[1]!.waitFor(({ data }) => (data as { topic?: string }).topic === 'staging');
    expect(topics[0]!()).toEqual(expect.arrayContaining(['projects', 'activity', 'files']));
    expect(topics[0]!()).not.toContain('staging');
    expect(topics[1]!()).toEqual(expect.arrayContaining(['projects', 'activity', 'files']));
    expect(topics[1]!()).not.toContain('notifications');
    streams.forEach((stream) => stream.close());
  });
});

describe('a user’s own notifications', () => {
  const told = (count: number, message = 'News') =>
    app.database.manager.insert(
      Notification,
      Array.from({ length: count }, (_, index) => ({
        userId: own.client.id,
        type: 'masters_available' as const,
        message: `${message} ${index + 1}`,
        metadata: { projectId },
      })),
    );
  const unread = async (caller = client) =>
    (await caller.get<{ count: number }>('/api/notifications/unread-count')).data.count;

  it('come newest first, in pages, and by whether they are read', async () => {
    await told(5);
    const whole = (await list(client)).map((item) => item.message);
    expect(whole).toEqual(['News 5', 'News 4', 'News 3', 'News 2', 'News 1']);
    const first = await client.get<NotificationView[]>('/api/notifications?limit=2');
    const second = await client.get<NotificationView[]>(`/api/notifications?limit=2&cursor=${first.nextCursor}`);
    const third = await client.get<NotificationView[]>(`/api/notifications?limit=2&cursor=${second.nextCursor}`);
    expect([first, second, third].flatMap((page) => page.data.map((item) => item.message))).toEqual(whole);
    expect(third.nextCursor).toBe(null);

    await client.put(`/api/notifications/${first.data[0]!.id}/read`);
    expect((await list(client, '?read=true')).map((item) => item.message)).toEqual(['News 5']);
    expect((await list(client, '?read=false')).map((item) => item.message)).toEqual(whole.slice(1));
    expect((await client.get('/api/notifications?read=maybe')).status).toBe(400);
    expect((await client.get('/api/notifications?cursor=x')).status).toBe(400);
  });

  it('can be marked as read, one or all', async () => {
    await told(3);
    expect(await unread()).toBe(3);
    const [newest] = await list(client);
    const answer = await client.put<NotificationView>(`/api/notifications/${newest!.id}/read`);
    expect(answer).toMatchObject({ status: 200, data: { id: newest!.id, read: true } });
    expect((await client.put(`/api/notifications/${newest!.id}/read`)).status).toBe(200);
    expect(await unread()).toBe(2);
    expect((await client.put('/api/notifications/mark-all-read')).data).toEqual({ count: 2 });
    expect((await client.put('/api/notifications/mark-all-read')).data).toEqual({ count: 0 });
    expect(await unread()).toBe(0);
  });

  it('are visible to their reader only', async () => {
    await told(1);
    const [item] = await list(client);
    expect(await list(engineer)).toEqual([]);
    expect(await unread(engineer)).toBe(0);
    expect((await engineer.put(`/api/notifications/${item!.id}/read`)).status).toBe(404);
    await engineer.put('/api/notifications/mark-all-read');
    expect(await unread()).toBe(1);
    expect((await app.anonymous.get('/api/notifications')).status).toBe(401);
  });
});

it('keeps news, history and audit trail whose texts PostgreSQL refuses, with U+FFFD in their place', async () => {
  const [text, stored] = ['Mix\0 \ud83c.wav', 'Mix\ufffd \ufffd.wav'];
  await app.database.transaction(async (tx) => {
    await notify(tx, {
      ...{ userId: own.engineer.id, type: 'new_comment', message: text },
      metadata: { projectId, name: text } as Notification['metadata'],
    });
    await recordActivity(tx, { projectId, type: 'tried', actorId: null, message: text });
    await recordAudit(tx, { action: 'deleted', subject: text });
  });
  expect(await list(engineer)).toEqual([expect.objectContaining({ message: stored })]);
  const rows = await app.database.query(
    `SELECT (SELECT metadata->>'name' FROM notifications WHERE message = $1) AS named,
            (SELECT message FROM activities WHERE project_id = $2 AND type = 'tried') AS history,
            (SELECT subject FROM audit_entries WHERE action = 'deleted' AND subject = $1) AS trail`,
    [stored, projectId],
  );
  expect(rows).toEqual([{ named: stored, history: stored, trail: stored }]);
});
