import { afterEach, expect, it, jest } from '@jest/globals';
import { freePort } from '../../platform/embedded/port.js';
import { QueueAdmin } from '../../platform/events/queue-admin.js';
import { handoverTimes } from '../../platform/mail/handovers.js';
import { smtpTimes } from '../../platform/mail/smtp-mailer.js';
import { openPlatform } from '../../platform/open.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { TestSmtp } from '../../testing/servers/smtp.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { startTestWorker } from '../../testing/worker.js';
import { Invite } from '../clients/invite.entity.js';
import { demo } from '../demo/demo.writes.js';
import { entities } from '../entities.js';
import { Notification } from './notification.entity.js';
import { notify } from './notifications.writes.js';

const port = await freePort();
const { app } = useApp({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
const never = () => new Promise<void>(() => undefined);
let smtp: TestSmtp;

afterEach(async () => {
  jest.restoreAllMocks();
  await smtp.stop();
});

const tell = (own: ProjectFixture, message: string) =>
  app.database.transaction((tx) =>
    notify(tx, { userId: own.client.id, type: 'project_comment', message, metadata: { projectId: own.project.id } }),
  );
/** A worker with connections of its own, which it closes. */
const startWorker = async () => startTestWorker({ platform: await openPlatform(app.config, 'test', entities) });
const status = async () => (await app.as({ id: demo.engineerId }).get('/api/operator/status')).data;

it('a mail that the server takes without an answer is sent once more, is not called failed, and the operator sees it', async () => {
  jest.replaceProperty(handoverTimes, 'secondTryMs', 300);
  smtp = await TestSmtp.start({ port, scan: (_nth, close) => close() });
  const worker = await startWorker();
  const own = await build(app).project();
  await tell(own, 'First');
  expect((await app.as(own.engineer).post('/api/invites', { name: 'Zoë', email: 'zoe@example.com' })).status).toBe(201);
  await drain(app.database);
  await worker.close();
  const sent = smtp.received.map(({ mail }) => mail.messageId).sort();
  expect(sent).toHaveLength(4);
  expect(new Set(sent).size).toBe(2);
  const told = await app.database.manager.findOneByOrFail(Notification, { userId: own.client.id });
  expect(told).toMatchObject({ emailedAt: expect.any(Date), mailFailedAt: null });
  expect(await app.database.manager.findOneByOrFail(Invite, { email: 'zoe@example.com' })).toMatchObject({
    mailFailedAt: null,
  });
  expect((await app.get(QueueAdmin).counts()).every(({ failed }) => failed === 0)).toBe(true);

  expect((await status()).unansweredMails).toEqual({ count: 0, lastAt: null });
  await app.database.query(`UPDATE mail_handovers SET handed_over_at = handed_over_at - interval '1 minute'`);
  expect((await status()).unansweredMails).toEqual({ count: 2, lastAt: expect.any(String) });
});

it('a mail that is sent once more says the same, also when there are newer comments', async () => {
  jest.replaceProperty(handoverTimes, 'secondTryMs', 1_500);
  smtp = await TestSmtp.start({ port, scan: (nth, close) => (nth === 1 ? close() : undefined) });
  const worker = await startWorker();
  const own = await build(app).project();
  await tell(own, 'First');
  await until('the mail', () => smtp.received.length === 1);
  await tell(own, 'Second');
  await drain(app.database);
  await worker.close();
  expect(smtp.received).toHaveLength(2);
  expect(smtp.received.every(({ mail }) => !mail.text?.includes('Second'))).toBe(true);
});

// The last test, because its mail stays.
it('a mail that waits for its answer while the worker restarts is not begun again', async () => {
  jest.replaceProperty(smtpTimes, 'stopMs', 50);
  smtp = await TestSmtp.start({ port, scan: (nth) => (nth === 1 ? never() : undefined) });
  const first = await startWorker();
  const waiting = await build(app).project();
  await tell(waiting, 'First');
  await until('the mail', () => smtp.received.length === 1);
  await first.close();

  const second = await startWorker();
  const mails = async () => (await app.get(QueueAdmin).counts()).find(({ queue }) => queue === 'mail')!;
  await until('its delay', async () => (await mails()).delayed === 1);
  await tell(await build(app).project(), 'Second');
  await until('the other mail', () => smtp.received.length === 2);
  await second.close();
  expect(await mails()).toMatchObject({ waiting: 0, active: 0, delayed: 1, failed: 0 });
  expect(smtp.received.filter(({ mail }) => mail.text?.includes('First'))).toHaveLength(1);
});
