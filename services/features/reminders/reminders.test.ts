import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { mailFolder } from '../../platform/mail/create.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { startTestWorker } from '../../testing/worker.js';
import type { ActivityView } from '../activity/activity.schema.js';
import type { Invoice } from '../invoices/invoice.entity.js';
import type { NotificationView } from '../notifications/notifications.schema.js';
import { Studio } from '../studio/studio.entity.js';
import type { RemindersView } from './reminders.schema.js';
import { RemindersWorker } from './reminders.worker.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });
let workers: INestApplicationContext[];
let invoice: Invoice;

beforeAll(async () => {
  await app.database.query('UPDATE invoices SET reminders_paused = true'); // the demo's
  workers = [await startTestWorker(app), await startTestWorker(app)];
});

afterAll(async () => {
  jest.restoreAllMocks();
  await Promise.all(workers.map((worker) => worker.close()));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await app.database.query(`UPDATE invoices SET status = 'cancelled'`);
});

const setStudio = (given: Partial<Studio>) => app.database.manager.update(Studio, { id: own.studio.id }, given);
const isNow = (time: string) => jest.spyOn(clock, 'now').mockReturnValue(new Date(time));

/** Of $450.00, made at the beginning of 2031. */
const owe = async (dueDate: string, given: Partial<Invoice> = {}) => {
  const from = new Date('2031-01-01T00:00:00Z');
  invoice = await build(app).invoice({
    projectId: own.project.id,
    dueDate,
    createdAt: from,
    remindersFrom: from,
    ...given,
  });
};

async function sweepAt(time: string): Promise<void> {
  isNow(time);
  await Promise.all(workers.map((worker) => worker.get(RemindersWorker).sweep({ slot: clock.now() })));
  await drain(app.database);
}

const path = () => `/api/invoices/${invoice.id}/reminders`;
const view = async () => (await engineer.get<RemindersView>(path())).data;
const sentOffsets = async () => (await view()).sent.map(({ dayOffset }) => dayOffset).reverse();
const told = async () =>
  (await client.get<NotificationView[]>('/api/notifications')).data.map(({ message }) => message).reverse();
const mails = () => readdir(mailFolder(app.config)).catch(() => []);

