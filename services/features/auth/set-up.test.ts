import { afterEach, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { demo } from '../demo/demo.writes.js';
import { hashPassword } from './passwords/credentials.service.js';
import { addPassword } from './passwords/credentials.writes.js';
import { SessionsService } from './sessions/sessions.service.js';
import { setupCode } from './setup-code.js';

const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', studioName: 'Ada Mastering' };

let app: TestApp;
afterEach(() => app.close());

const cookie = (answer: { headers: Headers }) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; '),
});

describe('the first run', () => {
  it('after a trial in Dev Mode creates an owner, and signs demo users out', async () => {
    app = await startTestApp();
    const browser = app.anonymous.with(cookie(await app.anonymous.post('/api/dev/sign-in', { role: 'engineer' })));
    expect((await browser.get('/api/session')).status).toBe(200);
    app.config.devMode = false;
    await app.get(SessionsService).onModuleInit();
    expect((await browser.get('/api/session')).status).toBe(401);
    expect((await app.anonymous.get('/api/portal')).data).toMatchObject({ devMode: false, needsSetup: true });
    const taken = await app.anonymous.post('/api/setup', { ...owner, email: 'client@demo.invalid' });
    expect(taken).toMatchObject({ status: 409, code: 'email_taken' });
    const made = await app.anonymous.post('/api/setup', owner);
    expect(made).toMatchObject({ status: 201, data: { user: { isOperator: true, hasPassword: true } } });
    expect((await app.anonymous.get('/api/portal')).data).toMatchObject({ needsSetup: false, setupNeedsCode: false });
    expect(await app.anonymous.post('/api/setup', owner)).toMatchObject({ status: 409, code: 'already_set_up' });
  });

  it.each([
    ['by a public name', { PUBLIC_URL: 'https://portal.example' }, {}],
    ['through a proxy', {}, { 'x-forwarded-for': '203.0.113.9' }],
  ])('that is reached %s needs the code from the console', async (_how, settings, headers) => {
    app = await startTestApp({ NODE_ENV: 'production', ...settings });
    const visitor = app.anonymous.with(headers);
    const code = setupCode(app.config.secret);
    expect(await app.get(SessionsService).setupHint()).toContain(`/setup with the code ${code}`);
    expect((await visitor.get('/api/portal')).data).toMatchObject({ needsSetup: true, setupNeedsCode: true });
    for (const wrong of [undefined, '', 'ABCD-EFGH-JKMN']) {
      const refused = await visitor.post('/api/setup', { ...owner, code: wrong });
      expect(refused).toMatchObject({ status: 403, code: 'setup_code' });
    }
    const made = await visitor.post('/api/setup', { ...owner, code: ` ${code.toLowerCase().replaceAll('-', '')}` });
    expect(made.status).toBe(201);
    expect(await app.get(SessionsService).setupHint()).toBeNull();
    expect(await visitor.post('/api/setup', { ...owner, code })).toMatchObject({ status: 409 });
  });
});

describe('deleting an account', () => {
  it('requires the password, and is refused to the only operator', async () => {
    app = await startTestApp({ NODE_ENV: 'production' });
    const made = await app.anonymous.post('/api/setup', owner);
    const path = `/api/users/${made.data.user.id}`;
    const browser = app.anonymous.with({ ...cookie(made), origin: app.url });
    expect(await browser.delete(path)).toMatchObject({ status: 400, code: 'wrong_password' });
    expect(await browser.delete(path, { password: 'wrong' })).toMatchObject({ status: 400, code: 'wrong_password' });
    const alone = await browser.delete(path, { password: owner.password });
    expect(alone).toMatchObject({ status: 409, code: 'last_operator' });
    const other = demo.engineerId;
    await app.database.query(
      `INSERT INTO users (id, name, email, role, is_operator) VALUES ($1, 'Grace', 'g@example.com', 'engineer', true)`,
      [other],
    );
    expect(await browser.delete(path, { password: owner.password })).toMatchObject({ code: 'last_operator' });
    const hash = await hashPassword(owner.password);
    await app.database.transaction((tx) => addPassword(tx, other, hash));
    expect((await browser.delete(path, { password: owner.password })).status).toBe(200);
    expect((await browser.get('/api/session')).status).toBe(401);
  });

  it('without a password requires a recent session', async () => {
    app = await startTestApp();
    const browser = app.anonymous.with(cookie(await app.anonymous.post('/api/dev/sign-in', { role: 'client' })));
    await app.database.query(`UPDATE sessions SET created_at = now() - interval '16 minutes'`);
    expect(await browser.delete(`/api/users/${demo.clientId}`)).toMatchObject({ status: 403, code: 'sign_in_again' });
    await app.database.query('UPDATE sessions SET created_at = now()');
    expect((await browser.delete(`/api/users/${demo.clientId}`)).status).toBe(200);
  });
});
