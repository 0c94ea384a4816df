import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { EventStream } from '../../testing/events/event-stream.js';
import { useApp } from '../../testing/use-app.js';
import type { User } from '../users/user.entity.js';

const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'battery staple';

const { app, own } = useApp({ project: {} });
let theirs: ProjectFixture;
let path: string;

beforeEach(async () => {
  theirs = await build(app).project();
  path = `/api/users/${own.client.id}`;
});

const empty = {
  phone: null,
  address: null,
  bio: null,
  avatar: null,
  company: null,
  website: null,
  preferredGenres: [],
  country: null,
};

describe('a profile', () => {
  const filled = {
    name: 'Zoë Z',
    phone: '+1 555 0100',
    address: '1 Main Street\nAustin',
    bio: 'Plays.',
    company: 'Zoë Music',
    website: 'https://zoe.example/music',
    preferredGenres: ['R&B', 'Singer-Songwriter'],
    country: 'UK',
  };

  it('is empty at first, stores what its owner enters, and can be read by the engineer', async () => {
    const { name, email, createdAt } = own.client;
    const fresh = { ...empty, name, email, createdAt: createdAt.toISOString() };
    expect((await app.as(own.client).get(`${path}/profile`)).data).toEqual(fresh);
    const answer = await app.as(own.client).put(`${path}/profile`, { ...filled, email: ` ${email.toUpperCase()}` });
    expect(answer).toMatchObject({ status: 200, data: { ...fresh, ...filled } });
    expect((await app.as(own.engineer).get(`${path}/profile`)).data).toEqual(answer.data);
    expect((await app.as(own.engineer).get(`/api/projects/${own.project.id}`)).data.client_name).toBe('Zoë Z');
  });

  it('keeps absent fields and clears empty ones', async () => {
    const client = app.as(own.client);
    await client.put(`${path}/profile`, filled);
    const { data } = await client.put(`${path}/profile`, {
      phone: '  ',
      website: null,
      country: null,
      preferredGenres: ['Pop', 'Pop'],
    });
    expect(data).toMatchObject({ ...filled, phone: null, website: null, country: null, preferredGenres: ['Pop'] });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ website: 'ftp://example.com' }, 'website'],
    [{ website: 'https://' }, 'website'],
    [{ preferredGenres: ['Polka'] }, 'preferredGenres.0'],
    [{ country: 'DE' }, 'country'],
    [{ phone: 'a\u0000b' }, 'phone'],
    [{ bio: 'x'.repeat(2_001) }, 'bio'],
  ])('refuses %j', async (body, field) => {
    const client = app.as(own.client);
    expect(await client.put(`${path}/profile`, body)).toMatchObject({ status: 400, details: { fields: [{ field }] } });
    expect((await client.get(`${path}/profile`)).data).toMatchObject(empty);
  });

  it('never changes the e-mail address', async () => {
    const answer = await app.as(own.client).put(`${path}/profile`, { email: 'other@example.com', phone: '1' });
    expect(answer).toMatchObject({ status: 409, code: 'email_is_fixed' });
    expect((await app.as(own.client).get(`${path}/profile`)).data).toMatchObject({
      email: own.client.email,
      phone: null,
    });
  });

  it('is changed by its owner only, and hidden from strangers and from clients', async () => {
    const statuses = async (user: User, of: User) => [
      (await app.as(user).get(`/api/users/${of.id}/profile`)).status,
      (await app.as(user).put(`/api/users/${of.id}/profile`, { bio: 'X' })).status,
      (
        await app
          .as(user)
          .post(`/api/users/${of.id}/change-password`, { currentPassword: 'x', newPassword: NEW_PASSWORD })
      ).status,
    ];
    expect(await statuses(own.engineer, own.client)).toEqual([200, 403, 403]);
    expect(await statuses(own.client, own.engineer)).toEqual([403, 403, 403]);
    expect(await statuses(theirs.engineer, own.client)).toEqual([404, 404, 404]);
    expect(await statuses(theirs.client, own.client)).toEqual([404, 404, 404]);
  });

  it('shows its change in the studio’s windows', async () => {
    const stream = await EventStream.open(app.as(own.engineer));
    try {
      await app.as(own.client).put(`${path}/profile`, { name: 'New Name' });
      const { data } = await stream.waitFor(({ data }) => (data as { topic?: string }).topic === 'people');
      expect(data).toMatchObject({ id: own.client.id });
    } finally {
      stream.close();
    }
  });

  it('is deleted with the account, and the studio’s windows are notified', async () => {
    await app.as(own.client).put(`${path}/profile`, { phone: '1' });
    const stream = await EventStream.open(app.as(own.engineer));
    try {
      expect((await app.as(own.client).delete(path)).status).toBe(200);
      await stream.waitFor(({ data }) => (data as { topic?: string }).topic === 'people');
    } finally {
      stream.close();
    }
    expect(await app.database.query('SELECT 1 FROM profiles WHERE user_id = $1', [own.client.id])).toEqual([]);
  });
});

describe('changing the password', () => {
  let email: string;
  let id: string;
  let browser: Caller;

  const signIn = async (password: string) => {
    const answer = await app.anonymous
      .with({ 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}` })
      .post('/api/auth/sign-in/email', { email, password });
    return { status: answer.status, browser: app.anonymous.with(cookieOf(answer)) };
  };
  const cookieOf = (answer: Answer<unknown>) => ({
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  });
  const change = (currentPassword: string, newPassword: string, by = browser) =>
    by.post(`/api/users/${id}/change-password`, { currentPassword, newPassword });

  beforeEach(async () => {
    email = `${randomUUID()}@example.com`;
    const { inviteToken } = await build(app).invite({
      studioId: own.studio.id,
      email: (await build(app).client({ email })).email,
    });
    const accepted = await app.anonymous
      .with({ 'x-forwarded-for': `198.51.${Math.floor(Math.random() * 250)}.1` })
      .post(`/api/invites/accept/${inviteToken}`, { password: PASSWORD });
    id = accepted.data.user.id;
    browser = app.anonymous.with(cookieOf(accepted));
  });

  it('ends every other session', async () => {
    const { browser: other } = await signIn(PASSWORD);
    expect(await change(PASSWORD, NEW_PASSWORD)).toMatchObject({ status: 200, data: null });
    expect((await other.get('/api/session')).status).toBe(401);
    expect((await browser.get('/api/session')).status).toBe(200);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  it('needs the current one', async () => {
    expect(await change('wrong horse', NEW_PASSWORD)).toMatchObject({
      status: 400,
      code: 'wrong_password',
      message: 'The current password is not correct',
    });
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  it('needs eight characters', async () => {
    expect(await change(PASSWORD, 'seven77')).toMatchObject({
      status: 400,
      message: 'Password must be at least 8 characters long',
    });
  });

  it('twice at once is one change', async () => {
    const answers = await Promise.all([change(PASSWORD, 'one password'), change(PASSWORD, 'two passwords')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('limits guesses', async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => change(`guess ${n}`, NEW_PASSWORD)));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('of an account without a password explains that there is none', async () => {
    const answer = await app
      .as(own.client)
      .post(`${path}/change-password`, { currentPassword: 'x', newPassword: NEW_PASSWORD });
    expect(answer).toMatchObject({ status: 409, code: 'no_password' });
  });
});
