import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Mail, Mailer } from '../../../platform/mail/mailer.js';
import { build } from '../../../testing/build.js';
import type { Answer, Caller } from '../../../testing/caller.js';
import { drain } from '../../../testing/events/drain.js';
import { useApp } from '../../../testing/use-app.js';
import { entryKey } from '../../memberships/memberships.writes.js';
import { hashPassword } from '../passwords/credentials.service.js';
import { addPassword } from '../passwords/credentials.writes.js';
import { codeAt } from '../second-factor/one-time-codes.js';
import { linkToken } from '../sign-in-link.js';

const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'battery staple';
const { app } = useApp({ worker: true, settings: { NODE_ENV: 'production' } });

let person: { id: string; email: string };
let second: string;
let third: string;
let thief: Caller;
let visits = 0;
let sending: jest.SpiedFunction<Mailer['send']>;

/** The thief knows the password and signs in. */
beforeEach(async () => {
  jest.restoreAllMocks();
  sending = jest.spyOn(app.platform.mailer, 'send');
  person = await build(app).client({ emailVerified: true });
  second = `second-${person.email}`;
  third = `third-${person.email}`;
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction((tx) => addPassword(tx, person.id, hash));
  thief = await session(person.email);
});

const visitor = () => app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits = (visits + 1) % 250)}` });
const signIn = (email: string, password = PASSWORD) => visitor().post('/api/auth/sign-in/email', { email, password });
const cookies = ({ headers }: Answer<unknown>) =>
  headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
const browserOf = (answer: Answer<unknown>) => app.anonymous.with({ cookie: cookies(answer), origin: app.url });
const session = async (email: string, password = PASSWORD) => browserOf(await signIn(email, password));
const confirm = (token: string) => visitor().post('/api/auth/confirm-address', { token });
const follow = (token: string) => visitor().post('/api/auth/sign-in/link/follow', { token });
const reset = (token: string, password = NEW_PASSWORD) =>
  visitor().post('/api/auth/reset-password', { token, password });
const addressNow = async () =>
  (await app.database.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [person.id]))[0]!.email;

async function mailsTo(email: string): Promise<Mail[]> {
  await drain(app.database);
  return sending.mock.calls.map(([mail]) => mail).filter(({ to }) => to.address === email);
}
const lastMailTo = async (email: string) => (await mailsTo(email)).at(-1)!;
const tokenIn = ({ text }: Mail) => /\/(?:confirm-address|reset-password|link)\/([\w-]{43})/.exec(text)?.[1] ?? '';
const tokenTo = async (email: string) => tokenIn(await lastMailTo(email));
const wayBackTo = async (email: string) =>
  tokenIn((await mailsTo(email)).findLast(({ text }) => text.includes('change it back'))!);

/** Switches two-step sign-in on. */
async function twoSteps(by = thief, password = PASSWORD): Promise<{ recoveryCodes: string[] }> {
  const { secret } = (await by.post('/api/auth/second-factor', { password })).data;
  return (await by.post('/api/auth/second-factor/confirm', { code: codeAt(secret, new Date()) })).data;
}

/** Requests the address and opens the link that was mailed to it. */
async function changeTo(email: string, by = thief, extra: object = {}): Promise<void> {
  await app.database.query('DELETE FROM rate_limits');
  const asked = await by.post(`/api/users/${person.id}/sign-in-address`, { email, password: PASSWORD, ...extra });
  expect(asked.status).toBe(200);
  expect((await confirm(await tokenTo(email))).status).toBe(200);
}

describe('changing the sign-in address back', () => {
  it('is final: whoever changed it twice cannot take the account again', async () => {
    await changeTo(second);
    const ownersLink = await tokenTo(person.email);
    await changeTo(third);
    const thiefsLink = await tokenTo(second);

    const restored = await confirm(ownersLink);
    expect(restored.data).toMatchObject({ email: person.email });
    expect((await thief.get('/api/session')).status).toBe(401);
    expect((await signIn(person.email)).status).toBe(401);
    expect((await reset(restored.data.resetToken)).status).toBe(200);

    expect(await confirm(thiefsLink)).toMatchObject({ status: 410, code: 'link_used' });
    expect(await addressNow()).toBe(person.email);
    expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('ends what was mailed to the later address: links to sign in, to a new password and to another address', async () => {
    await changeTo(second);
    const ownersLink = await tokenTo(person.email);
    await visitor().post('/api/auth/forgot-password', { email: second });
    const resetToken = await tokenTo(second);
    await visitor().post('/api/auth/sign-in/link', { email: second });
    const magicToken = await tokenTo(second);
    await thief.post(`/api/users/${person.id}/sign-in-address`, { email: third, password: PASSWORD });
    const addressToken = await tokenTo(third);

    expect((await confirm(ownersLink)).status).toBe(200);
    for (const over of [reset(resetToken), follow(magicToken), confirm(addressToken)])
      expect((await over).status).toBe(410);
    expect(await addressNow()).toBe(person.email);
  });

  it('ends a sign-in that only lacks its code', async () => {
    await changeTo(second);
    const { secret } = (await thief.post('/api/auth/second-factor', { password: PASSWORD })).data;
    await thief.post('/api/auth/second-factor/confirm', { code: codeAt(secret, new Date(Date.now() - 30_000)) });
    const before = `created_at = created_at - interval '8 days', confirmed_at = confirmed_at - interval '8 days'`;
    await app.database.query(`UPDATE second_factors SET ${before} WHERE user_id = $1`, [person.id]);
    const halfway = await signIn(second);
    expect(halfway.code).toBe('code_needed');
    expect((await confirm(await tokenTo(person.email))).status).toBe(200);
    const entered = await browserOf(halfway).post('/api/auth/sign-in/code', { code: codeAt(secret, new Date()) });
    expect(entered).toMatchObject({ status: 401, code: 'sign_in_again' });
  });

  it('ends two-step sign-in and sign-in providers that were added after the change, and keeps older ones', async () => {
    const add = (provider: string) =>
      app.database.query(
        'INSERT INTO accounts (account_id, provider_id, user_id) VALUES ($1::uuid::text, $2, $1::uuid)',
        [person.id, provider],
      );
    const providers = () =>
      app.database.query(
        `SELECT provider_id AS provider FROM accounts
         WHERE user_id = $1 AND (provider_id <> 'credential' OR password IS NOT NULL)`,
        [person.id],
      );
    await add('oidc of the owner');
    await changeTo(second);
    await add('oidc of the thief');
    const { secret } = (await thief.post('/api/auth/second-factor', { password: PASSWORD })).data;
    await thief.post('/api/auth/second-factor/confirm', { code: codeAt(secret, new Date()) });

    const restored = await confirm(await tokenTo(person.email));
    expect(await providers()).toEqual([{ provider: 'oidc of the owner' }]);
    const entered = await reset(restored.data.resetToken);
    expect(entered.status).toBe(200);
    expect((await browserOf(entered).get('/api/session')).data.user.hasSecondFactor).toBe(false);
  });

  it('ends two-step sign-in that was switched on in the week before the change, and keeps an older one', async () => {
    const { recoveryCodes } = await twoSteps();
    await changeTo(second, thief, { code: recoveryCodes[0] });
    const restored = await confirm(await wayBackTo(person.email));
    expect((await reset(restored.data.resetToken)).status).toBe(200);
    await drain(app.database);

    const self = await session(person.email, NEW_PASSWORD);
    const own = await twoSteps(self, NEW_PASSWORD);
    await app.database.query(`UPDATE second_factors SET confirmed_at = now() - interval '8 days'`);
    await changeTo(second, self, { password: NEW_PASSWORD, code: own.recoveryCodes[0] });
    const again = await confirm(await wayBackTo(person.email));
    expect((await reset(again.data.resetToken)).code).toBe('code_needed');
  });

  it('requires a new password by a mailed link before any change, also in a session that is new', async () => {
    await changeTo(second);
    expect((await confirm(await tokenTo(person.email))).status).toBe(200);
    await drain(app.database);
    await visitor().post('/api/auth/sign-in/link', { email: person.email });
    const fresh = browserOf(await follow(await tokenTo(person.email)));
    expect((await fresh.get('/api/session')).data.user.hasPassword).toBe(false);
    const ended = { status: 403, code: 'password_ended' };
    const path = `/api/users/${person.id}`;
    expect(await fresh.post(`${path}/sign-in-address`, { email: third })).toMatchObject(ended);
    expect(await fresh.post('/api/auth/second-factor', {})).toMatchObject(ended);
    expect(await fresh.delete(path)).toMatchObject(ended);

    await visitor().post('/api/auth/forgot-password', { email: person.email });
    const chosen = browserOf(await reset(await tokenTo(person.email)));
    const change = { email: third, password: NEW_PASSWORD };
    expect((await chosen.post(`${path}/sign-in-address`, change)).status).toBe(200);
  });

  it('does not open the set-up of the portal again, if the account is the only operator', async () => {
    await app.database.query('UPDATE users SET is_operator = (id = $1)', [person.id]);
    await changeTo(second);
    expect((await confirm(await tokenTo(person.email))).status).toBe(200);
    expect((await app.anonymous.get('/api/portal')).data.needsSetup).toBe(false);
  });

  it('by a later address never defeats an earlier one, which is notified of every change', async () => {
    await changeTo(second);
    await changeTo(third);
    expect(await mailsTo(person.email)).toHaveLength(2);
    expect((await confirm(await tokenTo(second))).data.email).toBe(second);
    const notices = await mailsTo(person.email);
    expect(notices).toHaveLength(3);
    expect(notices.at(-1)!.text).toContain(second);
    expect((await confirm(tokenIn(notices.at(-1)!))).data.email).toBe(person.email);
    expect(tokenIn(await lastMailTo(second))).toBe('');
    expect(await addressNow()).toBe(person.email);
  });

  it('mails a way back to the restored address, and notifies the replaced one without a way back', async () => {
    await changeTo(second);
    expect((await confirm(await tokenTo(person.email))).status).toBe(200);
    const told = await lastMailTo(second);
    expect([told.subject, tokenIn(told)]).toEqual([expect.stringContaining('sign-in address was changed'), '']);
    expect(told.text).toContain('You can no longer sign in with this address.');

    const again = await confirm(await tokenTo(person.email));
    expect(again.data).toMatchObject({ email: person.email, resetToken: expect.stringMatching(/^[\w-]{43}$/) });
  });

  describe('with a project', () => {
    let projectId: string;
    beforeEach(async () => {
      const { project, studio } = await build(app).project({ clientId: person.id, title: 'Tidal' });
      const row = [studio.id, person.id];
      await app.database.query('INSERT INTO studio_clients (studio_id, user_id) VALUES ($1, $2)', row);
      projectId = project.id;
    });
    const link = (name: string) => thief.post('/api/share-links', { projectId, name, purpose: 'listening' });
    const friend = { name: 'Friend \u202eevil', email: 'friend@example.com', role: 'decides' };

    it('lists what was done with the account, the newest first and exports last, in the mail to the restored address', async () => {
      expect((await link('Long before')).status).toBe(201);
      await app.database.query(`UPDATE audit_entries SET at = at - interval '9 days'`);
      expect((await link('Made before')).status).toBe(201);
      await changeTo(second);
      const ownersLink = await tokenTo(person.email);
      expect((await link('For a friend')).status).toBe(201);
      const { data } = await link('Mine');
      for (let times = 0; times < 45; times++) {
        await thief.get(`/api/comments/project/${projectId}/export?format=csv`);
        await thief.put(`/api/share-links/${data.id}`, { name: `Mine ${times}` });
      }
      expect((await thief.post(`/api/projects/${projectId}/people`, friend)).status).toBe(201);
      expect((await confirm(ownersLink)).status).toBe(200);
      const { text } = await lastMailTo(person.email);
      const lines = text.split('\n').filter((line) => line.includes(' UTC: '));
      expect(lines).toEqual([
        expect.stringContaining('UTC: Friend evil invited to Tidal: Decides'),
        expect.stringContaining('UTC: friend@example.com invited as a client'),
        expect.stringContaining('UTC: Changed the listening link “Mine 43” of Tidal (46 times)'),
        expect.stringContaining('UTC: Made the listening link “For a friend” of Tidal'),
        expect.stringContaining('UTC: Made the listening link “Made before” of Tidal'),
        expect.stringContaining('UTC: Exported: comments of Tidal (45 times)'),
      ]);
      expect((await mailsTo(second)).at(-1)?.text).not.toContain('For a friend');
    });

    it('works beside requests of the thief, of which none succeeds afterwards', async () => {
      for (let round = 0; round < 3; round++) {
        await changeTo(`${round}-${second}`);
        const ownersLink = await wayBackTo(person.email);
        const requests = Array.from({ length: 10 }, (_, at) =>
          at % 2 ? link(`${round} ${at}`) : thief.post('/api/comments', { projectId, comment: 'Hello' }),
        );
        const restored = await confirm(ownersLink);
        expect(restored.status).toBe(200);
        const answers = await Promise.all(requests);
        expect(answers.every(({ status }) => [201, 401].includes(status))).toBe(true);
        const made = answers.filter(({ status }, at) => at % 2 && status === 201).length;
        const { text } = await lastMailTo(person.email);
        expect(text.match(new RegExp(`“${round} \\d”`, 'g')) ?? []).toHaveLength(made);
        expect((await link('Too late')).status).toBe(401);
        await reset(restored.data.resetToken, PASSWORD);
        thief = await session(person.email);
      }
    });

    it('is not prevented by deleting the account', async () => {
      await changeTo(second);
      const deleted = await thief.delete(`/api/users/${person.id}`, { password: PASSWORD });
      expect(deleted).toMatchObject({ status: 409, code: 'address_just_changed' });
      expect((await confirm(await wayBackTo(person.email))).status).toBe(200);
    });
  });

  it('works as long as any later link: a later change extends the earlier links', async () => {
    await changeTo(second);
    const ownersLink = await tokenTo(person.email);
    await app.database.query(`UPDATE verifications SET expires_at = expires_at - interval '6 days'`);
    await changeTo(third);
    await app.database.query(`UPDATE verifications SET expires_at = expires_at - interval '2 days'`);
    expect((await confirm(ownersLink)).data.email).toBe(person.email);
  });

  it('cannot be prevented by a new account with the replaced address', async () => {
    await changeTo(second);
    const { id: studioId } = await build(app).studio();
    const invitedEmail = person.email;
    await build(app).client({ studioId, email: entryKey(studioId, invitedEmail), invitedEmail });
    const { inviteToken } = await build(app).invite({ studioId, email: invitedEmail });
    const accepted = await visitor().post(`/api/invites/accept/${inviteToken}`, { password: NEW_PASSWORD });
    expect(accepted).toMatchObject({ status: 409, code: 'address_kept' });
    expect((await confirm(await wayBackTo(person.email))).data.email).toBe(person.email);
  });

  it('cannot be prevented by another account that asks for the replaced address', async () => {
    await changeTo(second);
    const other = await build(app).client({ emailVerified: true });
    const hash = await hashPassword(PASSWORD);
    await app.database.transaction((tx) => addPassword(tx, other.id, hash));
    await app.database.query('DELETE FROM rate_limits');
    const body = { email: person.email, password: PASSWORD };
    const asked = await (await session(other.email)).post(`/api/users/${other.id}/sign-in-address`, body);
    expect(asked).toMatchObject({ status: 200, data: null });
    const mail = await lastMailTo(person.email);
    expect([mail.subject, tokenIn(mail)]).toEqual([expect.stringContaining('This address is kept'), '']);
    expect(mail.text).not.toContain('Use this address');

    const [link] = await app.database.query<{ id: string }>(
      `SELECT id FROM verifications WHERE value::jsonb->>'userId' = $1`,
      [other.id],
    );
    const taken = await confirm(linkToken(app.config.secret, 'address', link!.id));
    expect(taken).toMatchObject({ status: 409, code: 'address_kept' });
    expect((await confirm(await wayBackTo(person.email))).data.email).toBe(person.email);
  });

  it('wins when both links are used at once', async () => {
    await changeTo(second);
    const ownersLink = await tokenTo(person.email);
    await changeTo(third);
    const thiefsLink = await tokenTo(second);
    const answers = await Promise.all([confirm(thiefsLink), confirm(ownersLink)]);
    expect(answers[1].status).toBe(200);
    expect([200, 410]).toContain(answers[0].status);
    expect(await addressNow()).toBe(person.email);
  });

  it('with an ordinary link ends the way back of the address that it replaces', async () => {
    await changeTo(second);
    await changeTo(third);
    const thiefsLink = await tokenTo(second);
    await changeTo(person.email);
    expect((await confirm(thiefsLink)).status).toBe(410);
    expect(tokenIn(await lastMailTo(third))).toBe('');
    expect((await confirm(await wayBackTo(person.email))).data.email).toBe(person.email);
  });
});
