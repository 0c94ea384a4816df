import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/postgres.js';
import { TestSmtp } from '../../testing/servers/smtp.js';
import { until } from '../../testing/until.js';
import { clock } from '../clock.js';
import { Database } from '../database/database.js';
import { DependencyUnavailableError, NotYetError, PermanentError } from '../events/handler.js';
import { MailHandovers, UnansweredError } from './handovers.js';
import type { Mail } from './mailer.js';
import { SmtpMailer, smtpTimes } from './smtp-mailer.js';

const HOUR_MS = 3_600_000;
const never = () => new Promise<void>(() => undefined);
const { signal } = new AbortController();

let test: TestDatabase;
let database: Database;
let smtp: TestSmtp | undefined;
let mails = 0;
let mail: Mail;

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

beforeEach(() => {
  mails += 1;
  mail = { id: `m${mails}`, to: { name: 'Zoë', address: 'zoe@example.com' }, subject: 's', text: 't', html: 'h' };
});

afterEach(async () => {
  jest.restoreAllMocks();
  await smtp?.stop();
});

afterAll(async () => {
  await database?.close();
  await test?.drop();
});

const mailer = () =>
  new SmtpMailer(`smtp://127.0.0.1:${smtp!.port}`, 'portal@example.com', new MailHandovers(database));
const later = (ms: number) => jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + ms));
const thrownBy = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  );

describe('a server that takes a mail', () => {
  it('may answer later than a transfer may take', async () => {
    jest.replaceProperty(smtpTimes, 'transferMs', 3_000);
    smtp = await TestSmtp.start({ scan: () => new Promise((resolve) => setTimeout(resolve, 3_200)) });
    await mailer().send(mail, signal);
    await mailer().send(mail, signal);
    expect(smtp.received).toHaveLength(1);
  });

  it('and answers too late gets the mail once more, not before an hour has passed', async () => {
    jest.replaceProperty(smtpTimes, 'answerMs', 50);
    smtp = await TestSmtp.start({ scan: (nth) => (nth === 1 ? never() : undefined) });
    expect(await thrownBy(mailer().send(mail, signal))).toMatchObject({ delayMs: HOUR_MS });
    const early = await thrownBy(mailer().send(mail, signal));
    expect(early).toBeInstanceOf(NotYetError);
    expect((early as NotYetError).delayMs).toBeGreaterThan(HOUR_MS - 60_000);
    expect(smtp.received).toHaveLength(1);

    later(HOUR_MS);
    jest.replaceProperty(smtpTimes, 'answerMs', 60_000);
    await mailer().send(mail, signal);
    await mailer().send(mail, signal);
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map((each) => each.mail.messageId)).size).toBe(1);
  });

  it('and closes without an answer gets the mail twice at most, and it does not count as failed', async () => {
    smtp = await TestSmtp.start({ scan: (_nth, close) => close() });
    expect(await thrownBy(mailer().send(mail, signal))).toBeInstanceOf(UnansweredError);
    later(HOUR_MS);
    await mailer().send(mail, signal);
    later(3 * HOUR_MS);
    await mailer().send(mail, signal);
    expect(smtp.received).toHaveLength(2);
  });

  it('and is away an hour later is asked again for a day', async () => {
    smtp = await TestSmtp.start({ scan: (_nth, close) => close() });
    const { port } = smtp;
    await thrownBy(mailer().send(mail, signal));
    await smtp.stop();
    for (const hours of [1, 23]) {
      later(hours * HOUR_MS);
      const error = await thrownBy(mailer().send(mail, signal));
      expect(error).toBeInstanceOf(DependencyUnavailableError);
      expect(error).not.toBeInstanceOf(NotYetError);
      expect(error).toMatchObject({ delayMs: HOUR_MS, cause: { code: 'ESOCKET' } });
    }
    smtp = await TestSmtp.start({ port });
    await mailer().send(mail, signal);
    expect(smtp.received).toHaveLength(1);
  });

  it('and refuses it or is still away after a day leaves it without an answer', async () => {
    const isClosing = (nth: number) => nth <= 2;
    smtp = await TestSmtp.start({
      scan: (nth, close) => (isClosing(nth) ? close() : undefined),
      refuse: (nth) => (isClosing(nth) ? null : 550),
    });
    const other = { ...mail, id: `${mail.id}-other` };
    await thrownBy(mailer().send(mail, signal));
    await thrownBy(mailer().send(other, signal));
    later(HOUR_MS);
    await mailer().send(mail, signal);
    await smtp.stop();
    later(25 * HOUR_MS);
    await mailer().send(other, signal);
    expect(smtp.received).toHaveLength(2);
  });

  it('does not get it from two workers at once', async () => {
    smtp = await TestSmtp.start();
    const results = await Promise.all([1, 2].map(() => thrownBy(mailer().send(mail, signal))));
    expect(results.map((result) => result instanceof NotYetError || result)).toEqual(
      expect.arrayContaining([true, 'nothing']),
    );
    expect(smtp.received).toHaveLength(1);
  });

  it('and refuses it afterwards may get it again', async () => {
    smtp = await TestSmtp.start({
      onData: (stream, _session, done) => {
        stream.resume().once('end', () => done(Object.assign(new Error('Spam'), { responseCode: 554 })));
      },
    });
    expect(await thrownBy(mailer().send(mail, signal))).toBeInstanceOf(PermanentError);
    await smtp.stop();
    smtp = await TestSmtp.start();
    await mailer().send(mail, signal);
    expect(smtp.received).toHaveLength(1);
  });

  it('and scans many mails delays no other', async () => {
    const answer = Promise.withResolvers<void>();
    smtp = await TestSmtp.start({ scan: (nth) => (nth <= 8 ? answer.promise : undefined) });
    const one = mailer();
    const scanned = Array.from({ length: 8 }, (_, n) => one.send({ ...mail, id: `${mail.id}-${n}` }, signal));
    await until('eight mails', () => smtp!.received.length === 8);
    await one.send(mail, signal);
    answer.resolve();
    await Promise.all(scanned);
    expect(smtp.received).toHaveLength(9);
  });
});

