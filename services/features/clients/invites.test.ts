import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { clock } from '../../platform/clock.js';
import { mailFolder } from '../../platform/mail/create.js';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { build, type Built } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { drain } from '../../testing/drain.js';
import { startTestWorker } from '../../testing/worker.js';
import type { InviteView } from './clients.schema.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse';

let app: TestApp;
let worker: INestApplicationContext;
let own: Built;
let theirs: Built;
let engineer: Caller;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
});
beforeEach(async () => {
  own = await build(app).project({ title: 'Night Songs' });
  theirs = await build(app).project();
  engineer = app.as(own.engineer);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await worker?.close();
  await app?.close();
});

const someone = (name = 'Zoë') => ({ name, email: `${randomUUID()}@example.com` });
/** From an address of their own, so that the limits of one test do not meet another. */
const anonymous = () => app.anonymous.with({ 'x-forwarded-for': `203.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}` });
const cookieOf = (answer: Answer<unknown>) => ({
  cookie: answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; '),
});

async function invite(person: { name: string; email: string; projectId?: string } = someone()): Promise<InviteView> {
  const answer = await engineer.post<InviteView>('/api/invites', person);
  expect(answer.status).toBe(201);
  return answer.data;
}

/** The mails of one invite, oldest first, with their lines joined again. */
async function mailsOf({ id }: { id: string }): Promise<string[]> {
  await drain(app.database);
  const folder = mailFolder(app.config);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(`invite-${id}-`)).sort();
  return Promise.all(names.map(async (name) => (await readFile(`${folder}/${name}`, 'utf8')).replace(/=\r\n/g, '').replace(/=3D/g, '=')));
}

async function tokenOf(invited: { id: string }): Promise<string> {
  const last = (await mailsOf(invited)).at(-1) ?? '';
  return /\/invite\/([\w-]{43})/.exec(last)?.[1] ?? 'none';
}

const accept = (token: string, body: object = { password: PASSWORD }, caller = anonymous()) =>
  caller.post(`/api/invites/accept/${token}`, body);
