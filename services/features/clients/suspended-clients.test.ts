import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { addPassword, hashPassword } from '../auth/credentials.service.js';
import type { ClientView } from './clients.schema.js';
import { addClient } from './clients.writes.js';

const PASSWORD = 'correct horse';

const { app, own, engineer } = useApp({ project: {} });

const call = (what: 'suspend' | 'resume') => engineer.post(`/api/clients/${own.client.id}/${what}`);
const signIn = () => app.anonymous.post('/api/auth/sign-in/email', { email: own.client.email, password: PASSWORD });
const suspended = async () => (await engineer.get<ClientView[]>('/api/clients')).data.map((client) => client.suspended);

describe('a client who is suspended', () => {
  it('is signed out at once, and stays out until the engineer lets them in again', async () => {
    const hash = await hashPassword(PASSWORD);
    await app.database.transaction((tx) => addPassword(tx, own.client.id, hash));
    const answer = await signIn();
    const cookie = answer.headers.getSetCookie().map((set) => set.split(';')[0]);
    const browser = app.anonymous.with({ cookie: cookie.join('; ') });
    expect((await browser.get('/api/session')).status).toBe(200);
    expect((await call('suspend')).status).toBe(200);
    expect(await suspended()).toEqual([true]);
    expect((await browser.get('/api/session')).status).toBe(401);
    expect(await signIn()).toMatchObject({ status: 403, message: 'Your access is suspended; please ask your studio' });
    expect((await call('resume')).status).toBe(200);
    expect(await suspended()).toEqual([false]);
    expect((await signIn()).status).toBe(200);
  });

  it('is nobody who works with another studio as well', async () => {
    const other = await build(app).project();
    await app.database.transaction((tx) => addClient(tx, other.studio.id, own.client.id));
    expect(await call('suspend')).toMatchObject({ status: 409, code: 'client_of_others' });
    expect(await suspended()).toEqual([false]);
  });
});
