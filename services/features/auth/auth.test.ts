import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { getMigrations } from 'better-auth/db/migration';
import type { Tx } from '../../platform/database/tx.js';
import { startTestApp } from '../../testing/app.js';
import type { Answer } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { demo } from '../demo/demo.writes.js';
import { authOptions } from './auth.options.js';
import { SessionsWorker } from './sessions/sessions.worker.js';
import { setupCode } from './setup-code.js';

const owner = { name: 'Ada', email: 'Ada@Example.com', password: 'correct horse', studioName: 'Ada Mastering' };

/** The cookies of a response, as a browser would send them back. */
const cookies = (answer: Answer<unknown>) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
});

describe('in Dev Mode', () => {
  const { app } = useApp();

  const tokenOf = (cookie: string) => /=(\w+)\./.exec(cookie)![1]!;
  const shorten = (cookie: string, left: string) =>
    app.database.query(`UPDATE sessions SET expires_at = now() + ${left} WHERE token = $1`, [tokenOf(cookie)]);

  it('a request without header and cookie is not signed in', async () => {
    const answer = await app.anonymous.get('/api/session');
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated', message: 'Please sign in' });
    expect(answer.json).toMatchObject({ success: false, error: 'Please sign in', status: 401, details: null });
  });

  it('the header signs in the demo engineer, who is the operator', async () => {
    const { data } = await app.as({ id: demo.engineerId }).get('/api/session');
    expect(data).toMatchObject({
      user: { id: demo.engineerId, role: 'engineer', isOperator: true },
      studio: { id: demo.studioId, currency: 'USD' },
      devMode: true,
      limits: { maxStagingBytes: 104_857_600 },
    });
  });

  it.each(['01900000-0000-7000-8000-0000000000ff', 'nobody', ''])('the header %j is refused', async (id) => {
    expect((await app.as({ id }).get('/api/session')).status).toBe(401);
  });

  it.each([
    [demo.engineerId, demo.studioId, 200],
    [demo.clientId, demo.studioId, 200],
    [demo.engineerId, '01900000-0000-7000-8000-0000000000ff', 403],
    [demo.clientId, 'x', 403],
  ])('user %s in studio %s answers %d', async (id, studioId, status) => {
    const caller = app.as({ id }).with({ 'x-dev-studio-id': studioId });
    expect((await caller.get('/api/session')).status).toBe(status);
  });

  it('the switch signs in by an ordinary cookie, and the header takes precedence', async () => {
    const answer = await app.anonymous.post('/api/dev/sign-in', { role: 'client' });
    expect(answer).toMatchObject({ status: 200, data: { user: { id: demo.clientId }, studio: null } });
    const set = answer.headers.getSetCookie()[0];
    expect(set).toMatch(/^lacquer\.session_token=.*HttpOnly/);
    expect(set).toMatch(/SameSite=Lax/);
    const browser = app.anonymous.with(cookies(answer));
    expect((await browser.get('/api/session')).data.user.id).toBe(demo.clientId);
    const both = browser.with({ 'x-dev-user-id': demo.engineerId });
    expect((await both.get('/api/session')).data.user.id).toBe(demo.engineerId);
  });

  it('a cookie with a foreign signature is refused', async () => {
    const { cookie } = cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'client' }));
    const forged = `${cookie.slice(0, -6)}AAAA%3D`;
    expect((await app.anonymous.with({ cookie: forged }).get('/api/session')).status).toBe(401);
  });

  it('a session is extended after a day, and not before', async () => {
    const { cookie } = cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'client' }));
    const browser = app.anonymous.with({ cookie });
    expect((await browser.get('/api/session')).headers.getSetCookie()).toEqual([]);
    // Minutes from the limit, since the database's clock is finer than ours: at the limit itself it may still be ahead.
    await shorten(cookie, `interval '29 days 1 minute'`);
    expect((await browser.get('/api/session')).headers.getSetCookie()).toEqual([]);
    await shorten(cookie, `interval '29 days' - interval '1 minute'`);
    const extended = await browser.get('/api/session');
    expect(extended).toMatchObject({ status: 200, data: { user: { id: demo.clientId } } });
    expect(cookies(extended)).toEqual({ cookie });
    expect((await browser.get('/api/session')).headers.getSetCookie()).toEqual([]);
  });

  it('an expired session is refused and deleted', async () => {
    const { cookie } = cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'client' }));
    await shorten(cookie, `interval '-1 second'`);
    const answer = await app.anonymous.with({ cookie }).get('/api/session');
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^lacquer\.session_token=;.*Max-Age=0/);
    expect(await app.database.query('SELECT FROM sessions WHERE token = $1', [tokenOf(cookie)])).toEqual([]);
  });

  it('a session ends after 90 days, no matter how often it was used', async () => {
    const { cookie } = cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'client' }));
    const browser = app.anonymous.with({ cookie });
    const age = (days: number) =>
      app.database.query(`UPDATE sessions SET created_at = now() - $2 * interval '1 day' WHERE token = $1`, [
        tokenOf(cookie),
        days,
      ]);
    await age(89.9);
    const answer = await browser.get('/api/session');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    await age(90.1);
    expect((await browser.get('/api/session')).status).toBe(401);
    expect(await app.database.query('SELECT FROM sessions WHERE token = $1', [tokenOf(cookie)])).toEqual([]);
  });

  it('signing in again ends the earlier session of that browser, and no other', async () => {
    const [first, other] = [
      cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'client' })),
      cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'client' })),
    ];
    const browser = app.anonymous.with({ ...first, origin: app.url });
    const again = cookies(await browser.post('/api/dev/sign-in', { role: 'engineer' }));
    expect((await app.anonymous.with(first).get('/api/session')).status).toBe(401);
    expect((await app.anonymous.with(other).get('/api/session')).data.user.id).toBe(demo.clientId);
    expect((await app.anonymous.with(again).get('/api/session')).data.user.id).toBe(demo.engineerId);
  });

  it('the first of two session cookies counts, even if it has ended', async () => {
    const [client, engineer] = [
      cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'client' })).cookie,
      cookies(await app.anonymous.post('/api/dev/sign-in', { role: 'engineer' })).cookie,
    ];
    const browser = app.anonymous.with({ cookie: `theme=dark; ${client}; ${engineer}` });
    expect((await browser.get('/api/session')).data.user.id).toBe(demo.clientId);
    await app.anonymous.with({ cookie: client, origin: app.url }).post('/api/auth/sign-out');
    expect((await browser.get('/api/session')).status).toBe(401);
  });

  it('does not need a set-up and refuses one', async () => {
    expect((await app.anonymous.get('/api/portal')).data).toEqual({
      devMode: true,
      mailLeaves: false,
      needsSetup: false,
      setupNeedsCode: false,
      singleSignOn: null,
    });
    expect(await app.anonymous.post('/api/setup', owner)).toMatchObject({ status: 409, code: 'already_set_up' });
  });

  it.each([
    ['localhost:3000', 200],
    ['[::1]:3000', 200],
    ['rebound.example:3000', 401],
  ])('the header sent to the name %s answers %d', async (host, status) => {
    const headers = { host, 'x-dev-user-id': demo.engineerId, 'x-forwarded-host': 'localhost' };
    const [response] = (await once(get(`${app.url}/api/session`, { headers }), 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(status);
  });

  it('a write from another site is refused', async () => {
    const foreign = app.anonymous.with({ origin: 'https://evil.example' });
    expect(await foreign.post('/api/dev/sign-in', { role: 'engineer' })).toMatchObject({
      status: 403,
      code: 'cross_site',
    });
  });

  it('the tables match what better-auth expects', async () => {
    const { config, logger, database } = app.platform;
    const plan = await getMigrations(authOptions(config, logger, database));
    expect(plan).toMatchObject({ toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [], schemaProblems: [] });
  });
});