const signIn = (email: string, password = PASSWORD) => anonymous().post('/api/auth/sign-in/email', { email, password });
const later = (days: number) => jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + days * DAY_MS));
const statusOf = async ({ id }: { id: string }) =>
  (await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`)).data.find((each) => each.id === id)?.status;

describe('an invite', () => {
  it('reaches the person by a mail of the studio, whose link nobody else learns', async () => {
    const person = someone();
    const answer = await engineer.post<InviteView>('/api/invites', { ...person, email: person.email.toUpperCase() });
    expect(answer).toMatchObject({ status: 201, data: { ...person, projectId: null, status: 'pending' } });
    expect(Date.parse(answer.data.expiresAt) - Date.now()).toBeGreaterThan(13.9 * DAY_MS);
    const [mail, ...more] = await mailsOf(answer.data);
    expect(more).toEqual([]);
    expect(mail).toContain(`<${person.email}>`);
    expect(mail).toContain('Studio invites you');
    const token = await tokenOf(answer.data);
    const list = await engineer.get(`/api/invites/engineer/${own.engineer.id}`);
    const rows = await app.database.query(
      'SELECT i::text AS t FROM invites i UNION ALL SELECT payload::text FROM outbox UNION ALL SELECT a::text FROM activities a',
    );
    for (const told of [answer.json, list.json, rows]) expect(JSON.stringify(told)).not.toContain(token);
  });

  it('makes the account with the name and password that the person chooses, and signs them in', async () => {
    const invited = await invite();
    const token = await tokenOf(invited);
    expect((await anonymous().get(`/api/invites/token/${token}`)).data).toEqual({
      email: invited.email,
      name: 'Zoë',
      studioName: 'Studio',
      hasAccount: false,
      signedInAs: null,
    });
    const accepted = await accept(token, { name: 'Zoë Z', password: PASSWORD });
    expect(accepted).toMatchObject({ status: 200, data: { user: { name: 'Zoë Z', email: invited.email, role: 'client' } } });
    const browser = app.anonymous.with(cookieOf(accepted));
    expect((await browser.get('/api/session')).data.user.id).toBe(accepted.data.user.id);
    expect((await signIn(invited.email)).status).toBe(200);
    expect((await engineer.get(`/api/users/${accepted.data.user.id}`)).data.name).toBe('Zoë Z');
    expect(await statusOf(invited)).toBe('accepted');
  });

  it('without a password says so, and can still be accepted', async () => {
    const token = await tokenOf(await invite());
    expect(await accept(token, {})).toMatchObject({ status: 400, code: 'invalid', details: { fields: [{ field: 'password' }] } });
    expect(await accept(token, { password: 'short77' })).toMatchObject({
      status: 400,
      message: 'Password must be at least 8 characters long',
    });
    expect((await accept(token)).status).toBe(200);
  });

  it('works once, also when it is opened in two windows at the same moment', async () => {
    const invited = await invite();
    const token = await tokenOf(invited);
    const answers = await Promise.all(['one password', 'two passwords', 'three words'].map((password) => accept(token, { password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const again = await accept(token, { password: 'another one' });
    expect(again).toMatchObject({ status: 409 });
    expect((await anonymous().get(`/api/invites/token/${token}`))).toMatchObject({ status: 409, code: 'invite_used' });
    expect((await signIn(invited.email, 'another one')).status).toBe(401);
  });

  it('ends after fourteen days, until it is sent again', async () => {
    const invited = await invite();
    const token = await tokenOf(invited);
    later(14);
    for (const answer of [await anonymous().get(`/api/invites/token/${token}`), await accept(token)]) {
      expect(answer).toMatchObject({ status: 409, code: 'invite_expired', message: expect.stringContaining('expired') });
    }
    expect(await statusOf(invited)).toBe('expired');
    expect((await engineer.post(`/api/invites/${invited.id}/resend`)).data).toMatchObject({ id: invited.id, status: 'pending' });
    expect((await accept(await tokenOf(invited))).status).toBe(200);
  });

  it('sent again has a new link and only that', async () => {
    const invited = await invite();
    const old = await tokenOf(invited);
    expect((await engineer.post(`/api/invites/${invited.id}/resend`)).status).toBe(200);
    expect(await mailsOf(invited)).toHaveLength(2);
    const fresh = await tokenOf(invited);
    expect(fresh).not.toBe(old);
    expect(await accept(old)).toMatchObject({ status: 404, message: expect.stringContaining('open the newest') });
    expect((await accept(fresh)).status).toBe(200);
    expect(await engineer.post(`/api/invites/${invited.id}/resend`)).toMatchObject({ status: 409, code: 'invite_used' });
    expect((await engineer.delete(`/api/invites/${invited.id}`)).status).toBe(409);
  });

  it('that is cancelled leads nowhere; inviting again makes a new one', async () => {
    const invited = await invite();
    const token = await tokenOf(invited);
    expect(await engineer.delete(`/api/invites/${invited.id}`)).toMatchObject({ status: 200, data: null });
    expect((await engineer.delete(`/api/invites/${invited.id}`)).status).toBe(200);
    expect(await accept(token)).toMatchObject({ status: 409, code: 'invite_cancelled' });
    expect(await engineer.post(`/api/invites/${invited.id}/resend`)).toMatchObject({ status: 409, code: 'invite_cancelled' });
    const again = await invite({ name: invited.name, email: invited.email });
    expect(again.id).not.toBe(invited.id);
    expect((await accept(await tokenOf(again))).status).toBe(200);
  });

  it('to one address by several at once is one invite', async () => {
    const person = someone();
    const answers = await Promise.all([1, 2, 3].map(() => engineer.post<InviteView>('/api/invites', person)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await accept(await tokenOf(answers[0]!.data))).status).toBe(200);
  });

  it('cancelled and accepted at once is one of the two', async () => {
    const invited = await invite();
    const token = await tokenOf(invited);
    const [accepted, cancelled] = await Promise.all([accept(token), engineer.delete(`/api/invites/${invited.id}`)]);
    expect([accepted.status, cancelled.status].sort()).toEqual([200, 409]);
    expect(await statusOf(invited)).toBe(accepted.status === 200 ? 'accepted' : 'cancelled');
    expect((await signIn(invited.email)).status).toBe(accepted.status === 200 ? 200 : 401);
  });

  it.each(['x', 'x'.repeat(43), '..%2F..'])('with the token %s does not exist', async (token) => {
    expect((await anonymous().get(`/api/invites/token/${token}`)).status).toBe(404);
    expect((await accept(token)).status).toBe(404);
  });

  it('slows down whoever tries tokens', async () => {
    const caller = app.anonymous.with({ 'x-forwarded-for': '198.51.100.9' });
    const tries = await Promise.all(Array.from({ length: 32 }, (_, n) => caller.get(`/api/invites/token/guess${n}`)));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('an invite for an address that has an account', () => {
  let account: { id: string; email: string };
  let token: string;
  beforeEach(async () => {
    const first = await accept(await tokenOf(await invite()));
    account = first.data.user;
    const answer = await app.as(theirs.engineer).post<InviteView>('/api/invites', { name: 'Other', email: account.email });
    token = await tokenOf(answer.data);
  });
  const isTheirs = async () => (await app.as(theirs.engineer).get(`/api/users/${account.id}`)).status === 200;

  it('never sets a password: the owner signs in first', async () => {
    expect((await anonymous().get(`/api/invites/token/${token}`)).data.hasAccount).toBe(true);
    const taken = await accept(token, { name: 'Thief', password: 'stolen horse' });
    expect(taken).toMatchObject({ status: 409, code: 'account_exists' });
    expect(taken.headers.getSetCookie()).toEqual([]);
    expect((await signIn(account.email, 'stolen horse')).status).toBe(401);
    const browser = anonymous().with(cookieOf(await signIn(account.email)));
    expect((await browser.get(`/api/invites/token/${token}`)).data.signedInAs).toBe(account.email);
    const accepted = await accept(token, { name: 'Renamed', password: 'stolen horse' }, browser);
    expect(accepted).toMatchObject({ status: 200, data: { user: { id: account.id, name: 'Zoë' } } });
    expect((await signIn(account.email)).status).toBe(200);
    expect(await isTheirs()).toBe(true);
  });

  it('is refused to somebody else who is signed in, and stays open for its owner', async () => {
    for (const other of [app.as(own.client), app.as(theirs.engineer)]) {
      expect(await accept(token, { password: PASSWORD }, other)).toMatchObject({
        status: 409,
        code: 'signed_in_as_another',
        message: expect.stringContaining(account.email),
      });
    }
    expect((await app.as(account).call('POST', `/api/invites/accept/${token}`)).status).toBe(200);
  });
});

describe('the profile of somebody who has an account', () => {
  const address = '1 Secret Street';
  const profileFor = (user: { id: string }, { id }: { id: string }) => app.as(user).get(`/api/users/${id}/profile`);

  it('is opened by accepting a studio’s invitation, not by entering the address', async () => {
    const person = someone();
    await app.as(theirs.engineer).post('/api/users', { ...person, role: 'client' });
    const { user } = (await accept(await tokenOf(await invite(person)))).data;
    await app.as(user).put(`/api/users/${user.id}/profile`, { address });
    expect((await profileFor(own.engineer, user)).data.address).toBe(address);
    const { data: project } = await app.as(theirs.engineer).post('/api/projects', { title: 'Third', client: person });
    expect(project.clientId).toBe(user.id);
    expect(await profileFor(theirs.engineer, user)).toMatchObject({
      status: 403,
      message: 'This client has not accepted your invitation yet',
    });

    const [sent] = (await app.as(theirs.engineer).get<InviteView[]>(`/api/invites/engineer/${theirs.engineer.id}`)).data;
    expect((await accept(await tokenOf(sent!), {}, app.as(user))).status).toBe(200);
    expect((await profileFor(theirs.engineer, user)).data.address).toBe(address);
  });

  it('stays off the invoices of a studio whose invitation they have not accepted', async () => {
    const { user } = (await accept(await tokenOf(await invite()))).data;
    await app.as(user).put(`/api/users/${user.id}/profile`, { address });
    const printed = async (by: Built) => {
      const { data: project } = await app.as(by.engineer).post('/api/projects', { title: 'P', client: { name: 'N', email: user.email } });
      await build(app).quote({ projectId: project.id, status: 'accepted' });
      await app.database.query(`UPDATE projects SET status = 'preview_ready' WHERE id = $1`, [project.id]);
      const { status } = await app.as(by.engineer).post('/api/invoices', { projectId: project.id, amount: 1, due_date: '2999-01-01' });
      const [invoice] = await app.database.query<{ recipient: { address: string } }>(
        'SELECT recipient FROM invoices WHERE project_id = $1',
        [project.id],
      );
      return [status, invoice?.recipient.address];
    };
    expect(await printed(own)).toEqual([201, address]);
    expect(await printed(theirs)).toEqual([201, '']);
  });
});

describe('who is invited without being asked for', () => {
  const invitesTo = async (email: string) =>
    app.database.query<{ projectId: string | null }>('SELECT project_id AS "projectId" FROM invites WHERE email = $1', [email]);

  it('is the new client of a new project, whose history says when they came', async () => {
    const person = someone();
    const { data: project } = await engineer.post('/api/projects', { title: 'First Light', client: person });
    expect(await invitesTo(person.email)).toEqual([{ projectId: project.id }]);
    const [invited] = (await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`)).data;
    expect((await mailsOf(invited!))[0]).toContain('First Light');
    await accept(await tokenOf(invited!));
    const { data } = await engineer.get(`/api/projects/${project.id}/activity`);
    expect(data[0]).toMatchObject({ type: 'invite_accepted', message: 'Accepted the invitation', actor: { name: 'Zoë' } });
  });

  it('is a client who is created, once as long as the link works', async () => {
    const person = someone();
    for (let n = 0; n < 2; n += 1) await engineer.post('/api/users', { ...person, role: 'client' });
    await engineer.post('/api/projects', { title: 'Second', client: person });
    const [invited] = (await engineer.get<InviteView[]>(`/api/invites/engineer/${own.engineer.id}`)).data;
    expect(await mailsOf(invited!)).toHaveLength(1);
    later(20);
    await engineer.post('/api/users', { ...person, role: 'client' });
    expect(await mailsOf(invited!)).toHaveLength(2);
  });

  it('is nobody who has accepted an invitation of the studio', async () => {
    const { data } = await accept(await tokenOf(await invite()));
    await engineer.post('/api/projects', { title: 'Third', client: { name: 'Any', email: data.user.email } });
    expect(await invitesTo(data.user.email)).toHaveLength(1);
  });
});

