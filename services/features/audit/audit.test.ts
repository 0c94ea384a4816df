import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Tx } from '../../platform/database/tx.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { hashPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';
import { demo } from '../demo/demo.writes.js';
import type { AuditEntryView } from './audit.schema.js';
import { AuditWorker } from './audit.worker.js';
import * as writes from './audit.writes.js';

const PATH = '/api/audit';
const { app, own, engineer } = useApp({ project: {} });
const operator = () => app.as({ id: demo.engineerId });
const listed = async (query = '') => (await operator().get<AuditEntryView[]>(PATH + query)).data;

beforeEach(async () => {
  await app.database.query('DELETE FROM audit_entries');
  await app.database.query('DELETE FROM rate_limits');
});

describe('the audit trail', () => {
  it('contains every sign-in with its result, IP address and user', async () => {
    const person = await build(app).client({ emailVerified: true });
    const hash = await hashPassword('correct horse');
    await app.database.transaction((tx) => addPassword(tx, person.id, hash));
    const signIn = (password: string, email = person.email) =>
      app.anonymous.post('/api/auth/sign-in/email', { email, password });
    await signIn('wrong');
    await signIn('wrong', 'nobody@example.com');
    await signIn('correct horse');
    const ipAddress = expect.stringMatching(/127\.0\.0\.1$/);
    expect(await listed('?action=sign_in')).toMatchObject([
      { outcome: 'ok', userId: person.id, userName: person.name, ipAddress },
      { outcome: 'refused', userId: null, subject: 'password of nobody@example.com', ipAddress },
      { outcome: 'refused', userId: person.id, subject: `password of ${person.email}`, ipAddress },
    ]);
  });

  it('contains deletions, changed roles and exports with their user', async () => {
    await engineer.post(`/api/clients/${own.client.id}/suspend`);
    await engineer.get(`/api/comments/project/${own.project.id}/export?format=csv`);
    await engineer.delete(`/api/projects/${own.project.id}`, { title: own.project.title });
    const entries = await listed();
    expect(entries.map(({ action }) => action).sort()).toEqual(['deleted', 'export', 'role_changed']);
    for (const entry of entries) expect(entry).toMatchObject({ userId: own.engineer.id, outcome: 'ok' });
    expect(entries.map(({ subjectId }) => subjectId)).toContain(own.project.id);
  });

  it('contains changed roles of people in a project', async () => {
    const people = `/api/projects/${own.project.id}/people`;
    const { id, email } = await build(app).client({ studioId: own.studio.id });
    await engineer.post(people, { name: 'Mo', email, role: 'listens' });
    const { data } = await engineer.get<{ people: { id: string; isClient: boolean }[] }>(people);
    const entry = data.people.find(({ isClient }) => !isClient)!;
    await engineer.put(`${people}/${entry.id}`, { role: 'decides' });
    await engineer.delete(`${people}/${entry.id}`);
    const about = { userId: own.engineer.id, subjectId: id };
    expect(await listed('?action=role_changed')).toMatchObject([
      { ...about, subject: `Mo removed from ${own.project.title}` },
      { ...about, subject: `Mo in ${own.project.title}: Decides` },
      { ...about, subject: `Mo invited to ${own.project.title}: Listens` },
      { ...about, subject: `${email} invited as a client` },
    ]);
  });

  it('contains links that are made, changed, renewed and ended', async () => {
    const made = { projectId: own.project.id, purpose: 'delivery', name: 'Label' };
    const { data: link } = await engineer.post<{ id: string }>('/api/share-links', made);
    await engineer.put(`/api/share-links/${link.id}`, { name: 'Press' });
    await engineer.put(`/api/share-links/${link.id}`, { password: 'open sesame' });
    await engineer.put(`/api/share-links/${link.id}`, { password: null });
    await engineer.post(`/api/share-links/${link.id}/renew`);
    await engineer.delete(`/api/share-links/${link.id}`);
    const of = `of ${own.project.title}`;
    const entries = await listed('?action=link_changed');
    expect(entries.map(({ subject }) => subject)).toEqual([
      `Ended the delivery link “Press” ${of}`,
      `Gave a new address to the delivery link “Press” ${of}`,
      `Removed the password of the delivery link “Press” ${of}`,
      `Changed the password of the delivery link “Press” ${of}`,
      `Changed the delivery link “Label” ${of}`,
      `Made the delivery link “Label” ${of}`,
    ]);
    for (const entry of entries) expect(entry).toMatchObject({ userId: own.engineer.id, subjectId: link.id });
  });

  it('does not contain a change that was rolled back', async () => {
    await expect(
      app.database.transaction(async (tx) => {
        await writes.recordAudit(tx, { action: 'deleted', subject: 'project' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await listed()).toEqual([]);
  });

  it('can be filtered, searched and paginated', async () => {
    for (let n = 0; n < 5; n += 1) {
      await writes.recordAudit(app.database, { action: n % 2 ? 'export' : 'deleted', subject: `thing ${n}` });
    }
    expect((await listed('?action=export')).map(({ subject }) => subject)).toEqual(['thing 3', 'thing 1']);
    expect((await listed('?search=THING%202')).map(({ subject }) => subject)).toEqual(['thing 2']);
    const first = await operator().get<AuditEntryView[]>(`${PATH}?limit=3`);
    const second = await listed(`?limit=3&cursor=${first.nextCursor}`);
    expect([...first.data, ...second].map(({ subject }) => subject)).toEqual([
      'thing 4',
      'thing 3',
      'thing 2',
      'thing 1',
      'thing 0',
    ]);
  });

  it('can be exported as CSV without formulas, which adds an entry', async () => {
    await writes.recordAudit(app.database, { action: 'deleted', subject: '=HYPERLINK("https://evil.example")' });
    const response = await operator().fetch(`${PATH}/export`);
    expect(response.headers.get('content-type')).toContain('text/csv');
    const text = await response.text();
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(text.trim().split('\r\n')).toHaveLength(3);
    expect(await listed('?action=export')).toMatchObject([{ subject: 'audit trail', userId: demo.engineerId }]);
  });

  it('is only for the operator', async () => {
    expect((await engineer.get(PATH)).status).toBe(403);
    expect((await engineer.fetch(`${PATH}/export`)).status).toBe(403);
  });

  it('deletes entries older than the configured retention', async () => {
    await writes.recordAudit(app.database, { action: 'deleted', subject: 'old' });
    await app.database.query(`UPDATE audit_entries SET at = now() - interval '31 days'`);
    await writes.recordAudit(app.database, { action: 'deleted', subject: 'new' });
    const context = {
      eventId: demo.clientId,
      handler: 'audit.forget-old',
      attempt: 1,
      signal: new AbortController().signal,
      commit: <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work),
    };
    const sweep = (auditDays: number) =>
      new AuditWorker({ ...app.config, auditDays }).forgetOld({ slot: new Date() }, context);
    await sweep(365);
    expect(await listed()).toHaveLength(2);
    await sweep(30);
    expect((await listed()).map(({ subject }) => subject)).toEqual(['new']);
  });
});

it('contains a download of a final once, no matter how many ranges are requested', async () => {
  const { id, audioId } = await build(app).file({ projectId: own.project.id });
  const bytes = Buffer.alloc(300);
  await app.database.query('UPDATE audio SET size_bytes = 300 WHERE id = $1', [audioId]);
  const [audio] = await app.database.query<{ key: string }>('SELECT object_key AS key FROM audio WHERE id = $1', [
    audioId,
  ]);
  await app.platform.storage.put(audio!.key, bytes, { contentType: 'audio/wav' });
  for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-']) {
    expect((await engineer.fetch(`/api/files/download/${id}`, { headers: { range } })).status).toBe(206);
  }
  expect(await listed('?action=finals_downloaded')).toMatchObject([{ subjectId: id, userId: own.engineer.id }]);
});
