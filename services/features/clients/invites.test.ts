import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { clock } from '../../platform/clock.js';
import { handlersOf } from '../../platform/events/decorators.js';
import { PermanentError } from '../../platform/events/handler.js';
import { QueueAdmin } from '../../platform/events/queue-admin.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Answer } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { NotificationMailWorker } from '../notifications/notification-mail.worker.js';
import type { InviteView } from './clients.schema.js';
import { InvitationActions, PASSWORD, someone } from './invitation-actions.testing.js';
import { InvitesWorker } from './invites.worker.js';

const DAY_MS = 86_400_000;

const { app, worker, own, engineer } = useApp({ worker: true, project: { title: 'Night Songs' } });
let theirs: ProjectFixture;
let invitations: InvitationActions;

beforeEach(async () => {
  theirs = await build(app).project();
  invitations = new InvitationActions(app, engineer);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const cookieOf = (answer: Answer<unknown>) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
});

const signIn = (email: string, password = PASSWORD) =>
  invitations.anonymous().post('/api/auth/sign-in/email', { email, password });
const later = (days: number) => jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + days * DAY_MS));
const statusOf = async ({ id }: { id: string }) =>
  (await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`)).data.find((each) => each.id === id)
    ?.status;

describe('rate limits', () => {
  it('refuse too many mails to one person, without affecting other studios', async () => {
    const invite = await invitations.invite();
    const resend = () => engineer.post(`/api/invites/${invite.id}/resend`);
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
    const refused = await resend();
    expect([refused.status, refused.code]).toEqual([429, 'too_many_requests']);
    const elsewhere = await app.as(theirs.engineer).post('/api/invites', { name: invite.name, email: invite.email });
    expect(elsewhere.status).toBe(201);
  });

  it('refuse too many mails of one studio within an hour', async () => {
    const answers = [];
    for (let n = 0; n < 61; n++) {
      const body = { name: `Client ${n}`, email: `client-${n}@example.com` };
      answers.push((await engineer.post('/api/invites', body)).status);
    }
    expect(answers.filter((status) => status === 201)).toHaveLength(60);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('the mail of an invite', () => {
  it('is retried as often as any other mail', () => {
    const policies = [InvitesWorker, NotificationMailWorker].map((type: Type<object>) =>
      handlersOf(worker.get(type)).flatMap(({ queue, attempts }) => (queue === 'mail' ? [{ queue, attempts }] : [])),
    );
    expect(policies).toEqual([[{ queue: 'mail', attempts: 17 }], [{ queue: 'mail', attempts: 17 }]]);
  });

  /** An invitation whose mail was given up, and whether it is shown as failed. */
  async function refused() {
    // Mails of earlier tests must not get the refusal.
    await drain(app.database);
    jest.spyOn(app.platform.mailer, 'send').mockRejectedValueOnce(new PermanentError('No such mailbox'));
    const invite = await invitations.invite();
    const failed = async () =>
      (await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`)).data.find(
        ({ id }) => id === invite.id,
      )!.mailFailed;
    expect(invite.mailFailed).toBe(false);
    await until('the mail to be given up', failed);
    return { invite, failed };
  }

  it('is no longer shown as failed once an operator has retried its job', async () => {
    const { failed } = await refused();
    const queues = app.get(QueueAdmin);
    await until('the failed job', async () => (await queues.failed('mail', 0, 9)).length === 1);
    const [job] = await queues.failed('mail', 0, 9);
    await queues.retry('mail', job!.id);
    await drain(app.database);
    expect(await failed()).toBe(false);
  });

  it('is shown as failed when delivery is given up, until it is sent again', async () => {
    const { invite, failed } = await refused();
    await app.database.query(
      'INSERT INTO processed_event (event_id, handler) SELECT id, unnest(handlers) FROM outbox ON CONFLICT DO NOTHING',
    );
    await engineer.post(`/api/invites/${invite.id}/resend`);
    expect(await failed()).toBe(false);
    expect(await invitations.tokenOf(invite)).not.toBe('none');
  });
});