describe('inviting', () => {
  it('is refused for an engineer’s address, and leaves nothing behind', async () => {
    const { email } = theirs.engineer;
    expect(await engineer.post('/api/invites', { name: 'X', email })).toMatchObject({ status: 409, code: 'email_is_engineer' });
    expect((await engineer.get(`/api/invites/engineer/${own.engineer.id}`)).data).toEqual([]);
  });

  it('to a project is for its client and its studio only', async () => {
    const { name, email } = own.client;
    expect((await invite({ name, email, projectId: own.project.id })).projectId).toBe(own.project.id);
    expect((await engineer.post('/api/invites', { ...someone(), projectId: own.project.id })).status).toBe(422);
    expect((await engineer.post('/api/invites', { name, email, projectId: theirs.project.id })).status).toBe(404);
  });

  it('of another studio is out of reach', async () => {
    const invited = await invite();
    const stranger = app.as(theirs.engineer);
    expect((await stranger.get(`/api/invites/engineer/${own.engineer.id}`)).status).toBe(404);
    expect((await stranger.post(`/api/invites/${invited.id}/resend`)).status).toBe(404);
    expect((await stranger.delete(`/api/invites/${invited.id}`)).status).toBe(404);
    expect((await engineer.get(`/api/invites/engineer/${own.client.id}`)).status).toBe(404);
    expect(await statusOf(invited)).toBe('pending');
  });

  it('ends when the client is taken out, and is forgotten when they delete their account', async () => {
    const invited = await invite();
    const token = await tokenOf(invited);
    const [client] = await app.database.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [invited.email]);
    expect((await engineer.delete(`/api/users/${client!.id}`)).status).toBe(200);
    expect((await accept(token)).code).toBe('invite_cancelled');
    expect((await app.as(client!).delete(`/api/users/${client!.id}`)).status).toBe(200);
    expect(await app.database.query('SELECT 1 FROM invites WHERE email = $1', [invited.email])).toEqual([]);
  });
});

