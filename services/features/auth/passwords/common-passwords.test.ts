import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../../testing/build.js';
import { useApp } from '../../../testing/use-app.js';
import { createResetLink } from '../links/auth-links.writes.js';
import { setupCode } from '../setup-code.js';
import { hashPassword } from './credentials.service.js';
import { addPassword } from './credentials.writes.js';

const { app } = useApp({ settings: { NODE_ENV: 'production' } });
const CURRENT = 'correct horse';
const FINE = 'battery staple';
const EMAIL = 'grace.hopper@navy.example';

let visits = 0;
const visitor = () => app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits += 1)}` });

/** Requests that set a password, each for the address `EMAIL`. */
const ways: Record<string, (password: string) => Promise<{ status: number; code: string | null }>> = {
  'setting the portal up': (password) => {
    const owner = { name: 'Grace Hopper', email: EMAIL, studioName: 'Navy', code: setupCode(app.config.secret) };
    return visitor().post('/api/setup', { ...owner, password });
  },
  'accepting an invitation': async (password) => {
    const { id: studioId } = await build(app).studio({ name: 'Navy' });
    const { email } = await build(app).client({ email: EMAIL });
    const { inviteToken } = await build(app).invite({ studioId, email });
    return visitor().post(`/api/invites/accept/${inviteToken}`, { name: 'Grace Hopper', password });
  },
  'a mailed link': async (password) => {
    const { email } = await known();
    const url = await createResetLink(app.database, app.config, email);
    return visitor().post('/api/auth/reset-password', { token: url!.slice(-43), password });
  },
  'changing it': async (password) => {
    const { id, email } = await known();
    const { headers } = await visitor().post('/api/auth/sign-in/email', { email, password: CURRENT });
    const cookie = headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    const body = { currentPassword: CURRENT, newPassword: password };
    return app.anonymous.with({ cookie, origin: app.url }).post(`/api/users/${id}/change-password`, body);
  },
};

async function known() {
  const { id: studioId } = await build(app).studio({ name: 'Navy' });
  const person = await build(app).client({ studioId, name: 'Grace Hopper', email: EMAIL, emailVerified: true });
  const hash = await hashPassword(CURRENT);
  await app.database.transaction((tx) => addPassword(tx, person.id, hash));
  return person;
}

beforeEach(async () => {
  await app.database.query('DELETE FROM users WHERE email = $1', [EMAIL]);
});

describe.each(Object.keys(ways))('%s', (way) => {
  it.each([
    ...['password', '12345678', 'PassWord', ' qwertyuiop', EMAIL, 'Grace.Hopper', 'navy.example'],
    ...['hopper1906', 'Navy!2026', 'abcdefg1'],
  ])('refuses the password %s', async (password) => {
    expect(await ways[way]!(password)).toMatchObject({ status: 400, code: 'common_password' });
  });

  it('accepts a password that is not on the list', async () => {
    expect((await ways[way]!(FINE)).status).toBeLessThan(300);
  });
});
