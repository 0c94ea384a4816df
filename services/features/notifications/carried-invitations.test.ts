import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { mailFolder } from '../../platform/mail/create.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';

const { app } = useApp({ worker: true });
let engineer: Caller;
let email: string;
let projectId: string;

beforeEach(async () => {
  engineer = app.as(await build(app).engineer());
  email = `${randomUUID()}@example.com`;
  const project = { title: 'Night Songs', client: { name: 'Zoë', email } };
  projectId = (await engineer.post('/api/projects', project)).data.id;
});

const sendQuote = () => engineer.post('/api/quotes', { projectId, amount: 450 });

/** The address behind the button of the newest mail about a quote to that address. */
async function quoteLink(): Promise<URL> {
  await drain(app.database);
  const folder = mailFolder(app.config);
  const parsed = await Promise.all(
    (await readdir(folder)).map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  const isIt = ({ to, subject }: Email) => to?.[0]?.address === email && /^(New|Revised) quote/.test(subject ?? '');
  const mail = parsed.filter(isIt).at(-1);
  return new URL(/Open quote: (\S+)/.exec(mail?.text ?? '')?.[1] ?? 'none:');
}

const tokenIn = ({ pathname }: URL) => pathname.slice('/invite/'.length);

describe('the mail of a first quote', () => {
  it('carries the invitation and leads through it to the quote', async () => {
    await sendQuote();
    const link = await quoteLink();
    expect(link.origin).toBe(app.config.publicUrl);
    expect(link.searchParams.get('next')).toBe(`/app/projects/${projectId}?tab=quote`);
    const invitation = await app.anonymous.get(`/api/invites/token/${tokenIn(link)}`);
    expect(invitation.data).toMatchObject({ email, hasAccount: false, project: { title: 'Night Songs' } });
    const accepted = await app.anonymous.post(`/api/invites/accept/${tokenIn(link)}`, { password: 'correct horse' });
    expect(accepted.status).toBe(200);
    const cookie = accepted.headers.getSetCookie()[0]!.split(';')[0]!;
    const quote = await app.anonymous.with({ cookie }).get(`/api/quotes/current/${projectId}`);
    expect(quote.data).toMatchObject({ amount: 450, can: { answer: true } });
  });

  it('leads to the quote itself once there is an account', async () => {
    await sendQuote();
    await app.anonymous.post(`/api/invites/accept/${tokenIn(await quoteLink())}`, { password: 'correct horse' });
    const { data } = await engineer.get(`/api/quotes/current/${projectId}`);
    const revision = { projectId, amount: 500, isRevision: true, parentQuoteId: data.id };
    expect((await engineer.post('/api/quotes', revision)).status).toBe(201);
    expect((await quoteLink()).href).toBe(`${app.config.publicUrl}/app/projects/${projectId}?tab=quote`);
  });

  it('makes an expired invitation valid again', async () => {
    await drain(app.database);
    await app.database.query(`UPDATE invites SET expires_at = now() - interval '1 day' WHERE email = $1`, [email]);
    await sendQuote();
    expect((await app.anonymous.get(`/api/invites/token/${tokenIn(await quoteLink())}`)).status).toBe(200);
  });

  it('does not go to someone whose invitation the studio has withdrawn', async () => {
    const [invite] = await app.database.query<{ id: string }>('SELECT id FROM invites WHERE email = $1', [email]);
    await engineer.delete(`/api/invites/${invite!.id}`);
    await sendQuote();
    expect((await quoteLink()).href).toBe('none:');
  });
});
