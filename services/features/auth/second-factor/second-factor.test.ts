import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SignJWT } from 'jose';
import { clock } from '../../../platform/clock.js';
import { mailFolder } from '../../../platform/mail/create.js';
import { build } from '../../../testing/build.js';
import type { Answer, Caller } from '../../../testing/caller.js';
import { drain } from '../../../testing/events/drain.js';
import { useApp } from '../../../testing/use-app.js';
import { createResetLink } from '../links/auth-links.writes.js';
import { hashPassword } from '../passwords/credentials.service.js';
import { addPassword } from '../passwords/credentials.writes.js';
import { codeAt } from './one-time-codes.js';
import { switchOffCodes } from './second-factor.writes.js';

const PASSWORD = 'correct horse';
const { app } = useApp({ worker: true, settings: { NODE_ENV: 'production' } });

let person: { id: string; email: string };
let self: Caller;
let visits = 0;
let now: Date;

/** A session from before two-step sign-in was set up. The clock only moves when a test moves it. */
beforeEach(async () => {
  now = new Date(Math.floor(Date.now() / 30_000) * 30_000);
  jest.spyOn(clock, 'now').mockImplementation(() => now);
  person = await build(app).client({ emailVerified: true });
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction((tx) => addPassword(tx, person.id, hash));
  self = signedIn(await signIn());
});

