import { readdir, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mailFolder } from '../../../platform/mail/create.js';
import { build } from '../../../testing/build.js';
import { drain } from '../../../testing/events/drain.js';
import { useApp } from '../../../testing/use-app.js';
import { hashPassword } from '../passwords/credentials.service.js';
import { addPassword } from '../passwords/credentials.writes.js';
import { createResetLink } from './auth-links.writes.js';

const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'battery staple';
const { app } = useApp({ worker: true, settings: { NODE_ENV: 'production' } });

let person: { id: string; email: string };
let visits = 0;

beforeEach(async () => {
  person = await build(app).client();
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction((tx) => addPassword(tx, person.id, hash));
});

/** A caller with its own IP address, so that tests do not share rate limits. */
const visitor = () => app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits += 1)}` });
const signIn = (password: string, email = person.email) =>
  visitor().post('/api/auth/sign-in/email', { email, password });
const forgot = (email: string) => visitor().post('/api/auth/forgot-password', { email });
const askForLink = (body: object) => visitor().post('/api/auth/sign-in/link', body);
const follow = (token: string, caller = visitor()) => caller.post('/api/auth/sign-in/link/follow', { token });
const reset = (token: string, password = NEW_PASSWORD) =>
  visitor().post('/api/auth/reset-password', { token, password });
const cookie = (answer: { headers: Headers }) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; '),
});

/** The tokens in mailed links to that address, oldest first. */
async function tokens(email: string): Promise<string[]> {
  await drain(app.database);
  const folder = mailFolder(app.config);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('link-')).sort();
  const mails = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return mails
    .map((mail) => mail.replace(/=\r\n/g, '').replace(/=3D/g, '='))
    .filter((mail) => mail.includes(email))
    .map((mail) => /\/(?:reset-password|sign-in\/link)\/([\w-]{43})/.exec(mail)?.[1] ?? 'none');
}

/** Number of mails to that address about a changed password. */
async function mailsAboutPassword(email: string): Promise<number> {
  await drain(app.database);
  const folder = mailFolder(app.config);
  const names = (await readdir(folder)).filter((name) => name.startsWith('security-'));
  const mails = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return mails.filter((mail) => mail.includes(email) && mail.includes('Your password was changed')).length;
}

describe('a forgotten password', () => {
  it('can be reset by a mailed link once, which ends every session', async () => {
    const before = app.anonymous.with(cookie(await signIn(PASSWORD)));
    expect(await forgot(person.email)).toMatchObject({ status: 200, data: null });
    const [token] = await tokens(person.email);
    expect(await reset(token!, 'short')).toMatchObject({ status: 400 });
    const answer = await reset(token!);
    expect(answer).toMatchObject({ status: 200, data: null });
    expect((await before.get('/api/session')).status).toBe(401);
    expect((await app.anonymous.with(cookie(answer)).get('/api/session')).data.user.id).toBe(person.id);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
    expect(await reset(token!, 'third password')).toMatchObject({ status: 410, code: 'link_used' });
    expect(await mailsAboutPassword(person.email)).toBe(1);
  });

  it('cannot be reset by a link that was mailed before the password was changed', async () => {
    const self = app.anonymous.with({ ...cookie(await signIn(PASSWORD)), origin: app.url });
    await forgot(person.email);
    await askForLink({ email: person.email });
    const sent = await tokens(person.email);
    expect(sent).toHaveLength(2);
    const changed = await self.post(`/api/users/${person.id}/change-password`, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect(await mailsAboutPassword(person.email)).toBe(1);
    for (const token of sent) {
      expect((await reset(token, 'third password')).status).toBe(410);
      expect((await follow(token)).status).toBe(410);
    }
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  it('has a link that can be checked without being used, and is refused afterwards', async () => {
    await forgot(person.email);
    const [token] = await tokens(person.email);
    const check = (kind: string, token: string) => visitor().post('/api/auth/check-link', { kind, token });
    expect((await check('reset', token!)).status).toBe(200);
    expect(await check('magic', token!)).toMatchObject({ status: 410, code: 'link_used' });
    expect((await reset(token!)).status).toBe(200);
    expect(await check('reset', token!)).toMatchObject({ status: 410, code: 'link_used' });
    expect((await check('reset', 'x'.repeat(43))).status).toBe(410);
  });

  it('invalidates other links of the user, and its link cannot be used to sign in', async () => {
    await forgot(person.email);
    await askForLink({ email: person.email });
    const [resetToken, magicToken] = await tokens(person.email);
    expect((await follow(resetToken!)).status).toBe(410);
    expect((await reset(magicToken!)).status).toBe(410);
    expect((await reset(resetToken!)).status).toBe(200);
    expect((await follow(magicToken!)).status).toBe(410);
  });

  it.each(['nobody@example.com', 'entered only'])('gets the same response for %s without a mail', async (who) => {
    const { email } = who === 'entered only' ? await build(app).client() : { email: who };
    const [known, unknown] = [await forgot(person.email), await forgot(email)];
    expect(unknown.json).toEqual(known.json);
    expect(await tokens(email)).toEqual([]);
  });

  it('can be requested three times per account and twenty times per IP address', async () => {
    for (let n = 0; n < 5; n += 1) expect((await forgot(person.email)).status).toBe(200);
    expect(await tokens(person.email)).toHaveLength(3);
    const one = visitor();
    const asked = await Promise.all(
      Array.from({ length: 22 }, (_, n) => one.post('/api/auth/forgot-password', { email: `n${n}@example.com` })),
    );
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('cannot be reset after an hour', async () => {
    await forgot(person.email);
    const [token] = await tokens(person.email);
    await app.database.query(`UPDATE verifications SET expires_at = now() - interval '1 second'`);
    expect(await reset(token!)).toMatchObject({ status: 410, code: 'link_used' });
  });

  it('can be reset by a link from the command line on a portal without mail', async () => {
    expect(await createResetLink(app.database, app.config, 'nobody@example.com')).toBeNull();
    const url = await createResetLink(app.database, app.config, person.email);
    expect(url).toMatch(new RegExp(`^${app.url}/reset-password/[\\w-]{43}$`));
    expect((await reset(url!.slice(-43))).status).toBe(200);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });
});

describe('a link to sign in', () => {
  it('opens a session once and leads to the requested page', async () => {
    const next = '/app/projects/x?tab=quote';
    expect(await askForLink({ email: person.email.toUpperCase(), next })).toMatchObject({ status: 200, data: null });
    const [token] = await tokens(person.email);
    const answers = await Promise.all([follow(token!), follow(token!)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const opened = answers.find(({ status }) => status === 200)!;
    expect(opened.data).toEqual({ next });
    expect((await app.anonymous.with(cookie(opened)).get('/api/session')).data.user.id).toBe(person.id);
  });

  it.each(['https://evil.example', '//evil.example', '/app\\evil', '/application', '/app/ x'])(
    'does not lead to %j',
    async (next) => {
      expect(await askForLink({ email: person.email, next })).toMatchObject({ status: 400, code: 'invalid' });
    },
  );

  it('does not accept a token of another kind', async () => {
    for (const token of ['x'.repeat(43), 'short', '../../etc']) {
      expect([400, 410]).toContain((await follow(token)).status);
    }
  });
});

describe('the sessions of a user', () => {
  it('are listed without tokens, and can be ended one by one or all together', async () => {
    const [here, there] = [await signIn(PASSWORD), await signIn(PASSWORD)].map((answer) =>
      app.anonymous.with({ ...cookie(answer), origin: app.url }),
    );
    const { data } = await here!.get('/api/auth/sessions');
    expect(data.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
    const [row] = await app.database.query<{ token: string }>('SELECT token FROM sessions WHERE id = $1', [data[0].id]);
    expect(JSON.stringify(data)).not.toContain(row!.token);
    expect(Object.keys(data[0]).sort()).toEqual(
      ['id', 'current', 'createdAt', 'lastUsedAt', 'ipAddress', 'userAgent'].sort(),
    );
    expect((await here!.delete(`/api/auth/sessions/${data[1].id}`)).status).toBe(200);
    expect((await there!.get('/api/session')).status).toBe(401);
    const third = app.anonymous.with({ ...cookie(await signIn(PASSWORD)), origin: app.url });
    expect((await third.post('/api/auth/sign-out-everywhere')).status).toBe(200);
    expect((await here!.get('/api/session')).status).toBe(401);
    expect((await third.get('/api/session')).status).toBe(401);
  });

  it('leave nothing in the browser that ends its own', async () => {
    const here = app.anonymous.with({ ...cookie(await signIn(PASSWORD)), origin: app.url });
    const [{ id, current }] = (await here.get('/api/auth/sessions')).data;
    expect(current).toBe(true);
    const ended = await here.delete(`/api/auth/sessions/${id}`);
    expect(ended.headers.get('clear-site-data')).toBe('"cache"');
    expect(ended.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/);
    expect((await here.get('/api/session')).status).toBe(401);
  });

  it('cannot be ended by another user', async () => {
    const other = await build(app).client();
    const hash = await hashPassword(PASSWORD);
    await app.database.transaction((tx) => addPassword(tx, other.id, hash));
    const theirs = app.anonymous.with(cookie(await signIn(PASSWORD, other.email)));
    const [{ id }] = (await theirs.get('/api/auth/sessions')).data;
    const mine = app.anonymous.with(cookie(await signIn(PASSWORD)));
    expect((await mine.delete(`/api/auth/sessions/${id}`)).status).toBe(404);
    expect((await theirs.get('/api/session')).status).toBe(200);
  });
});