describe('in production', () => {
  const { app } = useApp({ settings: { NODE_ENV: 'production' } });

  const signIn = (email: string, password: string) =>
    app.anonymous.post('/api/auth/sign-in/email', { email, password });

  it('one of several simultaneous set-ups creates the owner and signs them in', async () => {
    expect((await app.anonymous.get('/api/portal')).data).toEqual({
      devMode: false,
      mailLeaves: false,
      needsSetup: true,
      setupNeedsCode: false,
      singleSignOn: null,
    });
    const short = await app.anonymous.post('/api/setup', { ...owner, password: 'seven77' });
    expect(short).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'password', message: 'Password must be at least 8 characters long' }] },
    });
    const answers = await Promise.all([1, 2, 3].map(() => app.anonymous.post('/api/setup', owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const winner = answers.find(({ status }) => status === 201)!;
    const { data } = await app.anonymous.with(cookies(winner)).get('/api/session');
    expect(data).toMatchObject({
      user: { email: 'ada@example.com', role: 'engineer', isOperator: true },
      studio: { name: 'Ada Mastering' },
      devMode: false,
    });
    expect((await app.anonymous.get('/api/portal')).data.needsSetup).toBe(false);
  });

  it('ignores development headers and the switch', async () => {
    const [user] = await app.database.query<{ id: string }>('SELECT id FROM users');
    expect((await app.as(user!).get('/api/session')).status).toBe(401);
    expect((await app.anonymous.post('/api/dev/sign-in', { role: 'engineer' })).status).toBe(404);
  });

  it('signs in and out, and refuses a session that has ended', async () => {
    const answer = await signIn(' ADA@example.com ', owner.password);
    expect(answer).toMatchObject({ status: 200, data: { user: { email: 'ada@example.com' } } });
    expect(JSON.stringify(answer.json)).not.toContain('token');
    const browser = app.anonymous.with({ ...cookies(answer), origin: app.url });
    expect((await browser.get('/api/session')).status).toBe(200);
    const out = await browser.post('/api/auth/sign-out');
    expect(out).toMatchObject({ status: 200, data: null });
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect((await browser.get('/api/session')).status).toBe(401);
  });

  it('returns the same error for a wrong password and an unknown address', async () => {
    const [wrong, unknown] = await Promise.all([
      signIn(owner.email, 'wrong horse'),
      signIn('nobody@example.com', owner.password),
    ]);
    expect(wrong).toMatchObject({
      status: 401,
      code: 'invalid_email_or_password',
      message: 'Invalid email or password',
    });
    expect(unknown).toMatchObject({ status: wrong.status, code: wrong.code, message: wrong.message });
  });

  it.each([
    'not an address',
    'a\u0000@example.com',
    'a@b c',
    'a\u200b@example.com',
    'a@exam\u202eple.com',
    'a\u3164@example.com',
    'a\ufe0f@example.com',
  ])('refuses the address %j', async (email) => {
    expect(await signIn(email, owner.password)).toMatchObject({ status: 400, code: 'invalid' });
  });

  it.each([
    ['POST', '/api/auth/sign-up/email'],
    ['GET', '/api/auth/list-sessions'],
    ['GET', '/api/auth/get-session'],
    ['POST', '/api/auth/sign-in/social'],
    ['POST', '/api/auth/update-user'],
  ])('%s %s leads nowhere', async (method, path) => {
    expect((await app.anonymous.call(method, path)).status).toBe(404);
  });
});

