import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { TestSmtp } from '../../testing/servers/smtp.js';
import { Database } from '../database/database.js';
import { PermanentError } from '../events/handler.js';
import { MailHandovers } from './handovers.js';
import type { Mail } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

const mail: Mail = {
  id: '0190-a1',
  fromName: 'Groove & Söhne',
  to: { name: 'Zoë', address: 'zoe@example.com' },
  subject: 'Новый мастер “Night Songs”',
  text: 'Hello',
  html: '<p>Hello</p>',
  headers: { 'List-Unsubscribe': '<https://portal.example/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};

let test: TestDatabase;
let database: Database;
let smtp: TestSmtp;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect({
    url: test.url,
    entities: [],
    poolSize: 4,
    applicationName: 'test',
    onPoolError: () => undefined,
  });
});

afterEach(async () => {
  await smtp.stop();
  await database.query('DELETE FROM mail_handovers');
});

afterAll(async () => {
  await database?.close();
  await test?.drop();
});

const { signal } = new AbortController();
const mailer = (credentials = '') =>
  new SmtpMailer(
    `smtp://${credentials}127.0.0.1:${smtp.port}`,
    'Lacquer <portal@example.com>',
    new MailHandovers(database),
  );

describe('by SMTP', () => {
  it('a mail arrives complete, in the studio’s name from the portal’s address', async () => {
    smtp = await TestSmtp.start();
    await mailer().send(mail, signal);
    expect(smtp.received).toHaveLength(1);
    const [arrived] = smtp.received;
    expect(arrived!.to).toEqual(['zoe@example.com']);
    expect(arrived!.mail).toMatchObject({
      messageId: '<0190-a1@example.com>',
      from: { name: 'Groove & Söhne', address: 'portal@example.com' },
      to: [{ name: 'Zoë', address: 'zoe@example.com' }],
      subject: mail.subject,
    });
    expect(arrived!.mail.text?.trim()).toBe('Hello');
    const headers = Object.fromEntries(arrived!.mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({
      'list-unsubscribe': '<https://portal.example/u>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    });
  });

  it('a mail that the server defers fails, and arrives under the same name when it is tried again', async () => {
    smtp = await TestSmtp.start({ refuse: (nth) => (nth === 1 ? 451 : null) });
    await expect(mailer().send(mail, signal)).rejects.toMatchObject({ responseCode: 451 });
    await mailer().send(mail, signal);
    expect(smtp.received.map((each) => each.mail.messageId)).toEqual(['<0190-a1@example.com>']);
  });

  it('a mail whose recipient is refused for good is not tried again', async () => {
    smtp = await TestSmtp.start({ refuse: () => 550 });
    await expect(mailer().send(mail, signal)).rejects.toBeInstanceOf(PermanentError);
    expect(smtp.received).toEqual([]);
  });

  it('mail is tried again when the server is down or refuses the sign-in', async () => {
    smtp = await TestSmtp.start({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
    });
    const error: unknown = await mailer('user:opensesame@')
      .send(mail, signal)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'EAUTH' });
    expect(inspect(error)).not.toMatch(
      new RegExp(`opensesame|${Buffer.from('\0user\0opensesame').toString('base64')}`),
    );
    await smtp.stop();
    await expect(mailer().send(mail, signal)).rejects.toMatchObject({ code: 'ESOCKET' });
  });

  it('nothing is sent to addresses that cannot exist', async () => {
    smtp = await TestSmtp.start();
    await mailer().send({ ...mail, to: { name: 'Demo', address: 'client@demo.invalid' } }, signal);
    expect(smtp.received).toEqual([]);
  });
});
