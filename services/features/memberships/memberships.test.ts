import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import PostalMime from 'postal-mime';
import { mailFolder } from '../../platform/mail/create.js';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { ClientView, InviteView, OpenInvite } from '../clients/clients.schema.js';
import { InvitationActions, someone } from '../clients/invitation-actions.testing.js';
import { Notification } from '../notifications/notification.entity.js';
import { lockProject } from '../projects/projects.writes.js';
import { verifyUser } from '../users/users.writes.js';

const { app, own, engineer } = useApp({ worker: true, project: { title: 'Night Songs' } });
let theirs: ProjectFixture;
let other: Caller;
let person: { id: string; name: string; email: string };
let home: Caller;

/** A person with an account who is a client of the first studio. */
beforeEach(async () => {
  theirs = await build(app).project();
  other = app.as(theirs.engineer);
  const invitations = new InvitationActions(app, engineer);
  const accepted = await invitations.accept(await invitations.tokenOf(await invitations.invite(someone('Ida'))));
  person = accepted.data.user;
  home = app.as(person);
});

/** Makes the second studio prepare a project with a quote for an address. */
async function prepare(email: string, name = 'Typed'): Promise<{ id: string; clientId: string }> {
  const { data: project } = await other.post('/api/projects', { title: 'Stranger Songs', client: { name, email } });
  await other.post('/api/quotes', { projectId: project.id, amount: 450 });
  return project;
}

const clientOf = async (caller: Caller, email: string) =>
  (await caller.get<ClientView[]>('/api/clients')).data.find((client) => client.email === email);
const open = async (caller = home) => (await caller.get<OpenInvite[]>('/api/invites/open')).data;
const inviteTo = async (email: string) =>
  (await other.get<InviteView[]>(`/api/invites/engineer/${theirs.engineer.id}`)).data.find(
    (invite) => invite.email === email,
  )!;

async function subjectsTo(email: string): Promise<string[]> {
  await drain(app.database);
  const folder = mailFolder(app.config);
  const mails = await Promise.all(
    (await readdir(folder)).map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject ?? '');
}

/** Everything that a person sees of the studios they work with. */
async function seen(caller: Caller) {
  const paths = ['projects', 'projects/waiting', 'invoices', 'notifications', 'notifications/unread-count'];
  const answers = await Promise.all([...paths, 'studio/brand'].map((path) => caller.get(`/api/${path}`)));
  return answers.map(({ data }) => data as unknown);
}