describe('behind a proxy with TLS', () => {
  it('every cookie is Secure and restricted to this host, and the public origin is accepted', async () => {
    const app = await startTestApp({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example' });
    try {
      const browser = app.anonymous.with({
        'x-forwarded-proto': 'https',
        origin: 'https://portal.example',
        'sec-fetch-site': 'same-origin',
      });
      const created = await browser.post('/api/setup', { ...owner, code: setupCode(app.config.secret) });
      for (const set of created.headers.getSetCookie()) {
        expect(set).toMatch(/^__Host-lacquer\.\w+=/);
        expect(set).toMatch(/; Path=\/(;|$)/);
        expect(set).toMatch(/; Secure(;|$)/);
        expect(set).not.toMatch(/; Domain=/i);
      }
      expect(created.headers.getSetCookie().join(' ')).toMatch(/session_token=.*known=/);
      const { email, password } = owner;
      const again = await browser.with(cookies(created)).post('/api/auth/sign-in/email', { email, password });
      expect(again.status).toBe(200);
      expect((await browser.with(cookies(again)).get('/api/session')).status).toBe(200);
      expect((await browser.with(cookies(again)).post('/api/auth/sign-out')).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

describe('the hourly clean-up', () => {
  const { app } = useApp();

  it('deletes expired sessions and counters, and no others', async () => {
    await app.database.query(
      `INSERT INTO sessions (user_id, token, updated_at, expires_at)
       VALUES ($1, 'over', now(), now() - interval '1 second'), ($1, 'open', now(), now() + interval '1 hour')`,
      [demo.clientId],
    );
    await app.database.query(
      `INSERT INTO rate_limits VALUES ('over', 9, now() - interval '1 second'), ('open', 9, now() + interval '1 hour')`,
    );
    const context = {
      eventId: demo.clientId,
      handler: 'sessions.forget-expired',
      attempt: 1,
      signal: new AbortController().signal,
      commit: <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work),
    };
    await new SessionsWorker().forgetExpired({ slot: new Date() }, context);
    const left = await app.database.query('SELECT token AS left FROM sessions UNION ALL SELECT key FROM rate_limits');
    expect(left).toEqual([{ left: 'open' }, { left: 'open' }]);
  });
});
