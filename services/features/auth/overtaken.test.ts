import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RateLimiter } from '../../platform/http/rate-limiter.js';
import { build } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { addClient, suspendMembership, updateUserSuspension } from '../memberships/memberships.writes.js';
import { changeAddress } from '../users/users.writes.js';
import { endSessions } from './auth.writes.js';
import { createLink } from './links/auth-links.writes.js';
import { addWayBack } from './links/way-back.writes.js';
import { hashPassword } from './passwords/credentials.service.js';
import { addPassword } from './passwords/credentials.writes.js';
import { codeAt } from './second-factor/one-time-codes.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { type LinkKind, linkToken } from './sign-in-link.js';

const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'battery staple';
const { app } = useApp({ settings: { NODE_ENV: 'production' } });

let person: { id: string; email: string };
let studioId: string;
/** A browser in which the person is signed in. */
let self: Caller;
let visits = 0;

beforeEach(async () => {
  jest.restoreAllMocks();
  const studio = await build(app).studio();
  studioId = studio.id;
  person = await build(app).client({ emailVerified: true });
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction(async (tx) => {
    await addPassword(tx, person.id, hash);
    await addClient(tx, studioId, person.id);
  });
  self = browserOf(await signIn());
});

const visitor = () => app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits = (visits + 1) % 250)}` });
const browserOf = ({ headers }: Answer<unknown>) => {
  const cookies = headers.getSetCookie().map((set) => set.split(';')[0]);
  return app.anonymous.with({ cookie: cookies.join('; '), origin: app.url });
};
const signIn = (password = PASSWORD) => visitor().post('/api/auth/sign-in/email', { email: person.email, password });
const sessions = async () => (await app.database.query('SELECT FROM sessions WHERE user_id = $1', [person.id])).length;

/** The token of a link that was mailed to the person. */
async function mailed(kind: LinkKind): Promise<string> {
  const value = { userId: person.id, next: null };
  const id = await app.database.transaction((tx) => createLink(tx, app.config, kind, value));
  return linkToken(app.config.secret, kind, id);
}

async function changeBack(): Promise<void> {
  const id = await app.database.transaction((tx) => addWayBack(tx, app.config, person.id, person.email));
  const token = linkToken(app.config.secret, 'address', id);
  expect((await visitor().post('/api/auth/confirm-address', { token })).status).toBe(200);
}

/** Switches two-step sign-in on and returns a right code, which was not used yet. */
async function twoSteps(): Promise<string> {
  const { secret } = (await self.post('/api/auth/second-factor', { password: PASSWORD })).data;
  const code = codeAt(secret, new Date(Date.now() - 30_000));
  expect((await self.post('/api/auth/second-factor/confirm', { code })).status).toBe(200);
  const old = `confirmed_at = confirmed_at - interval '30 days', created_at = created_at - interval '30 days'`;
  await app.database.query(`UPDATE second_factors SET ${old} WHERE user_id = $1`, [person.id]);
  return codeAt(secret, new Date());
}

/** Does the work once, just after the step of a request that has checked who it is. */
function after(step: 'isOn' | 'use' | 'allowAgain', work: () => Promise<unknown>): void {
  const factors = app.get(SecondFactorService);
  const original = factors[step].bind(factors) as (...args: unknown[]) => Promise<never>;
  jest.spyOn(factors, step).mockImplementationOnce(async (...args: unknown[]) => {
    const result = await original(...args);
    await work();
    return result;
  });
}

describe('a sign-in that is overtaken between its proof and its session', () => {
  const endings: [string, () => Promise<unknown>][] = [
    ['changing the address back', changeBack],
    [
      'a new password by a mailed link',
      async () => visitor().post('/api/auth/reset-password', { token: await mailed('reset'), password: NEW_PASSWORD }),
    ],
    [
      'a changed password',
      () =>
        self.post(`/api/users/${person.id}/change-password`, {
          currentPassword: PASSWORD,
          newPassword: NEW_PASSWORD,
        }),
    ],
    ['signing out everywhere', () => self.post('/api/auth/sign-out-everywhere')],
    [
      'a suspension',
      () =>
        app.database.transaction(async (tx) => {
          await suspendMembership(tx, { studioId, userId: person.id, isSuspended: true });
          if (await updateUserSuspension(tx, person.id)) await endSessions(tx, person.id);
        }),
    ],
    ['deleting the account', () => self.delete(`/api/users/${person.id}`, { password: PASSWORD })],
  ];

  it.each(endings)('by %s is refused like a wrong password', async (_, end) => {
    let kept = 0;
    after('isOn', async () => {
      await end();
      kept = await sessions();
    });
    expect(await signIn()).toMatchObject({ status: 401, code: 'invalid_email_or_password' });
    expect(await sessions()).toBe(kept);
  });

  it.each<[string, 'use' | 'allowAgain', () => Promise<() => Promise<Answer<unknown>>>]>([
    [
      'a code',
      'use',
      async () => {
        const code = await twoSteps();
        const halfway = browserOf(await signIn());
        return () => halfway.post('/api/auth/sign-in/code', { code });
      },
    ],
    [
      'a mailed link to sign in',
      'allowAgain',
      async () => {
        const token = await mailed('magic');
        return () => visitor().post('/api/auth/sign-in/link/follow', { token });
      },
    ],
    [
      'a mailed link to a new password',
      'allowAgain',
      async () => {
        const token = await mailed('reset');
        return () => visitor().post('/api/auth/reset-password', { token, password: NEW_PASSWORD });
      },
    ],
  ])('with %s is refused as well', async (_, step, begin) => {
    const enter = await begin();
    after(step, changeBack);
    expect(await enter()).toMatchObject({ status: 401, code: 'sign_in_again' });
    expect(await sessions()).toBe(0);
  });

  it('waits for whoever ends the sessions at that moment', async () => {
    const entering = await app.database.transaction(async (tx) => {
      await endSessions(tx, person.id);
      const answer = signIn();
      await until('the sign-in to wait', async () => (await waiting()) === 1);
      return { answer };
    });
    expect((await entering.answer).status).toBe(401);
    expect(await sessions()).toBe(0);
  });
});

it('a mailed link is requested before or after a change of the address, never during it', async () => {
  const asking = await app.database.transaction(async (tx) => {
    await changeAddress(tx, person.id, `second-${person.email}`);
    const answer = visitor().post('/api/auth/forgot-password', { email: person.email });
    await until('the request to wait', async () => (await waiting()) === 1);
    return { answer };
  });
  expect((await asking.answer).status).toBe(200);
  expect(await app.database.query(`SELECT FROM verifications WHERE value::jsonb->>'userId' = $1`, [person.id])).toEqual(
    [],
  );
});

describe('a change by a session that ends at that moment is refused:', () => {
  const links = () =>
    app.database.query(
      `SELECT value FROM verifications WHERE value::jsonb->>'userId' = $1 AND identifier ~ '^address:'
         AND value::jsonb->>'undo' IS NULL`,
      [person.id],
    );

  it.each([
    ['changing the address back', changeBack],
    ['signing out everywhere', () => self.post('/api/auth/sign-out-everywhere')],
  ])('another address, by %s', async (_, end) => {
    after('isOn', end);
    const body = { email: `other-${person.email}`, password: PASSWORD };
    expect((await self.post(`/api/users/${person.id}/sign-in-address`, body)).status).toBe(401);
    expect(await links()).toEqual([]);
  });

  it('a new password', async () => {
    after('isOn', () => self.post('/api/auth/sign-out-everywhere'));
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await self.post(`/api/users/${person.id}/change-password`, body)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(401);
  });

  it('two-step sign-in', async () => {
    const { secret } = (await self.post('/api/auth/second-factor', { password: PASSWORD })).data;
    const limiter = app.get(RateLimiter);
    jest.spyOn(limiter, 'enforce').mockImplementationOnce(() => self.post('/api/auth/sign-out-everywhere') as never);
    const code = codeAt(secret, new Date());
    expect((await self.post('/api/auth/second-factor/confirm', { code })).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  it('the end of two-step sign-in', async () => {
    const code = await twoSteps();
    after('use', () => self.post('/api/auth/sign-out-everywhere'));
    expect((await self.delete('/api/auth/second-factor', { password: PASSWORD, code })).status).toBe(401);
    expect((await signIn()).code).toBe('code_needed');
  });

  it('a link to a new password for somebody else, by the operator', async () => {
    await app.database.query('UPDATE users SET is_operator = true WHERE id = $1', [person.id]);
    const other = await build(app).client({ emailVerified: true });
    const asking = await app.database.transaction(async (tx) => {
      await endSessions(tx, person.id);
      const answer = self.post('/api/auth/reset-link', { email: other.email });
      await until('the request to wait', async () => (await waiting()) === 1);
      return { answer };
    });
    expect((await asking.answer).status).toBe(401);
  });

  it('deleting the account', async () => {
    after('isOn', changeBack);
    expect((await self.delete(`/api/users/${person.id}`, { password: PASSWORD })).status).toBe(401);
    expect(await app.database.query('SELECT email FROM users WHERE id = $1', [person.id])).toEqual([
      { email: person.email },
    ]);
  });
});

/** How many connections wait for a row. */
async function waiting(): Promise<number> {
  const [found] = await app.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return found!.count;
}