describe('the list of clients', () => {
  it('says who has an account, who is invited, and how many projects they have', async () => {
    const invited = await invite(someone('Aaron'));
    await build(app).project({ studioId: own.studio.id, clientId: own.client.id });
    const { data } = await engineer.get('/api/clients');
    expect(data).toEqual([
      expect.objectContaining({ name: 'Aaron', joined: false, projectCount: 0, lastProjectAt: null, invite: invited }),
      expect.objectContaining({ id: own.client.id, joined: false, projectCount: 2, invite: null }),
    ]);
    await accept(await tokenOf(invited));
    const [aaron] = (await engineer.get('/api/clients?search=AARO')).data;
    expect(aaron).toMatchObject({ joined: true, invite: { status: 'accepted' } });
  });

  it('finds by name and address, literally, and comes in pages', async () => {
    for (const name of ['Ann 100%', 'Bea', 'Cid']) await invite(someone(name));
    const names = async (query: string) => (await engineer.get(`/api/clients?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await names('search=100%25')).toEqual(['Ann 100%']);
    expect(await names(`search=${own.client.email}`)).toEqual([own.client.name]);
    const first = await engineer.get('/api/clients?limit=2');
    expect(await names(`limit=2&cursor=${first.nextCursor}`)).toEqual(['Cid', 'Client']);
  });
});