describe('a worker that is killed or frozen while it waits for an answer', () => {
  it('leaves the mail to another one, which sends it an hour later', async () => {
    const answer = Promise.withResolvers<void>();
    smtp = await TestSmtp.start({ scan: (nth) => (nth === 1 ? answer.promise : undefined) });
    const frozen = mailer().send(mail, signal);
    await until('the mail', () => smtp!.received.length === 1);
    expect(await thrownBy(mailer().send(mail, signal))).toBeInstanceOf(NotYetError);
    later(HOUR_MS);
    await mailer().send(mail, signal);
    answer.resolve();
    await frozen;
    expect(smtp.received).toHaveLength(2);
  });
});

describe('a worker that stops', () => {
  it('ends a transfer at once, so that another one can send the mail', async () => {
    const silent = Promise.withResolvers<void>();
    smtp = await TestSmtp.start({ onConnect: () => silent.resolve() });
    const stopping = new AbortController();
    const sending = thrownBy(mailer().send(mail, stopping.signal));
    await silent.promise;
    stopping.abort();
    expect(await sending).toMatchObject({ code: 'EABORT' });
    await smtp.stop();
    smtp = await TestSmtp.start();
    await mailer().send(mail, signal);
    expect(smtp.received).toHaveLength(1);
  });

  it('waits for an answer only shortly, and another one does not send the mail at once', async () => {
    jest.replaceProperty(smtpTimes, 'stopMs', 50);
    smtp = await TestSmtp.start({ scan: never });
    const stopping = new AbortController();
    const sending = thrownBy(mailer().send(mail, stopping.signal));
    await until('the mail', () => smtp!.received.length === 1);
    stopping.abort();
    expect(await sending).toBeInstanceOf(UnansweredError);
    expect(await thrownBy(mailer().send(mail, signal))).toBeInstanceOf(NotYetError);
    expect(smtp.received).toHaveLength(1);
  });
});
