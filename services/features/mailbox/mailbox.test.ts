import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mailFolder } from '../../platform/mail/create.js';
import type { Mail } from '../../platform/mail/mailer.js';
import { startTestApp } from '../../testing/app.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { demo } from '../demo/demo.writes.js';
import type { MailSummary, MailView } from './mailbox.schema.js';

const { app } = useApp();
let operator: Caller;

beforeAll(async () => {
  operator = app.as({ id: demo.engineerId });
});

const keep = async (id: string, second: number, to = 'zoe@example.com') => {
  const mail: Mail = {
    id,
    fromName: 'Groove',
    to: { name: 'Zoë', address: to },
    subject: `Subject of ${id} – Привет`,
    text: 'Hello',
    html: '<p>Hello <a href="https://portal.example">there</a></p>',
    replyTo: { name: 'Desk', address: 'desk@example.com' },
    attachments: [{ fileName: 'Invoice 1.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-') }],
  };
  await app.platform.mailer.send(mail, new AbortController().signal);
  await utimes(join(mailFolder(app.config), `${id}.eml`), second, second);
};
const ids = async (query = '') =>
  (await operator.get<MailSummary[]>(`/api/dev/mails${query}`)).data.map(({ id }) => id);

describe('the mailbox', () => {
  it('is empty before the first mail, and shows the newest first, page by page', async () => {
    expect(await ids()).toEqual([]);
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) await keep(id, 1000 + Math.min(index, 2));
    await writeFile(join(mailFolder(app.config), 'half.eml.tmp'), 'unfinished');
    expect(await ids()).toEqual(['d', 'c', 'b', 'a']);
    const first = await operator.get<MailSummary[]>('/api/dev/mails?limit=1');
    expect(first.data).toEqual([
      {
        id: 'd',
        from: 'Groove <lacquer@localhost>',
        to: 'Zoë <zoe@example.com>',
        subject: 'Subject of d – Привет',
        keptAt: '1970-01-01T00:16:42.000Z',
      },
    ]);
    expect(await ids(`?limit=2&cursor=${first.nextCursor}`)).toEqual(['c', 'b']);
  });

  it('opens a mail, and nothing else', async () => {
    await keep('e', 2000, 'client@demo.invalid');
    const { data } = await operator.get<MailView>('/api/dev/mails/e');
    expect(data).toMatchObject({
      id: 'e',
      to: 'Zoë <client@demo.invalid>',
      replyTo: 'Desk <desk@example.com>',
      attachments: [{ fileName: 'Invoice 1.pdf', sizeBytes: 5 }],
      html: expect.stringContaining('<a href="https://portal.example">'),
    });
    expect(data.text.trim()).toBe('Hello');
    expect((await operator.get('/api/dev/mails/zzz')).status).toBe(404);
    for (const path of ['..%2f..%2fetc%2fpasswd', '..%5cx', 'a%00', 'a.eml']) {
      expect((await operator.get(`/api/dev/mails/${path}`)).status).toBe(400);
    }
  });

  it('is only for the operator', async () => {
    expect((await app.as({ id: demo.clientId }).get('/api/dev/mails')).status).toBe(404);
    expect((await app.anonymous.get('/api/dev/mails')).status).toBe(401);
  });

  it('does not exist outside Dev Mode', async () => {
    const real = await startTestApp({ DEV_MODE: '0' });
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', studioName: 'Ada' };
    const { headers } = await real.anonymous.post('/api/setup', account);
    const owner = real.anonymous.with({
      cookie: headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    });
    expect((await owner.get('/api/session')).status).toBe(200);
    expect((await owner.get('/api/dev/mails')).status).toBe(404);
    await real.close();
  });
});
