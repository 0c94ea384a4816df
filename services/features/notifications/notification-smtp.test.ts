import { describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { freePort } from '../../platform/embedded/port.js';
import { QueueAdmin } from '../../platform/events/queue-admin.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { TestSmtp } from '../../testing/servers/smtp.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { Notification } from './notification.entity.js';
import { NotificationMailWorker } from './notification-mail.worker.js';
import { notificationCreated } from './notifications.events.js';
import { notify } from './notifications.writes.js';

const port = await freePort();
const { app, worker } = useApp({ worker: true, settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });

describe('while the mail server is unavailable', () => {
  it('notifications wait in the portal, and each is mailed once when the server is back', async () => {
    const { client, project } = await build(app).project();
    const sending = jest.spyOn(app.platform.mailer, 'send');
    await app.database.transaction(async (tx) => {
      for (const message of ['First', 'Second', 'Third']) {
        await notify(tx, {
          userId: client.id,
          type: 'revision_uploaded',
          message,
          metadata: { projectId: project.id },
        });
      }
    });
    await until('three attempts', () => sending.mock.calls.length >= 3);
    expect((await app.as(client).get('/api/notifications/unread-count')).data).toEqual({ count: 3 });
    const queues = app.get(QueueAdmin);
    const age = async () => (await queues.counts()).find(({ queue }) => queue === 'mail')!.oldestS;
    await until('an age of the queue', async () => (await age()) > 0);

    const smtp = await TestSmtp.start({ port });
    await drain(app.database);
    await smtp.stop();
    const told = await app.database.manager.findBy(Notification, { userId: client.id });
    expect(smtp.received.map(({ mail }) => mail.messageId).sort()).toEqual(
      told.map(({ id }) => `<${id}@localhost>`).sort(),
    );
    expect(told.every(({ emailedAt }) => emailedAt !== null)).toBe(true);
  });

  it('waiting comments cause no more jobs than there are comments, and are sent in one mail', async () => {
    const { client, project } = await build(app).project();
    const sending = jest.spyOn(app.platform.mailer, 'send');
    const before = sending.mock.calls.length;
    const comment = (message: string) =>
      app.database.transaction((tx) =>
        notify(tx, { userId: client.id, type: 'project_comment', message, metadata: { projectId: project.id } }),
      );
    await comment('First');
    await comment('Second');
    await until('an attempt', () => sending.mock.calls.length > before);
    const jobs = async () =>
      (
        await app.database.query<{ n: number }>(
          `SELECT count(*)::integer AS n FROM outbox WHERE event = $1 AND payload->>'notificationId' IN (
           SELECT id::text FROM notifications WHERE user_id = $2)`,
          [notificationCreated.name, client.id],
        )
      )[0]!.n;
    expect(await jobs()).toBe(2);
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + 5 * 60_000));
    for (let minute = 0; minute < 6; minute++) await worker.get(NotificationMailWorker).sendGathered();
    expect(await jobs()).toBe(2);

    const smtp = await TestSmtp.start({ port });
    await drain(app.database);
    await smtp.stop();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]!.mail.text).toContain('Second');
  });
});