const plainHash = (text: string) => createHash('sha256').update(text).digest('hex');
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
const visitor = () => app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits = (visits + 1) % 250)}` });
const signIn = (password = PASSWORD) => visitor().post('/api/auth/sign-in/email', { email: person.email, password });
const cookies = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
const signedIn = (answer: { headers: Headers }) => app.anonymous.with({ cookie: cookies(answer), origin: app.url });
const enter = (first: { headers: Headers }, code: string): Promise<Answer<any>> =>
  visitor()
    .with({ cookie: cookies(first) })
    .post('/api/auth/sign-in/code', { code });
const userOf = async (answer: { headers: Headers }) => (await signedIn(answer).get('/api/session')).data?.user;

/** Subjects of mails to the user, oldest first. */
async function mailSubjects(): Promise<string[]> {
  await drain(app.database);
  const folder = mailFolder(app.config);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('security-'));
  const mails = await Promise.all(names.sort().map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return mails
    .filter((mail) => mail.includes(person.email))
    .map((mail) => /<title>(.*?)<\/title>/.exec(mail.replace(/=\r\n/g, ''))?.[1] ?? 'no title');
}

async function switchOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await self.post('/api/auth/second-factor', { password: PASSWORD })).data;
  const { data } = await self.post('/api/auth/second-factor/confirm', { code: codeAt(secret, now) });
  later(30);
  return { secret, recoveryCodes: data.recoveryCodes };
}

describe('switching it on', () => {
  it('requires the password and a first code, and returns recovery codes once', async () => {
    expect((await self.post('/api/auth/second-factor', { password: 'wrong' })).code).toBe('wrong_password');
    const { data } = await self.post('/api/auth/second-factor', { password: PASSWORD });
    expect(data.uri).toContain(`secret=${data.secret}`);
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Lacquer:/);
    expect((await signIn()).status).toBe(200);
    expect((await self.post('/api/auth/second-factor/confirm', { code: '000000' })).code).toBe('wrong_code');
    const confirmed = await self.post('/api/auth/second-factor/confirm', { code: codeAt(data.secret, now) });
    expect(new Set(confirmed.data.recoveryCodes).size).toBe(10);
    expect((await self.get('/api/session')).data.user.hasSecondFactor).toBe(true);
    expect((await self.post('/api/auth/second-factor', { password: PASSWORD })).status).toBe(409);
    const [row] = await app.database.query('SELECT f::text FROM second_factors f WHERE user_id = $1', [person.id]);
    for (const secret of [data.secret, confirmed.data.recoveryCodes[0]])
      expect(JSON.stringify(row)).not.toContain(secret);
  });
});

describe('once it is on', () => {
  it('a password does not sign in without a code', async () => {
    const { secret } = await switchOn();
    const first = await signIn();
    expect(first).toMatchObject({ status: 403, code: 'code_needed', data: null });
    expect(await userOf(first)).toBeUndefined();
    expect((await enter(first, '123456')).code).toBe('wrong_code');
    const second = await enter(first, ` ${codeAt(secret, now).replace(/^.../, '$& ')} `);
    expect(second.status).toBe(200);
    expect((await userOf(second)).id).toBe(person.id);
  });

  it('a mailed link or a new password does not sign in without a code either', async () => {
    const { secret } = await switchOn();
    const url = await createResetLink(app.database, app.config, person.email);
    const reset = await visitor().post('/api/auth/reset-password', {
      token: url!.slice(-43),
      password: 'battery staple',
    });
    expect(reset).toMatchObject({ status: 403, code: 'code_needed' });
    expect(await userOf(reset)).toBeUndefined();
    expect((await enter(reset, codeAt(secret, now))).status).toBe(200);
    expect((await signIn()).status).toBe(401);
    expect(await signIn('battery staple')).toMatchObject({ status: 403, code: 'code_needed' });
  });

  it('a code is accepted once, even by simultaneous requests, and older codes are refused', async () => {
    const { secret } = await switchOn();
    const first = await signIn();
    const code = codeAt(secret, now);
    const both = await Promise.all([enter(first, code), enter(first, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await enter(await signIn(), code)).status).toBe(400);
    expect((await enter(await signIn(), codeAt(secret, new Date(now.getTime() - 30_000)))).status).toBe(400);
    later(30);
    expect((await enter(await signIn(), codeAt(secret, now))).status).toBe(200);
  });

  it('a recovery code works once instead, in any notation', async () => {
    const { recoveryCodes } = await switchOn();
    const [code] = recoveryCodes;
    expect((await enter(await signIn(), ` ${code!.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect((await enter(await signIn(), code!)).status).toBe(400);
    expect((await enter(await signIn(), recoveryCodes[1]!)).status).toBe(200);
  });

  it('recovery codes have at least 112 bits and are not stored as plain hashes', async () => {
    const { recoveryCodes } = await switchOn();
    for (const code of recoveryCodes) expect(code.replace(/-/g, '').length * Math.log2(30)).toBeGreaterThanOrEqual(112);
    const [row] = await app.database.query<{ recovery_hashes: string[] }>(
      'SELECT recovery_hashes FROM second_factors WHERE user_id = $1',
      [person.id],
    );
    expect(row!.recovery_hashes).toHaveLength(10);
    expect(row!.recovery_hashes).not.toContain(plainHash(recoveryCodes[0]!.replace(/-/g, '')));
  });

  it('a recovery code of an older version works once', async () => {
    await switchOn();
    await app.database.query('UPDATE second_factors SET recovery_hashes = $2 WHERE user_id = $1', [
      person.id,
      [plainHash('abcdefghjk')],
    ]);
    expect((await enter(await signIn(), 'abcde-fghjk')).status).toBe(200);
    expect((await enter(await signIn(), 'abcde-fghjk')).status).toBe(400);
  });

  it('ten wrong codes block all codes, even the right one, until a recovery code is used', async () => {
    const { secret, recoveryCodes } = await switchOn();
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => enter(first, `00000${n % 10}`)));
    expect(answers.filter(({ code }) => code === 'wrong_code')).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'codes_stopped')).toHaveLength(4);
    later(86_400);
    expect(await enter(await signIn(), codeAt(secret, now))).toMatchObject({ status: 403, code: 'codes_stopped' });
    expect(await mailSubjects()).toEqual(['Two-step sign-in is on', 'Ten wrong codes for your account']);
    expect((await enter(await signIn(), recoveryCodes[0]!)).status).toBe(200);
    later(30);
    expect((await enter(await signIn(), codeAt(secret, now))).status).toBe(200);
  });

  it('a mailed link unblocks codes, three times a day', async () => {
    const { secret } = await switchOn();
    const follow = async () => {
      const url = await createResetLink(app.database, app.config, person.email);
      return visitor().post('/api/auth/reset-password', { token: url!.slice(-43), password: 'battery staple' });
    };
    const stop = async () => {
      const first = await follow();
      await Promise.all(Array.from({ length: 11 }, (_, n) => enter(first, `00000${n % 10}`)));
    };
    await stop();
    expect((await enter(await signIn('battery staple'), codeAt(secret, now))).code).toBe('codes_stopped');
    expect((await enter(await follow(), codeAt(secret, now))).status).toBe(200);
    await stop();
    expect((await enter(await follow(), codeAt(secret, now))).code).toBe('codes_stopped');
  });

  it('a person without the password can neither block codes nor trigger mails', async () => {
    const { secret } = await switchOn();
    for (let n = 0; n < 12; n += 1) {
      await visitor().post('/api/auth/sign-in/code', { code: '000000' });
      await signIn('wrong');
    }
    expect((await enter(await signIn(), codeAt(secret, now))).status).toBe(200);
    expect(await mailSubjects()).toEqual(['Two-step sign-in is on']);
  });

  it('the cookie of the first step is only valid for that user and for ten minutes', async () => {
    const { secret } = await switchOn();
    const made = await new SignJWT({ value: { userId: person.id } })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('second-step')
      .setExpirationTime('10m')
      .sign(Buffer.from('another secret of 32 characters..'));
    const forged = visitor().with({ cookie: `lacquer.second-step=${made}` });
    expect((await forged.post('/api/auth/sign-in/code', { code: codeAt(secret, now) })).status).toBe(401);
    const first = await signIn();
    later(601);
    expect((await enter(first, codeAt(secret, now))).code).toBe('sign_in_again');
  });

  it('switching it off requires both the password and a code', async () => {
    const { secret } = await switchOn();
    const switchOff = (body: object) => self.delete('/api/auth/second-factor', body);
    const code = codeAt(secret, now);
    expect((await switchOff({ password: 'wrong', code })).code).toBe('wrong_password');
    expect((await switchOff({ password: PASSWORD })).status).toBe(400);
    expect((await switchOff({ password: PASSWORD, code: '000000' })).code).toBe('wrong_code');
    expect((await signIn()).status).toBe(403);
    expect((await switchOff({ password: PASSWORD, code })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });

  it('changing the password or the sign-in address requires the password and a code', async () => {
    const { secret, recoveryCodes } = await switchOn();
    const address = (body: object) =>
      self.post(`/api/users/${person.id}/sign-in-address`, { email: `new-${person.email}`, ...body });
    const password = (body: object) =>
      self.post(`/api/users/${person.id}/change-password`, { newPassword: 'battery staple', ...body });
    const code = codeAt(secret, now);
    const refused = (code: string, field: string) => ({ status: 400, code, details: { fields: [{ field }] } });
    expect(await address({ code })).toMatchObject(refused('wrong_password', 'password'));
    expect(await password({ currentPassword: 'wrong', code })).toMatchObject(
      refused('wrong_password', 'currentPassword'),
    );
    expect(await address({ password: PASSWORD })).toMatchObject(refused('code_missing', 'code'));
    expect(await password({ currentPassword: PASSWORD })).toMatchObject(refused('code_missing', 'code'));
    expect(await address({ password: PASSWORD, code: '000000' })).toMatchObject(refused('wrong_code', 'code'));
    expect(await password({ currentPassword: PASSWORD, code: '000000' })).toMatchObject(refused('wrong_code', 'code'));
    expect((await address({ password: PASSWORD, code })).status).toBe(200);
    expect(await password({ currentPassword: PASSWORD, code })).toMatchObject(refused('wrong_code', 'code'));
    expect((await password({ currentPassword: PASSWORD, code: recoveryCodes[0] })).status).toBe(200);
  });

  it('deleting the account requires the password and a code, and leaves nothing in the browser', async () => {
    const { secret } = await switchOn();
    const code = codeAt(secret, now);
    const remove = (body: object) => self.with({ origin: app.url }).delete(`/api/users/${person.id}`, body);
    expect((await remove({ code })).code).toBe('wrong_password');
    expect((await remove({ password: PASSWORD })).code).toBe('code_missing');
    expect((await remove({ password: PASSWORD, code: '000000' })).code).toBe('wrong_code');
    const removed = await remove({ password: PASSWORD, code });
    expect([removed.status, removed.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    expect(removed.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/);
  });

  it('a new password ends sign-ins that only lack their code', async () => {
    const { secret, recoveryCodes } = await switchOn();
    const halfway = await signIn();
    const body = { currentPassword: PASSWORD, newPassword: 'battery staple', code: recoveryCodes[0] };
    expect((await self.post(`/api/users/${person.id}/change-password`, body)).status).toBe(200);
    expect(await enter(halfway, codeAt(secret, now))).toMatchObject({ status: 401, code: 'sign_in_again' });
  });

  it('it can be switched off with a recovery code, and codes are blocked after ten wrong ones', async () => {
    const { recoveryCodes } = await switchOn();
    const switchOff = (code: string) => self.delete('/api/auth/second-factor', { password: PASSWORD, code });
    expect((await switchOff(recoveryCodes[0]!)).status).toBe(200);
    await switchOn();
    const codes = [];
    for (let n = 0; n < 11; n += 1) codes.push((await switchOff('000000')).code);
    expect(codes.at(-1)).toBe('codes_stopped');
    expect((await signIn()).status).toBe(403);
    expect(await mailSubjects()).toContain('Two-step sign-in is off');
  });

  it('an operator can switch it off by e-mail address, for that user only', async () => {
    await switchOn();
    const other = await build(app).client({ emailVerified: true });
    expect(await switchOffCodes(app.database, other.email)).toBe(false);
    expect(await signIn()).toMatchObject({ status: 403, code: 'code_needed' });
    expect(await switchOffCodes(app.database, person.email)).toBe(true);
    expect((await signIn()).status).toBe(200);
    expect(await switchOffCodes(app.database, person.email)).toBe(false);
  });
});