describe('by schedule', () => {
  it('are sent once, at nine in the studio’s time zone, however often the sweep runs', async () => {
    await setStudio({ timeZone: 'America/New_York' });
    await owe('2031-06-20');
    const before = (await mails()).length;
    for (const [instant, offset] of [
      ['06-17', -3],
      ['06-20', 0],
      ['06-23', 3],
      ['06-27', 7],
      ['07-04', 14],
    ] as const) {
      await sweepAt(`2031-${instant}T12:59:59Z`);
      expect(await sentOffsets()).not.toContain(offset);
      expect((await view()).next).toEqual({ at: `2031-${instant}T13:00:00.000Z`, dayOffset: offset });
      await sweepAt(`2031-${instant}T13:00:00Z`);
      await sweepAt(`2031-${instant}T13:05:00Z`);
      expect((await sentOffsets()).at(-1)).toBe(offset);
    }
    await sweepAt('2031-12-31T00:00:00Z');
    expect(await sentOffsets()).toEqual([-3, 0, 3, 7, 14]);
    expect((await view()).next).toBeNull();
    expect(await told()).toEqual([
      'Invoice #1 for “Night Songs” ($450.00) is due in 3 days, on June 20, 2031',
      'Invoice #1 for “Night Songs” ($450.00) is due today',
      'Invoice #1 for “Night Songs” ($450.00) was due 3 days ago, on June 20, 2031',
      'Invoice #1 for “Night Songs” ($450.00) was due 7 days ago, on June 20, 2031',
      'Invoice #1 for “Night Songs” ($450.00) was due 14 days ago, on June 20, 2031',
    ]);
    expect((await mails()).length - before).toBe(5);
    const { data } = await client.get<ActivityView[]>(`/api/projects/${own.project.id}/activity`);
    expect(data.filter(({ type }) => type === 'reminder_sent')).toHaveLength(5);
    expect(data[0]).toMatchObject({ message: 'Sent a payment reminder for invoice #1', actor: null });
  });

  it.each([
    ['Europe/Berlin', '09:00', '2031-03-29', '2031-03-29T08:00:00.000Z'],
    ['Europe/Berlin', '09:00', '2031-03-30', '2031-03-30T07:00:00.000Z'],
    ['Europe/Berlin', '02:30', '2031-03-30', '2031-03-30T01:30:00.000Z'],
    ['Europe/Berlin', '02:30', '2031-10-26', '2031-10-26T01:30:00.000Z'],
    ['Pacific/Kiritimati', '09:00', '2031-06-20', '2031-06-19T19:00:00.000Z'],
    ['Pacific/Pago_Pago', '23:45', '2031-06-20', '2031-06-21T10:45:00.000Z'],
    ['Asia/Kathmandu', '09:00', '2031-06-20', '2031-06-20T03:15:00.000Z'],
  ])('keep the clock of %s at %s on %s: %s', async (timeZone, reminderTime, dueDate, at) => {
    await setStudio({ timeZone, reminderTime, reminderDays: [0] });
    await owe(dueDate);
    await sweepAt(new Date(Date.parse(at) - 1).toISOString());
    expect(await view()).toMatchObject({ sent: [], next: { at, dayOffset: 0 } });
    await sweepAt(at);
    expect(await view()).toMatchObject({ sent: [{ dayOffset: 0, sentAt: at }], next: null });
    expect(await told()).toEqual(['Invoice #1 for “Night Songs” ($450.00) is due today']);
  });

  it('missed during an outage become one, the newest, which says how late the payment is', async () => {
    await owe('2031-06-20');
    await sweepAt('2031-06-17T10:00:00Z');
    await sweepAt('2031-06-29T10:00:00Z');
    await sweepAt('2031-06-29T10:05:00Z');
    expect(await sentOffsets()).toEqual([-3, 7]);
    expect((await told()).at(-1)).toContain('was due 9 days ago');
    await sweepAt('2031-07-04T09:00:00Z');
    expect(await sentOffsets()).toEqual([-3, 7, 14]);
  });

  it('due before the invoice was created are never sent', async () => {
    await owe('2031-06-20', { remindersFrom: new Date('2031-06-18T12:00:00Z') });
    await sweepAt('2031-06-18T12:05:00Z');
    expect(await view()).toMatchObject({ sent: [], next: { dayOffset: 0 } });
  });

  it.each(['paid', 'cancelled'] as const)('are never sent for an invoice that is %s', async (status) => {
    await owe('2031-06-20');
    await engineer.put(`/api/invoices/${invoice.id}/status`, { status });
    await sweepAt('2031-06-21T00:00:00Z');
    expect(await view()).toMatchObject({ sent: [], next: null, canSend: false });
  });

  it('are not sent after a simultaneous payment', async () => {
    await setStudio({ reminderDays: [0] });
    isNow('2031-06-21T00:00:00Z');
    for (let round = 0; round < 10; round++) {
      const { project } = await build(app).project({ studioId: own.studio.id, title: `Race ${round}` });
      await owe('2031-06-20', { projectId: project.id, number: round + 1 });
      const [{ status }] = await Promise.all([
        app.as({ id: project.clientId }).post(`/api/projects/${project.id}/pay`),
        workers[0]!.get(RemindersWorker).sweep({ slot: clock.now() }),
        workers[1]!.get(RemindersWorker).sweep({ slot: clock.now() }),
      ]);
      expect(status).toBe(200);
    }
    await drain(app.database);
    const [late] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM activities reminder JOIN activities payment USING (project_id)
       WHERE reminder.type = 'reminder_sent' AND payment.type = 'invoice_paid' AND reminder.id > payment.id`,
    );
    expect(late!.count).toBe(0);
  });

  it('are not sent while paused, and those due in the meantime are not sent later', async () => {
    await owe('2031-06-20');
    isNow('2031-06-19T00:00:00Z');
    expect((await engineer.put<RemindersView>(path(), { paused: true })).data).toMatchObject({
      paused: true,
      next: null,
    });
    await sweepAt('2031-06-24T00:00:00Z');
    expect((await engineer.put<RemindersView>(path(), { paused: false })).data).toMatchObject({
      paused: false,
      next: { at: '2031-06-27T09:00:00.000Z', dayOffset: 7 },
    });
    await sweepAt('2031-06-24T00:05:00Z');
    expect(await sentOffsets()).toEqual([]);
    await sweepAt('2031-06-27T09:00:00Z');
    expect(await sentOffsets()).toEqual([7]);
  });

  it('are never sent to a client who has deleted their account', async () => {
    await owe('2031-06-20');
    await client.delete(`/api/users/${own.client.id}`);
    await sweepAt('2031-06-21T00:00:00Z');
    expect(await view()).toMatchObject({
      sent: [],
      next: null,
      canSend: false,
      reason: 'The client has deleted their account.',
    });
    expect((await engineer.post(path())).status).toBe(409);
  });

  it('that fail in between are sent completely by the next attempt', async () => {
    await owe('2031-06-20');
    await app.database.query(
      `ALTER TABLE notifications ADD CONSTRAINT broken CHECK (type <> 'payment_reminder') NOT VALID`,
    );
    await sweepAt('2031-06-20T09:00:00Z');
    expect(await sentOffsets()).toEqual([]);
    await app.database.query('ALTER TABLE notifications DROP CONSTRAINT broken');
    await sweepAt('2031-06-20T09:05:00Z');
    expect([await sentOffsets(), (await told()).length]).toEqual([[0], 1]);
  });
});

describe('by hand', () => {
  it('are sent immediately, at most one an hour, and do not replace scheduled ones', async () => {
    await owe('2031-06-20');
    isNow('2031-06-20T08:30:00Z');
    const answer = await engineer.post<RemindersView>(path());
    expect([answer.status, answer.data]).toMatchObject([201, { sent: [{ dayOffset: null }], canSend: false }]);
    const again = await engineer.post(path());
    expect([again.status, again.code, again.headers.get('retry-after')]).toEqual([429, 'reminded_recently', '3600']);
    await sweepAt('2031-06-20T09:00:00Z');
    expect(await sentOffsets()).toEqual([null, 0]);
    isNow('2031-06-20T10:00:00Z');
    expect((await engineer.post(path())).status).toBe(201);
    await drain(app.database);
    expect(await told()).toHaveLength(3);
  });

  it('requested twice at once are sent once', async () => {
    await owe('2031-06-20');
    const answers = await Promise.all([engineer.post(path()), engineer.post(path()), engineer.post(path())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
  });

  it('are refused once the invoice is paid', async () => {
    await owe('2031-06-20', { status: 'paid' });
    const answer = await engineer.post(path());
    expect([answer.status, answer.message]).toEqual([409, 'This invoice is paid: there is nothing to remind of.']);
    expect(await view()).toMatchObject({ canSend: false, reason: answer.message });
  });

  it('can be previewed', async () => {
    await owe('2031-06-20');
    isNow('2031-06-19T00:00:00Z');
    const { subject, text } = (await view()).preview;
    expect(subject).toBe('Invoice #1 for “Night Songs” ($450.00) is due tomorrow, on June 20, 2031');
    expect(text).toContain(`/app/payment/${own.project.id}`);
  });

  it('can only be changed by the engineer', async () => {
    await owe('2031-06-20');
    const other = await build(app).project();
    for (const [caller, status] of [
      [client, 403],
      [app.as(other.engineer), 404],
      [app.as(other.client), 404],
    ] as const) {
      expect((await caller.get(path())).status).toBe(status);
      expect((await caller.post(path())).status).toBe(status);
      expect((await caller.put(path(), { paused: true })).status).toBe(status);
    }
    expect((await engineer.put(path(), { paused: 'yes' })).status).toBe(400);
    expect(await view()).toMatchObject({ paused: false, sent: [] });
  });
});