describe('entering an address', () => {
  /** Everything that the second studio sees, normalised for values that differ for every new client. */
  async function responsesFor(email: string) {
    const begun = Date.now();
    const created = await other.post('/api/users', { name: 'Typed', email, role: 'client' });
    const project = await other.post('/api/projects', { title: 'P', client: { name: 'Again', email } });
    const clientId: string = created.data.id;
    // The id contains the time of creation, so it must be new for every address.
    expect(parseInt(clientId.replace('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(begun - 1000);
    const answers = [
      created,
      project,
      await other.get(`/api/users/${clientId}`),
      await other.get(`/api/users/${clientId}/profile`),
      await other.get(`/api/clients?search=${encodeURIComponent(email)}`),
      await other.get(`/api/projects/${project.data.id}`),
      await other.post('/api/invites', { name: 'Third', email }),
      await other.post(`/api/clients/${clientId}/suspend`),
      await other.post(`/api/clients/${clientId}/resume`),
    ];
    const text = JSON.stringify(answers.map(({ status, json }) => ({ status, json })));
    for (const [, time] of text.matchAll(/"createdAt":"([^"]+)"/g)) {
      expect(Date.parse(time!)).toBeGreaterThanOrEqual(begun - 1000);
    }
    return text
      .replaceAll(email, 'EMAIL')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
      .replace(/invite\/[\w-]{43}/g, 'LINK');
  }

  it('returns the same responses, field by field, for every kind of address', async () => {
    const unknown = await responsesFor(someone().email);
    expect(unknown).toContain('"name":"Typed"');
    const suspended = await build(app).client({ studioId: own.studio.id, name: 'Kept out' });
    await engineer.post(`/api/clients/${suspended.id}/suspend`);
    const gone = await build(app).client({ studioId: own.studio.id });
    await app.as(gone).delete(`/api/users/${gone.id}`);
    const operator = await build(app).engineer({ isOperator: true });
    const entered = someone();
    await engineer.post('/api/users', { ...entered, role: 'client' });
    for (const { email } of [person, own.client, own.engineer, operator, suspended, gone, entered]) {
      expect(await responsesFor(email)).toBe(unknown);
    }
  });

  it('reveals nothing when the person deletes their account', async () => {
    await prepare(person.email);
    await drain(app.database);
    const before = await clientOf(other, person.email);
    await home.delete(`/api/users/${person.id}`, { password: 'correct horse' });
    const after = await clientOf(other, person.email);
    expect(after).toEqual({ ...before, invite: { ...before!.invite, status: 'declined', link: null } });
    expect(await other.get('/api/notifications')).toMatchObject({ data: [] });
  });

  it('is only refused for an engineer of the same studio', async () => {
    expect(await engineer.post('/api/invites', { name: 'X', email: own.engineer.email })).toMatchObject({
      status: 409,
      code: 'email_is_engineer',
    });
  });
});

describe('a person entered by another studio', () => {
  it('keeps their data and sees nothing of what it prepares', async () => {
    const before = await seen(home);
    const project = await prepare(person.email);
    expect(await seen(home)).toEqual(before);
    await drain(app.database);
    expect(await seen(home)).toEqual(before);
    for (const path of [`projects/${project.id}`, `quotes/current/${project.id}`, `users/${theirs.engineer.id}`]) {
      expect((await home.get(`/api/${path}`)).status).toBe(404);
    }
    expect((await engineer.get(`/api/users/${person.id}`)).data).toMatchObject({ name: 'Ida', email: person.email });
    expect((await other.get(`/api/users/${person.id}`)).status).toBe(404);
  });

  it('gets a single mail, the invitation, no matter what the studio does', async () => {
    const had = await subjectsTo(person.email);
    const project = await prepare(person.email);
    const fileId = (await build(app).file({ projectId: project.id })).id;
    await other.post('/api/comments', { projectId: project.id, comment: 'Listen', fileId });
    const subjects = await subjectsTo(person.email);
    expect(subjects.slice(had.length)).toEqual(['Studio invites you to “Stranger Songs”']);
  });

  it('sees the invitation on their home page, and everything prepared after accepting', async () => {
    const project = await prepare(person.email);
    const [question, ...more] = await open();
    expect(more).toEqual([]);
    expect(question).toMatchObject({ studioName: 'Studio', invitedBy: 'Engineer', projectTitle: 'Stranger Songs' });
    expect(await clientOf(other, person.email)).toMatchObject({ name: 'Typed', joined: false, id: project.clientId });
    expect((await other.get(`/api/users/${project.clientId}`)).data).toMatchObject({ invited: true });
    await drain(app.database);

    expect((await home.post(`/api/invites/${question!.id}/accept`)).status).toBe(200);
    expect(await open()).toEqual([]);
    expect((await home.get('/api/projects')).data).toEqual([expect.objectContaining({ id: project.id })]);
    expect((await home.get('/api/projects/waiting')).data.steps).toMatchObject([{ step: 'read_quote' }]);
    expect((await home.get(`/api/quotes/current/${project.id}`)).data.can).toMatchObject({ answer: true });
    await drain(app.database);
    expect((await home.get('/api/notifications')).data).toEqual([expect.objectContaining({ type: 'new_quote' })]);
    expect(await clientOf(other, person.email)).toMatchObject({ id: person.id, name: 'Ida', joined: true });
    expect((await other.get(`/api/users/${person.id}`)).data).toMatchObject({ invited: false });
    expect((await other.get('/api/clients')).data).toHaveLength(2);
    expect((await other.get(`/api/projects/${project.id}`)).data).toMatchObject({
      clientId: person.id,
      client_name: 'Ida',
    });
    expect((await other.get(`/api/projects/${project.id}/activity`)).data[0]).toMatchObject({
      type: 'invite_accepted',
      actor: { name: 'Ida' },
    });
    expect(await home.post(`/api/invites/${question!.id}/accept`)).toMatchObject({ status: 409, code: 'invite_used' });
  });

  it('can also accept by the mailed link', async () => {
    const project = await prepare(person.email);
    const invitations = new InvitationActions(app, other);
    const token = await invitations.tokenOf(await inviteTo(person.email));
    expect((await invitations.accept(token, {}, home)).status).toBe(200);
    expect((await home.get(`/api/projects/${project.id}`)).status).toBe(200);
  });

  it('can decline on their home page or by the link, and is not invited again by the next project', async () => {
    const project = await prepare(person.email);
    const [question] = await open();
    expect((await home.post(`/api/invites/${question!.id}/decline`)).status).toBe(200);
    expect(await open()).toEqual([]);
    expect((await home.get(`/api/projects/${project.id}`)).status).toBe(404);
    expect(await clientOf(other, person.email)).toMatchObject({ joined: false, invite: { status: 'declined' } });
    expect(await other.post(`/api/invites/${question!.id}/resend`)).toMatchObject({ code: 'invite_declined' });
    await prepare(person.email);
    expect(await open()).toEqual([]);

    await other.post('/api/invites', { name: 'Typed', email: person.email });
    const invitations = new InvitationActions(app, other);
    const token = await invitations.tokenOf(await inviteTo(person.email));
    expect((await invitations.anonymous().post(`/api/invites/decline/${token}`)).status).toBe(200);
    expect(await invitations.accept(token, {}, home)).toMatchObject({ status: 409, code: 'invite_declined' });
    expect((await inviteTo(person.email)).status).toBe('declined');
  });

  it('only sees the invitation on their home page if their address is verified, but can always use the link', async () => {
    const unproven = someone();
    const mine = new InvitationActions(app, engineer);
    const invited = await mine.invite(unproven);
    const token = await mine.tokenOf(invited);
    const replaced = jest.replaceProperty(app.config, 'devMode', false);
    const accepted = await mine.accept(token);
    replaced.restore();
    const project = await prepare(unproven.email);
    const caller = app.as(accepted.data.user);
    expect(await open(caller)).toEqual([]);
    const { id } = await inviteTo(unproven.email);
    expect((await caller.post(`/api/invites/${id}/accept`)).status).toBe(404);
    expect((await caller.post(`/api/invites/${id}/decline`)).status).toBe(404);
    const invitations = new InvitationActions(app, other);
    expect((await invitations.accept(await invitations.tokenOf({ id }), {}, caller)).status).toBe(200);
    expect((await caller.get(`/api/projects/${project.id}`)).status).toBe(200);
  });

  it('can only answer their own invitations', async () => {
    await prepare(person.email);
    const [question] = await open();
    for (const caller of [app.as(theirs.client), app.as(own.client), engineer, other]) {
      expect(await open(caller)).toEqual([]);
      for (const answer of ['accept', 'decline']) {
        expect((await caller.post(`/api/invites/${question!.id}/${answer}`)).status).toBe(404);
      }
    }
  });

  it('gets an explanation if they are an engineer and cannot accept', async () => {
    await prepare(own.engineer.email);
    await app.database.transaction((tx) => verifyUser(tx, own.engineer.id));
    const { id } = await inviteTo(own.engineer.email);
    expect(await open(engineer)).toEqual([]);
    expect(await engineer.post(`/api/invites/${id}/accept`)).toMatchObject({ status: 409, code: 'email_is_engineer' });
  });
});

describe('accepting', () => {
  it.each(['an account', 'no account'])('with %s waits for a concurrent change to the project', async (kind) => {
    const email = kind === 'an account' ? person.email : someone().email;
    const project = await prepare(email);
    await drain(app.database);
    const invitations = new InvitationActions(app, other);
    const token = await invitations.tokenOf(await inviteTo(email));
    const { answer } = await app.database.transaction(async (tx) => {
      await lockProject(tx, project.id);
      const accepted = email === person.email ? invitations.accept(token, {}, home) : invitations.accept(token);
      await until('the answer to wait', async () => (await waiting()) === 1);
      const news = { userId: project.clientId, type: 'new_comment', message: 'New', metadata: {} } as const;
      await tx.manager.insert(Notification, news);
      return { answer: { accepted } };
    });
    const { status, data } = await answer.accepted;
    expect(status).toBe(200);
    await drain(app.database);
    const { data: news } = await app.as(data.user).get('/api/notifications');
    expect(news).toEqual([
      expect.objectContaining({ type: 'new_comment' }),
      expect.objectContaining({ type: 'new_quote' }),
    ]);
  });

  it('while the engineer creates another project results in one client with both', async () => {
    await prepare(person.email);
    const [question] = await open();
    const [accepted, second] = await Promise.all([
      home.post(`/api/invites/${question!.id}/accept`),
      prepare(person.email),
    ]);
    expect(accepted.status).toBe(200);
    expect((await other.get(`/api/projects/${second.id}`)).data.clientId).toBe(person.id);
    expect(await clientOf(other, person.email)).toMatchObject({ id: person.id, projectCount: 2 });
    expect((await other.get('/api/clients')).data).toHaveLength(2);
  });
});

describe('two studios that invite a new person', () => {
  it('create two invitations: accepting one creates the account and leaves the other open', async () => {
    const { email } = someone();
    const first = await prepare(email);
    await engineer.post('/api/users', { name: 'Mine', email, role: 'client' });
    const invitations = new InvitationActions(app, other);
    const { data } = await invitations.accept(await invitations.tokenOf(await inviteTo(email)), {
      name: 'Zoë',
      password: 'correct horse',
    });
    const caller = app.as(data.user);
    expect((await caller.get('/api/projects')).data).toEqual([expect.objectContaining({ id: first.id })]);
    expect(await clientOf(engineer, email)).toMatchObject({ name: 'Mine', joined: false });
    const [question] = await open(caller);
    expect((await caller.post(`/api/invites/${question!.id}/accept`)).status).toBe(200);
    expect(await clientOf(engineer, email)).toMatchObject({ id: data.user.id, name: 'Zoë', joined: true });
  });

  it('get one account when both are accepted at the same time', async () => {
    const { email } = someone();
    await prepare(email);
    await engineer.post('/api/users', { name: 'Mine', email, role: 'client' });
    const mine = (await clientOf(engineer, email))!.invite!;
    const inviters = [new InvitationActions(app, other), new InvitationActions(app, engineer)] as const;
    const tokens = await Promise.all([inviters[0].tokenOf(await inviteTo(email)), inviters[1].tokenOf(mine)]);
    const answers = await Promise.all(tokens.map((token, n) => inviters[n]!.accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await app.database.query('SELECT 1 FROM users WHERE email = $1', [email])).toHaveLength(1);
  });
});

/** Number of connections that wait for a row lock. */
async function waiting(): Promise<number> {
  const [found] = await app.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return found!.count;
}