describe('an invite', () => {
  it('is mailed in the name of the studio, and only the mail contains the link', async () => {
    jest.replaceProperty(app.config, 'smtpUrl', 'smtp://mail.example.com');
    const person = someone();
    const answer = await engineer.post<InviteView>('/api/invites', { ...person, email: person.email.toUpperCase() });
    expect(answer).toMatchObject({ status: 201, data: { ...person, projectId: null, status: 'pending' } });
    expect(Date.parse(answer.data.expiresAt) - Date.now()).toBeGreaterThan(13.9 * DAY_MS);
    const [mail, ...more] = await invitations.mailsOf(answer.data);
    expect(more).toEqual([]);
    expect(mail).toContain(`<${person.email}>`);
    expect(mail).toContain('Studio invites you');
    const token = await invitations.tokenOf(answer.data);
    const list = await engineer.get(`/api/invites/engineer/${own.engineer.id}`);
    const rows = await app.database.query(
      'SELECT i::text AS t FROM invites i UNION ALL SELECT payload::text FROM outbox UNION ALL SELECT a::text FROM activities a',
    );
    for (const told of [answer.json, list.json, rows]) expect(JSON.stringify(told)).not.toContain(token);
  });

  it('shows the engineer its link if the portal sends no mail, as long as it is valid', async () => {
    const invite = await invitations.invite();
    const token = await invitations.tokenOf(invite);
    expect(invite.link).toBe(`${app.url}/invite/${token}`);
    await engineer.delete(`/api/invites/${invite.id}`);
    const { data } = await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`);
    expect(data.find(({ id }) => id === invite.id)?.link ?? null).toBeNull();
  });

  it('creates the account with the chosen name and password, and signs the person in', async () => {
    const invited = await invitations.invite();
    const token = await invitations.tokenOf(invited);
    expect((await invitations.anonymous().get(`/api/invites/token/${token}`)).data).toEqual({
      email: invited.email,
      name: 'Zoë',
      studioName: 'Studio',
      project: null,
      hasAccount: false,
      signedInAs: null,
    });
    const accepted = await invitations.accept(token, { name: 'Zoë Z', password: PASSWORD });
    expect(accepted).toMatchObject({
      status: 200,
      data: { user: { name: 'Zoë Z', email: invited.email, role: 'client' } },
    });
    const browser = app.anonymous.with(cookieOf(accepted));
    expect((await browser.get('/api/session')).data.user.id).toBe(accepted.data.user.id);
    expect((await signIn(invited.email)).status).toBe(200);
    expect((await engineer.get(`/api/users/${accepted.data.user.id}`)).data.name).toBe('Zoë Z');
    expect(await statusOf(invited)).toBe('accepted');
  });

  it('asks for a missing password, and can still be accepted afterwards', async () => {
    const token = await invitations.tokenOf(await invitations.invite());
    expect(await invitations.accept(token, {})).toMatchObject({
      status: 400,
      code: 'invalid',
      details: { fields: [{ field: 'password' }] },
    });
    expect(await invitations.accept(token, { password: 'short77' })).toMatchObject({
      status: 400,
      message: 'Password must be at least 8 characters long',
    });
    expect((await invitations.accept(token)).status).toBe(200);
  });

  it('works once, even if it is accepted in two windows at the same time', async () => {
    const invited = await invitations.invite();
    const token = await invitations.tokenOf(invited);
    const answers = await Promise.all(
      ['one password', 'two passwords', 'three words'].map((password) => invitations.accept(token, { password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const again = await invitations.accept(token, { password: 'another one' });
    expect(again).toMatchObject({ status: 409 });
    expect(await invitations.anonymous().get(`/api/invites/token/${token}`)).toMatchObject({
      status: 409,
      code: 'invite_used',
    });
    expect((await signIn(invited.email, 'another one')).status).toBe(401);
  });

  it('expires after fourteen days, until it is sent again', async () => {
    const invited = await invitations.invite();
    const token = await invitations.tokenOf(invited);
    later(14);
    for (const answer of [
      await invitations.anonymous().get(`/api/invites/token/${token}`),
      await invitations.accept(token),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        code: 'invite_expired',
        message: expect.stringContaining('expired'),
      });
    }
    expect(await statusOf(invited)).toBe('expired');
    expect((await engineer.post(`/api/invites/${invited.id}/resend`)).data).toMatchObject({
      id: invited.id,
      status: 'pending',
    });
    expect((await invitations.accept(await invitations.tokenOf(invited))).status).toBe(200);
  });

  it('only has its new link after being sent again', async () => {
    const invited = await invitations.invite();
    const old = await invitations.tokenOf(invited);
    expect((await engineer.post(`/api/invites/${invited.id}/resend`)).status).toBe(200);
    expect(await invitations.mailsOf(invited)).toHaveLength(2);
    const fresh = await invitations.tokenOf(invited);
    expect(fresh).not.toBe(old);
    expect(await invitations.accept(old)).toMatchObject({
      status: 404,
      message: expect.stringContaining('open the newest'),
    });
    expect((await invitations.accept(fresh)).status).toBe(200);
    expect(await engineer.post(`/api/invites/${invited.id}/resend`)).toMatchObject({
      status: 409,
      code: 'invite_used',
    });
    expect((await engineer.delete(`/api/invites/${invited.id}`)).status).toBe(409);
  });

  it('stops working when cancelled; inviting again creates a new one', async () => {
    const invited = await invitations.invite();
    const token = await invitations.tokenOf(invited);
    expect(await engineer.delete(`/api/invites/${invited.id}`)).toMatchObject({ status: 200, data: null });
    expect((await engineer.delete(`/api/invites/${invited.id}`)).status).toBe(200);
    const trail = await app.database.query('SELECT subject FROM audit_entries WHERE subject_id = $1', [invited.id]);
    expect(trail).toEqual([{ subject: `invitation of ${invited.email} withdrawn` }]);
    expect(await invitations.accept(token)).toMatchObject({ status: 409, code: 'invite_cancelled' });
    expect(await engineer.post(`/api/invites/${invited.id}/resend`)).toMatchObject({
      status: 409,
      code: 'invite_cancelled',
    });
    const again = await invitations.invite({ name: invited.name, email: invited.email });
    expect(again.id).not.toBe(invited.id);
    expect((await invitations.accept(await invitations.tokenOf(again))).status).toBe(200);
  });

  it('is created once when several engineers invite an address at the same time', async () => {
    const person = someone();
    const answers = await Promise.all([1, 2, 3].map(() => engineer.post<InviteView>('/api/invites', person)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await invitations.accept(await invitations.tokenOf(answers[0]!.data))).status).toBe(200);
  });

  it('is either cancelled or accepted when both happen at the same time', async () => {
    const invited = await invitations.invite();
    const token = await invitations.tokenOf(invited);
    const [accepted, cancelled] = await Promise.all([
      invitations.accept(token),
      engineer.delete(`/api/invites/${invited.id}`),
    ]);
    expect([accepted.status, cancelled.status].sort()).toEqual([200, 409]);
    expect(await statusOf(invited)).toBe(accepted.status === 200 ? 'accepted' : 'cancelled');
    expect((await signIn(invited.email)).status).toBe(accepted.status === 200 ? 200 : 401);
  });

  it.each(['x', 'x'.repeat(43), '..%2F..'])('is not found by the token %s', async (token) => {
    expect((await invitations.anonymous().get(`/api/invites/token/${token}`)).status).toBe(404);
    expect((await invitations.accept(token)).status).toBe(404);
  });

  it('slows down guessing of tokens', async () => {
    const caller = app.anonymous.with({ 'x-forwarded-for': '198.51.100.9' });
    const tries = await Promise.all(Array.from({ length: 32 }, (_, n) => caller.get(`/api/invites/token/guess${n}`)));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('an invitation to an address with an account', () => {
  let account: { id: string; email: string };
  let token: string;
  beforeEach(async () => {
    const first = await invitations.accept(await invitations.tokenOf(await invitations.invite()));
    account = first.data.user;
    const answer = await app
      .as(theirs.engineer)
      .post<InviteView>('/api/invites', { name: 'Other', email: account.email });
    token = await invitations.tokenOf(answer.data);
  });
  const isTheirs = async () => (await app.as(theirs.engineer).get(`/api/users/${account.id}`)).status === 200;

  it('never sets a password: the owner signs in first', async () => {
    expect((await invitations.anonymous().get(`/api/invites/token/${token}`)).data.hasAccount).toBe(true);
    const taken = await invitations.accept(token, { name: 'Thief', password: 'stolen horse' });
    expect(taken).toMatchObject({ status: 409, code: 'account_exists' });
    expect(taken.headers.getSetCookie()).toEqual([]);
    expect((await signIn(account.email, 'stolen horse')).status).toBe(401);
    const browser = invitations.anonymous().with(cookieOf(await signIn(account.email)));
    expect((await browser.get(`/api/invites/token/${token}`)).data.signedInAs).toBe(account.email);
    const accepted = await invitations.accept(token, { name: 'Renamed', password: 'stolen horse' }, browser);
    expect(accepted).toMatchObject({ status: 200, data: { user: { id: account.id, name: 'Zoë' } } });
    expect((await signIn(account.email)).status).toBe(200);
    expect(await isTheirs()).toBe(true);
  });

  it('is refused to other signed-in users, and stays open for its owner', async () => {
    for (const other of [app.as(own.client), app.as(theirs.engineer)]) {
      expect(await invitations.accept(token, { password: PASSWORD }, other)).toMatchObject({
        status: 409,
        code: 'signed_in_as_another',
        message: expect.stringContaining(account.email),
      });
    }
    expect((await app.as(account).call('POST', `/api/invites/accept/${token}`)).status).toBe(200);
  });
});

describe('implicit invitations', () => {
  const invitesTo = async (email: string) =>
    app.database.query<{ projectId: string | null }>('SELECT project_id AS "projectId" FROM invites WHERE email = $1', [
      email,
    ]);

  it('are sent to the new client of a new project, whose history shows when they accept', async () => {
    const person = someone();
    const { data: project } = await engineer.post('/api/projects', { title: 'First Light', client: person });
    expect(await invitesTo(person.email)).toEqual([{ projectId: project.id }]);
    const [invited] = (await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`)).data;
    expect((await invitations.mailsOf(invited!))[0]).toContain('First Light');
    await invitations.accept(await invitations.tokenOf(invited!));
    const { data } = await engineer.get(`/api/projects/${project.id}/activity`);
    expect(data[0]).toMatchObject({
      type: 'invite_accepted',
      message: 'Accepted the invitation',
      actor: { name: 'Zoë' },
    });
  });

  it('are sent to a newly created client, once while the link is valid', async () => {
    const person = someone();
    for (let n = 0; n < 2; n += 1) await engineer.post('/api/users', { ...person, role: 'client' });
    await engineer.post('/api/projects', { title: 'Second', client: person });
    const [invited] = (await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`)).data;
    expect(await invitations.mailsOf(invited!)).toHaveLength(1);
    later(20);
    await engineer.post('/api/users', { ...person, role: 'client' });
    expect(await invitations.mailsOf(invited!)).toHaveLength(2);
  });

  it('are not sent to people who have already accepted one of the studio', async () => {
    const { data } = await invitations.accept(await invitations.tokenOf(await invitations.invite()));
    await engineer.post('/api/projects', { title: 'Third', client: { name: 'Any', email: data.user.email } });
    expect(await invitesTo(data.user.email)).toHaveLength(1);
  });
});

describe('invitations', () => {
  it('is refused for the address of an engineer of the studio, without side effects', async () => {
    const { email } = own.engineer;
    expect(await engineer.post('/api/invites', { name: 'X', email })).toMatchObject({
      status: 409,
      code: 'email_is_engineer',
    });
    expect((await engineer.get(`/api/invites/engineer/${own.engineer.id}`)).data).toEqual([]);
  });

  it('to a project requires its own client and studio', async () => {
    const { name, email } = own.client;
    const invited = await invitations.invite({ name, email, projectId: own.project.id });
    expect(invited.projectId).toBe(own.project.id);
    const { data } = await invitations.anonymous().get(`/api/invites/token/${await invitations.tokenOf(invited)}`);
    expect(data.project).toEqual({ id: own.project.id, title: own.project.title });
    expect((await engineer.post('/api/invites', { ...someone(), projectId: own.project.id })).status).toBe(422);
    expect((await engineer.post('/api/invites', { name, email, projectId: theirs.project.id })).status).toBe(404);
  });

  it('of another studio cannot be changed', async () => {
    const invited = await invitations.invite();
    const stranger = app.as(theirs.engineer);
    expect((await stranger.get(`/api/invites/engineer/${own.engineer.id}`)).status).toBe(404);
    expect((await stranger.post(`/api/invites/${invited.id}/resend`)).status).toBe(404);
    expect((await stranger.delete(`/api/invites/${invited.id}`)).status).toBe(404);
    expect((await engineer.get(`/api/invites/engineer/${own.client.id}`)).status).toBe(404);
    expect(await statusOf(invited)).toBe('pending');
  });

  it('ends when the client is removed, along with their name and address', async () => {
    const invited = await invitations.invite();
    const token = await invitations.tokenOf(invited);
    const [client] = await app.database.query<{ id: string }>('SELECT id FROM users WHERE invited_email = $1', [
      invited.email,
    ]);
    expect((await engineer.delete(`/api/users/${client!.id}`)).status).toBe(200);
    expect((await invitations.accept(token)).code).toBe('invite_cancelled');
    expect(
      (await engineer.post('/api/users', { name: 'Anew', email: invited.email, role: 'client' })).data,
    ).toMatchObject({ name: 'Anew' });
    const entries = await app.database.query('SELECT name FROM users WHERE id = $1', [client!.id]);
    expect(entries).toEqual([{ name: 'Deleted user' }]);
  });

  it('is deleted when the person deletes their account', async () => {
    const invited = await invitations.invite();
    const { user } = (await invitations.accept(await invitations.tokenOf(invited))).data;
    const deleted = await app.as(user).delete(`/api/users/${user.id}`, { password: PASSWORD });
    expect(deleted.status).toBe(200);
    expect(await app.database.query('SELECT 1 FROM invites WHERE email = $1', [invited.email])).toEqual([]);
  });
});
