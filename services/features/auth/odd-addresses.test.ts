import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';

const PASSWORD = 'correct horse';
const { app } = useApp({ settings: { NODE_ENV: 'production' } });

const signIn = (email: string, password = PASSWORD) =>
  app.anonymous.post('/api/auth/sign-in/email', { email, password });

it('the owner can sign in with an address without a top-level domain', async () => {
  const owner = { name: 'Ada', email: 'Ada@Studio', password: PASSWORD, studioName: 'Ada Mastering' };
  expect((await app.anonymous.post('/api/setup', owner)).status).toBe(201);
  expect(await signIn('ada@studio')).toMatchObject({ status: 200, data: { user: { email: 'ada@studio' } } });
});

it.each(['r&b@label.example', 'ö@müller.example', 'a/b@label.example', '"ada,b"@label.example'])(
  'a client comes back with the address %s, and with the right password only',
  async (email) => {
    const { studioId } = await build(app).engineer();
    await build(app).client({ studioId: studioId!, email });
    const { inviteToken } = await build(app).invite({ studioId: studioId!, email });
    expect((await app.anonymous.post(`/api/invites/accept/${inviteToken}`, { password: PASSWORD })).status).toBe(200);
    expect(await signIn(email, 'wrong horse')).toMatchObject({ status: 401, code: 'invalid_email_or_password' });
    expect(await signIn(email.toUpperCase())).toMatchObject({ status: 200, data: { user: { email } } });
  },
);

it('a person who was only entered by an engineer cannot sign in', async () => {
  const { email } = await build(app).client({ email: 'entered@label.example' });
  for (const password of [PASSWORD, 'null', 'undefined']) {
    expect(await signIn(email, password)).toMatchObject({ status: 401, code: 'invalid_email_or_password' });
  }
});
