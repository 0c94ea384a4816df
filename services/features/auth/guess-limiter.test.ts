import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { hashPassword } from './passwords/credentials.service.js';
import { addPassword } from './passwords/credentials.writes.js';

const PASSWORD = 'correct horse';
const { app } = useApp({ settings: { NODE_ENV: 'production' } });

let hash: string;
beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
});

// Windows of half a minute must not end because the machine is busy.
beforeEach(() => {
  jest.spyOn(clock, 'now').mockReturnValue(new Date());
});

async function somebody(): Promise<{ id: string; email: string }> {
  const { id, email } = await build(app).client();
  await app.database.transaction((tx) => addPassword(tx, id, hash));
  return { id, email };
}

const from = (address: string, cookie = '') => app.anonymous.with({ 'x-forwarded-for': address, cookie });
const signIn = (email: string, password: string, caller = from('192.0.2.1')) =>
  caller.post('/api/auth/sign-in/email', { email, password });
/** Somebody, and the cookies of a browser in which they have signed in. */
async function signedIn(): Promise<{ email: string; cookie: string }> {
  const { email } = await somebody();
  const { headers } = await signIn(email, PASSWORD);
  const cookies = headers.getSetCookie().map((set) => set.split(';')[0]);
  return { email, cookie: cookies.join('; ') };
}

const guess = (email: string, address: string) => signIn(email, 'guess', from(address));
const count = (answers: { status: number }[], status: number) => answers.filter((one) => one.status === status).length;

describe('guessing a password', () => {
  it('from one IP address is only slowed down there', async () => {
    const { email } = await somebody();
    const guesses = await Promise.all(Array.from({ length: 14 }, () => guess(email, '203.0.113.1')));
    expect([count(guesses, 401), count(guesses, 429)]).toEqual([11, 3]);
    expect(guesses.find(({ status }) => status === 429)).toMatchObject({ code: 'too_many_requests' });
    expect(Number(guesses.find(({ status }) => status === 429)!.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    expect((await signIn(email, PASSWORD, from('198.51.100.1'))).status).toBe(200);
  });

  it('of many accounts from one IP address does not lock any of them', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, somebody));
    const tries = Array.from({ length: 88 }, (_, n) => guess(people[n % 8]!.email, '203.0.113.2'));
    const answers = await Promise.all(tries);
    expect([count(answers, 401), count(answers, 429)]).toEqual([20, 68]);
    for (const [n, { email }] of people.entries()) {
      expect((await signIn(email, PASSWORD, from(`198.51.100.${10 + n}`))).status).toBe(200);
    }
  });

  it('from many IP addresses does not lock out a browser that has signed in before', async () => {
    const { email, cookie } = await signedIn();
    await Promise.all(Array.from({ length: 60 }, (_, n) => guess(email, `203.0.113.${100 + n}`)));
    expect((await signIn(email, PASSWORD, from('198.51.100.30'))).status).toBe(429);
    expect((await signIn(email, PASSWORD, from('198.51.100.30', cookie))).status).toBe(200);
    const other = await somebody();
    await Promise.all(Array.from({ length: 60 }, (_, n) => guess(other.email, `203.0.113.${100 + n}`)));
    expect((await signIn(other.email, PASSWORD, from('198.51.100.31', cookie))).status).toBe(429);
  });

  it('does not spare a browser that was known before all sessions ended', async () => {
    const { email, cookie } = await signedIn();
    const browser = from('198.51.100.40', cookie).with({ origin: app.url });
    expect((await browser.post('/api/auth/sign-out-everywhere')).status).toBe(200);
    await Promise.all(Array.from({ length: 60 }, (_, n) => guess(email, `203.0.113.${100 + n}`)));
    expect((await signIn(email, PASSWORD, browser)).status).toBe(429);
  });

  it('counts an IPv6 network as one address', async () => {
    const { email } = await somebody();
    const guesses = await Promise.all(
      Array.from({ length: 24 }, (_, n) => guess(email, `2001:db8::${(n + 1).toString(16)}`)),
    );
    expect(count(guesses, 401)).toBe(11);
    expect((await guess(email, '2001:db8:0:1::1')).status).toBe(401);
  });

  it('is not possible through a forged host name', async () => {
    const { email } = await somebody();
    const { hostname, port } = new URL(app.url);
    const host = `${hostname}:${port}/api/auth/sign-in/social?`;
    const body = JSON.stringify({ email, password: PASSWORD });
    const headers = { host, 'content-type': 'application/json', 'content-length': body.length };
    const call = request({ hostname, port, method: 'POST', path: '/api/auth/sign-in/email', headers });
    call.end(body);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    expect(await json(response)).toMatchObject({ success: true, data: { user: { email } } });
  });
});
