import { beforeEach, expect, it, jest } from '@jest/globals';
import type { Mail, Mailer } from '../../platform/mail/mailer.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { hashPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs' } });

const WORDS = 'Yours,\n<b>Ada</b> & Co.';
const ESCAPED = 'Yours,\n&lt;b&gt;Ada&lt;/b&gt; &amp; Co.';
let sending: jest.SpiedFunction<Mailer['send']>;

beforeEach(async () => {
  jest.restoreAllMocks();
  sending = jest.spyOn(app.platform.mailer, 'send');
  expect((await engineer.put('/api/studio/settings', { mailClosing: ` ${WORDS}\n` })).data.mailClosing).toBe(WORDS);
});

async function mailsTo({ email }: { email: string }): Promise<Mail[]> {
  await drain(app.database);
  return sending.mock.calls.map(([mail]) => mail).filter(({ to }) => to.address === email);
}

const comment = (caller: typeof client) =>
  caller.post('/api/comments', { projectId: own.project.id, comment: 'Louder' });

it('end every mail to a client as plain text: comments, invitations, sign-in, new and changed passwords', async () => {
  const hash = await hashPassword('correct horse');
  await app.database.transaction((tx) => addPassword(tx, own.client.id, hash));
  const { email } = own.client;
  const invited = { name: 'Mo', email: `mo-${email}` };
  await engineer.post('/api/invites', invited);
  await comment(engineer);
  await app.anonymous.post('/api/auth/forgot-password', { email });
  await app.anonymous.post('/api/auth/sign-in/link', { email });
  const [notified, ...links] = await mailsTo(own.client);
  const token = [notified!, ...links].map(({ text }) => /\/reset-password\/([\w-]{43})/.exec(text)?.[1]).find(Boolean);
  await app.anonymous.post('/api/auth/reset-password', { token, password: 'battery staple' });

  const mails = [...(await mailsTo(own.client)), ...(await mailsTo(invited))];
  expect(mails).toHaveLength(5);
  for (const { text, html } of mails) {
    expect(text).toContain(`\n\n${WORDS}\n\n-- \n`);
    expect(html).toContain(`>${ESCAPED}</p>`);
    expect(html).not.toContain('<b>Ada');
  }
});

it('are not in mails to engineers, and can be left out', async () => {
  await comment(client);
  const [toEngineer] = await mailsTo(own.engineer);
  expect(toEngineer!.text).not.toContain('Yours,');
  await engineer.put('/api/studio/settings', { mailClosing: '' });
  await comment(engineer);
  const [toClient] = await mailsTo(own.client);
  expect(toClient!.text).not.toContain('Yours,');
});

it('have at most 500 characters', async () => {
  expect((await engineer.put('/api/studio/settings', { mailClosing: 'x'.repeat(500) })).status).toBe(200);
  expect((await engineer.put('/api/studio/settings', { mailClosing: 'x'.repeat(501) })).status).toBe(400);
  expect((await client.put('/api/studio/settings', { mailClosing: 'Mine' })).status).toBe(403);
});
