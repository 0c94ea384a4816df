import { beforeEach, describe, expect, it } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { Queues } from '../../platform/events/queues.module.js';
import { build } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { createResetLink } from '../auth/links/auth-links.writes.js';
import { hashPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';
import { codeAt } from '../auth/second-factor/one-time-codes.js';
import { switchOffCodes } from '../auth/second-factor/second-factor.writes.js';
import { demo } from '../demo/demo.writes.js';
import type { AuditEntryView } from './audit.schema.js';
import { AuditWorker } from './audit.worker.js';
import { recordAudit } from './audit.writes.js';

const PASSWORD = 'correct horse';
const { app, worker, own } = useApp({ worker: true, project: {}, settings: { AUDIT_DAYS: '30' } });

let person: { id: string; email: string };

beforeEach(async () => {
  await app.database.query('DELETE FROM audit_entries');
  await app.database.query('DELETE FROM rate_limits');
  person = await build(app).client({ emailVerified: true });
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction((tx) => addPassword(tx, person.id, hash));
});

const cookies = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
const browserOf = (answer: { headers: Headers }): Caller =>
  app.anonymous.with({ cookie: cookies(answer), origin: app.url });
const signIn = () => app.anonymous.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
const enter = (first: Answer<unknown>, code: string) => browserOf(first).post('/api/auth/sign-in/code', { code });

/** The operator's view of the entries for an action, oldest first. */
async function trail(action: string): Promise<Partial<AuditEntryView>[]> {
  const { data } = await app.as({ id: demo.engineerId }).get<AuditEntryView[]>(`/api/audit?action=${action}`);
  return data.toReversed().map(({ outcome, subject, userId }) => ({ outcome, subject, userId }));
}

describe('the audit trail contains', () => {
  it('sign-outs: of this session, of another one, and of all', async () => {
    const [first, second, third] = [browserOf(await signIn()), browserOf(await signIn()), browserOf(await signIn())];
    await first.post('/api/auth/sign-out');
    await first.post('/api/auth/sign-out');
    const sessions = (await second.get<{ id: string; current: boolean }[]>('/api/auth/sessions')).data;
    await second.delete(`/api/auth/sessions/${sessions.find(({ current }) => !current)!.id}`);
    expect((await third.get('/api/session')).status).toBe(401);
    await second.post('/api/auth/sign-out-everywhere');
    expect(await trail('sign_out')).toEqual(
      ['this session', 'another session', 'all sessions'].map((subject) => ({
        outcome: 'ok',
        subject,
        userId: person.id,
      })),
    );
  });

  it('refused codes: at sign-in, after ten wrong ones, and when switching two-step sign-in on or off', async () => {
    const self = app.as(person);
    const { secret } = (await self.post('/api/auth/second-factor', { password: PASSWORD })).data;
    await self.post('/api/auth/second-factor/confirm', { code: '000000' });
    await self.post('/api/auth/second-factor/confirm', { code: codeAt(secret, clock.now()) });
    const first = await signIn();
    for (let n = 0; n < 9; n += 1) await enter(first, '000000');
    await self.delete('/api/auth/second-factor', { password: PASSWORD, code: '000000' });
    await app.database.query('DELETE FROM rate_limits');
    expect((await enter(first, '000000')).code).toBe('codes_stopped');
    const refused = { outcome: 'refused', userId: person.id };
    expect(await trail('sign_in_code')).toEqual([
      ...Array.from({ length: 9 }, () => ({ ...refused, subject: 'code' })),
      { ...refused, subject: 'code, after ten wrong ones' },
    ]);
    expect((await trail('account_changed')).filter(({ outcome }) => outcome === 'refused')).toEqual([
      { ...refused, subject: 'two-step sign-in switched on: wrong code' },
      { ...refused, subject: 'two-step sign-in switched off: wrong code' },
    ]);
  });

  it('wrong passwords of a signed-in user', async () => {
    const self = browserOf(await signIn());
    await self.post('/api/auth/second-factor', { password: 'wrong' });
    await self.post(`/api/users/${person.id}/change-password`, {
      currentPassword: 'wrong',
      newPassword: 'battery staple',
    });
    expect(await trail('account_changed')).toEqual(
      [1, 2].map(() => ({ outcome: 'refused', subject: 'wrong password for a change', userId: person.id })),
    );
  });

  it('the operator’s changes of an account, on the server or on the operator’s page', async () => {
    const self = app.as(person);
    const { secret } = (await self.post('/api/auth/second-factor', { password: PASSWORD })).data;
    await self.post('/api/auth/second-factor/confirm', { code: codeAt(secret, clock.now()) });
    await app.database.query('DELETE FROM audit_entries');
    await switchOffCodes(app.database, person.email);
    await createResetLink(app.database, app.config, person.email);
    await app.as({ id: demo.engineerId }).post('/api/auth/reset-link', { email: person.email });
    const link = `link to a new password made for ${person.email}`;
    expect(await trail('account_changed')).toEqual([
      { outcome: 'ok', subject: `two-step sign-in of ${person.email} switched off on the server`, userId: null },
      { outcome: 'ok', subject: link, userId: null },
      { outcome: 'ok', subject: link, userId: demo.engineerId },
    ]);
  });

  it('refused sign-ins: of a suspended user, and by a used mailed link', async () => {
    const url = await createResetLink(app.database, app.config, person.email);
    const reset = { token: url!.slice(-43), password: 'battery staple' };
    expect((await app.anonymous.post('/api/auth/reset-password', reset)).status).toBe(200);
    expect((await app.anonymous.post('/api/auth/reset-password', reset)).status).toBe(410);
    await app.anonymous.post('/api/auth/sign-in/link/follow', { token: 'x'.repeat(43) });
    await app.database.query('UPDATE users SET suspended_at = now() WHERE id = $1', [person.id]);
    const refused = { email: person.email, password: reset.password };
    expect((await app.anonymous.post('/api/auth/sign-in/email', refused)).status).toBe(403);
    expect(await trail('sign_in')).toEqual([
      { outcome: 'ok', subject: 'session opened', userId: person.id },
      { outcome: 'refused', subject: 'mailed link to a new password, used or expired', userId: null },
      { outcome: 'refused', subject: 'mailed link to sign in, used or expired', userId: null },
      { outcome: 'refused', subject: 'suspended account', userId: person.id },
    ]);
  });

  it('users who join a studio by an invitation', async () => {
    const { studio, engineer } = own;
    const invite = { studioId: studio.id, invitedBy: engineer.id };
    const known = await build(app).invite({ ...invite, email: person.email });
    const fresh = await build(app).invite(invite);
    await app.as(person).post(`/api/invites/accept/${known.inviteToken}`);
    const { data } = await app.anonymous.post(`/api/invites/accept/${fresh.inviteToken}`, { password: PASSWORD });
    const subject = `became client of ${studio.name} by an invitation`;
    expect(await trail('role_changed')).toEqual([
      { outcome: 'ok', subject, userId: person.id },
      { outcome: 'ok', subject, userId: data.user.id },
    ]);
  });
});

it('the worker deletes entries older than AUDIT_DAYS', async () => {
  expect(await worker.get(Queues).get('default').getJobScheduler('audit.forget-old')).toMatchObject({
    pattern: '37 3 * * *',
  });
  for (const days of [31, 29, 0]) {
    await recordAudit(app.database, { action: 'export', subject: `${days} days old` });
    await app.database.query(`UPDATE audit_entries SET at = now() - $1 * interval '1 day' WHERE subject = $2`, [
      days,
      `${days} days old`,
    ]);
  }
  await worker.get(AuditWorker).forgetOld(
    { slot: new Date() },
    {
      eventId: demo.clientId,
      handler: 'audit.forget-old',
      attempt: 1,
      signal: new AbortController().signal,
      commit: <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work),
    },
  );
  expect((await trail('export')).map(({ subject }) => subject)).toEqual(['29 days old', '0 days old']);
});
