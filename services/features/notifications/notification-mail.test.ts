import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { clock } from '../../platform/clock.js';
import type { NotificationType } from '../../platform/domain-words.js';
import { PermanentError } from '../../platform/events/handler.js';
import { mailFolder } from '../../platform/mail/create.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { Notification } from './notification.entity.js';
import { NotificationMailWorker } from './notification-mail.worker.js';
import type { FailedMail, MailPreference } from './notifications.schema.js';
import { notify } from './notifications.writes.js';

const { app, worker } = useApp({ worker: true });
let own: ProjectFixture;
let client: Caller;
let engineer: Caller;

beforeEach(async () => {
  const studio = await build(app).studio({ name: 'Groove', brandName: 'Groove & Sons', brandColor: '#AA0044' });
  own = await build(app).project({ title: 'Night Songs', studioId: studio.id });
  client = app.as(own.client);
  engineer = app.as(own.engineer);
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function tell(
  type: NotificationType,
  { invoiceId, ...given }: { userId?: string; message?: string; invoiceId?: string } = {},
) {
  const metadata = { projectId: own.project.id, ...(invoiceId && { invoiceId }) };
  const news = { userId: own.client.id, message: `News of ${type}`, ...given };
  await app.database.transaction((tx) => notify(tx, { ...news, type, metadata }));
  await drain(app.database);
  const told = await app.database.manager.find(Notification, {
    where: { userId: news.userId },
    order: { id: 'DESC' },
    take: 1,
  });
  return told[0]!;
}

/** The mail of a notification as its reader's program shows it, with the number of files that hold it. */
async function mailOf({ id }: Notification): Promise<{ files: number; mail: Email | null }> {
  const folder = mailFolder(app.config);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(id));
  return {
    files: names.length,
    mail: names[0] ? await PostalMime.parse(await readFile(join(folder, names[0]))) : null,
  };
}

const header = (mail: Email | null, name: string) => mail?.headers.find(({ key }) => key === name.toLowerCase())?.value;
const mailed = async (type: NotificationType) => (await mailOf(await tell(type))).files;

const setPreference = (caller: Caller, type: NotificationType, email: boolean) =>
  caller.put<MailPreference>('/api/notifications/preferences', { type, email });

describe('a notification', () => {
  it('goes to its reader by e-mail, in the name of the studio, once', async () => {
    const told = await tell('new_quote', { message: 'New quote for “Night <Songs>”: $450.00' });
    const { files, mail } = await mailOf(told);
    expect(files).toBe(1);
    expect(mail).toMatchObject({
      subject: 'New quote for “Night <Songs>”: $450.00',
      from: { name: 'Groove & Sons', address: 'lacquer@localhost' },
      to: [{ name: own.client.name, address: own.client.email }],
      messageId: `<${told.id}@localhost>`,
    });
    const quote = `${app.config.publicUrl}/app/projects/${own.project.id}?tab=quote`;
    expect(mail?.text).toContain(`Open quote: ${quote}`);
    expect(mail?.html).toContain(`href="${quote}"`);
    expect(mail?.html).toContain('Night &lt;Songs&gt;');
    expect(mail?.html).toContain('#AA0044');
    expect(told.emailedAt).toBeInstanceOf(Date);
  });

  it('that is long is shortened in the subject only', async () => {
    const message = `Demo Client commented in “Night Songs”: ${'louder '.repeat(40).trim()}`;
    const { mail } = await mailOf(await tell('project_comment', { message }));
    expect([...mail!.subject!]).toHaveLength(120);
    expect(mail!.subject).toMatch(/…$/);
    expect(mail!.text).toContain(message);
    expect(mail!.html).toContain(message);
  });

  it.each([
    ['new_invoice', 'client', 'Pay invoice', (id: string) => `/app/payment/${id}`],
    ['invoice_paid', 'engineer', 'Open invoices', () => '/app/invoices'],
    ['masters_available', 'client', 'Open files', (id: string) => `/app/projects/${id}?tab=files`],
    ['comment_on_masters', 'engineer', 'Open conversation', (id: string) => `/app/projects/${id}?tab=timeline`],
    ['project_status_updated', 'client', 'Open project', (id: string) => `/app/projects/${id}`],
  ] as const)('of %s has a link for its %s: “%s”', async (type, reader, label, path) => {
    const { mail } = await mailOf(await tell(type, { userId: own[reader].id }));
    expect(mail?.text).toContain(`${label}: ${app.config.publicUrl}${path(own.project.id)}\n`);
  });

  it('is mailed again with the same id when a worker dies after sending it', async () => {
    const mailer: Mailer = app.platform.mailer;
    const send = mailer.send.bind(mailer);
    let deaths = 0;
    const sending = jest.spyOn(mailer, 'send').mockImplementation(async (mail, signal) => {
      await send(mail, signal);
      if (deaths++ === 0) throw new Error('The worker died');
    });
    const told = await tell('new_comment');
    expect(sending.mock.calls.map(([{ id }]) => id)).toEqual([told.id, told.id]);
    expect((await mailOf(told)).files).toBe(1);
    expect(told.emailedAt).toBeInstanceOf(Date);
  });

  it('is not mailed once it was read, or once the money is no longer due', async () => {
    const mailer: Mailer = app.platform.mailer;
    const paid = await build(app).invoice({ projectId: own.project.id, status: 'paid' });
    const sending = jest.spyOn(mailer, 'send');
    await tell('payment_reminder', { invoiceId: paid.id });
    expect(sending).not.toHaveBeenCalled();

    sending.mockImplementationOnce(async ({ id }) => {
      await client.put(`/api/notifications/${id}/read`);
      throw new Error('The mail server is away');
    });
    const told = await tell('new_comment');
    expect(sending).toHaveBeenCalledTimes(1);
    expect(told).toMatchObject({ emailedAt: null, readAt: expect.any(Date) });
  });
});

describe('files that arrive one after the other', () => {
  /** Notifications about files of the client, which come as fast as this test goes on. */
  const upload = (n: number) =>
    app.database.transaction((tx) =>
      notify(tx, {
        userId: own.engineer.id,
        type: 'file_uploaded',
        message: `Zoe uploaded mix ${n}.wav to “Night Songs”`,
        metadata: { projectId: own.project.id, fileId: randomUUID() },
      }),
    );
  const sendGathered = async (minutesLater: number) => {
    const then = new Date(Date.now() + minutesLater * 60_000);
    jest.spyOn(clock, 'now').mockReturnValue(then);
    await worker.get(NotificationMailWorker).sendGathered();
    await drain(app.database);
  };

  it('are announced in one mail, once none has arrived for two minutes', async () => {
    const sending = jest.spyOn(app.platform.mailer, 'send');
    for (const n of [1, 2, 3, 4, 5, 6]) await upload(n);
    await drain(app.database);
    await sendGathered(1);
    expect(sending).not.toHaveBeenCalled();
    await sendGathered(3);
    expect(sending).toHaveBeenCalledTimes(1);
    const [mail] = sending.mock.calls[0]!;
    expect(mail.subject).toBe('6 new files: Zoe uploaded mix 1.wav to “Night Songs”');
    for (const n of [1, 2, 3, 4, 5, 6]) expect(mail.text).toContain(`mix ${n}.wav`);
    await sendGathered(4);
    expect(sending).toHaveBeenCalledTimes(1);
  });

  it('are announced after half an hour even while more arrive', async () => {
    const sending = jest.spyOn(app.platform.mailer, 'send');
    await upload(1);
    await drain(app.database);
    await app.database.query(`UPDATE notifications SET created_at = now() - interval '29 minutes'`);
    await upload(2);
    await drain(app.database);
    await sendGathered(0);
    expect(sending).not.toHaveBeenCalled();
    await app.database.query(
      `UPDATE notifications SET created_at = now() - interval '31 minutes' WHERE created_at < now() - interval '1 minute'`,
    );
    await sendGathered(0);
    expect(sending.mock.calls.map(([{ subject }]) => subject)).toEqual([expect.stringMatching(/^2 new files/)]);
  });
});

describe('a person who does not want a kind of notification by e-mail', () => {
  it('can choose every kind that they get, and no other', async () => {
    const { data } = await client.get<MailPreference[]>('/api/notifications/preferences');
    expect(data.map(({ type }) => type).sort()).toEqual([
      'album_answered',
      'delivery_ready',
      'delivery_reminder',
      'file_deleted',
      'invoice_paid',
      'link_stopped',
      'masters_available',
      'mention',
      'new_comment',
      'new_invoice',
      'new_quote',
      'payment_reminder',
      'project_invitation',
      'project_status_updated',
      'quote_accepted',
      'quote_rejected',
      'revision_uploaded',
    ]);
    expect(data.every(({ email }) => email)).toBe(true);
    expect((await engineer.get<MailPreference[]>('/api/notifications/preferences')).data).toHaveLength(14);
    expect((await setPreference(client, 'file_uploaded', false)).code).toBe('foreign_type');
    expect((await client.put('/api/notifications/preferences', { type: 'sales', email: false })).status).toBe(400);
  });

  it('gets none of it until they switch it on again; other people and kinds are not affected', async () => {
    expect((await setPreference(client, 'file_deleted', false)).data).toEqual({ type: 'file_deleted', email: false });
    await setPreference(client, 'file_deleted', false);
    expect(await mailed('file_deleted')).toBe(0);
    expect(await mailed('new_comment')).toBe(1);
    expect((await mailOf(await tell('file_deleted', { userId: own.engineer.id }))).files).toBe(1);
    await setPreference(client, 'file_deleted', true);
    expect(await mailed('file_deleted')).toBe(1);
  });

  it('unsubscribes with one click without signing in, and not by opening the page', async () => {
    const { mail } = await mailOf(await tell('file_deleted'));
    expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const url = header(mail, 'List-Unsubscribe')!.slice(1, -1);
    const token = url.split('/').at(-1)!;
    expect(mail?.html).toContain(`href="${app.config.publicUrl}/unsubscribe/${token}"`);
    const path = new URL(url).pathname;
    expect((await app.anonymous.get(path)).data).toEqual({ type: 'file_deleted', email: true });
    expect(await mailed('file_deleted')).toBe(1);

    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await app.anonymous.fetch(path, { method: 'POST', body })).status).toBe(200);
    expect((await app.anonymous.post(path)).data).toEqual({ type: 'file_deleted', email: false });
    expect(await mailed('file_deleted')).toBe(0);
    expect(await mailed('new_quote')).toBe(1);
  });

  it('leads a browser that opens the address for one click to the page', async () => {
    const { mail } = await mailOf(await tell('file_deleted'));
    const url = new URL(header(mail, 'List-Unsubscribe')!.slice(1, -1));
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const method of ['GET', 'HEAD']) {
      const answer = await app.anonymous.fetch(url.pathname, { method, headers: { accept }, redirect: 'manual' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/unsubscribe/${url.pathname.split('/').at(-1)}`);
      expect(answer.headers.get('vary')).toContain('Accept');
    }
    const odd = await app.anonymous.fetch('/api/notifications/unsubscribe/a%2F%3Fb', {
      headers: { accept },
      redirect: 'manual',
    });
    expect(odd.headers.get('location')).toBe('/unsubscribe/a%2F%3Fb');
    const answer = await app.anonymous.fetch(url.pathname, { method: 'POST', headers: { accept } });
    expect(await answer.json()).toMatchObject({ data: { email: false } });
  });

  it('rejects a forged link', async () => {
    const { mail } = await mailOf(await tell('new_comment'));
    const token = header(mail, 'List-Unsubscribe')!.slice(1, -1).split('/').at(-1)!;
    const [meaning, mac] = token.split('.') as [string, string];
    const other = Buffer.from(`${own.client.id}.new_quote`).toString('base64url');
    for (const forged of [`${other}.${mac}`, meaning, `${meaning}.`, `${meaning}.${mac.slice(1)}`, 'x', randomUUID()]) {
      expect((await app.anonymous.post(`/api/notifications/unsubscribe/${forged}`)).status).toBe(404);
    }
    expect(await mailed('new_quote')).toBe(1);
  });
});

describe('a mail that has failed for good', () => {
  it('shows in its project until it is sent again', async () => {
    const mailer: Mailer = app.platform.mailer;
    // Mails of earlier tests must not get the refusal.
    await drain(app.database);
    jest.spyOn(mailer, 'send').mockRejectedValueOnce(new PermanentError('No such mailbox'));
    const path = `/api/projects/${own.project.id}/failed-mails`;
    const lost = async () => (await engineer.get<FailedMail[]>(path)).data;
    const metadata = { projectId: own.project.id };
    await app.database.transaction((tx) =>
      notify(tx, { userId: own.client.id, type: 'new_invoice', message: 'Invoice #1', metadata }),
    );
    await until('the mail to be given up', async () => (await lost()).length === 1);
    const [mail] = await lost();
    expect(mail).toMatchObject({ message: 'Invoice #1', to: own.client.email });
    await forgetFailures();
    expect((await engineer.post(`${path}/${mail!.id}/send-again`)).status).toBe(200);
    await drain(app.database);
    expect(await lost()).toEqual([]);
    const told = await app.database.manager.findOneByOrFail(Notification, { id: mail!.id });
    expect((await mailOf(told)).files).toBe(1);
    expect((await engineer.post(`${path}/${mail!.id}/send-again`)).status).toBe(404);
    expect((await client.get(path)).status).toBe(403);
  });

  const forgetFailures = () =>
    app.database.query(
      'INSERT INTO processed_event (event_id, handler) SELECT id, unnest(handlers) FROM outbox ON CONFLICT DO NOTHING',
    );
});
