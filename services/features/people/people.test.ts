import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import type { InvitationView, OpenInvite } from '../clients/clients.schema.js';
import { InvitationActions, PASSWORD, someone } from '../clients/invitation-actions.testing.js';
import { Invite } from '../clients/invite.entity.js';
import type { NotificationView } from '../notifications/notifications.schema.js';
import type { ProjectView } from '../projects/projects.schema.js';
import type { User } from '../users/user.entity.js';
import type { ProjectPeopleView } from './people.schema.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Nocturne' } });

const path = (rest = '') => `/api/projects/${own.project.id}/people${rest}`;
const peopleSeenBy = async (caller: Caller) => (await caller.get<ProjectPeopleView>(path())).data.people;
const invite = (caller: Caller, person: { name: string; email: string }, role = 'comments') =>
  caller.post<ProjectPeopleView>(path(), { ...person, role });
const opens = (caller: Caller) => caller.put(`/api/projects/${own.project.id}/visit`);
const inviteTo = (email: string) => app.database.manager.findOneByOrFail(Invite, { email });
const titles = async (caller: Caller) =>
  (await caller.get<ProjectView[]>('/api/projects')).data.map(({ title }) => title);

describe('invitations', () => {
  it('lets the client invite a stranger, who sees only this project once they accept', async () => {
    await build(app).project({ studioId: own.studio.id, engineerId: own.engineer.id, clientId: own.client.id });
    const bandmate = someone('Mo');
    expect((await invite(client, bandmate, 'comments')).status).toBe(201);
    const invitations = new InvitationActions(app, engineer);
    const token = await invitations.tokenOf(await inviteTo(bandmate.email));
    const { data: invitation } = await invitations.anonymous().get<InvitationView>(`/api/invites/token/${token}`);
    expect(invitation).toMatchObject({ name: 'Mo', project: { title: 'Nocturne' } });

    const { data, headers } = await invitations.accept(token, { name: 'Mo Ray', password: PASSWORD });
    const mo = app.anonymous.with({ cookie: headers.getSetCookie()[0]!.split(';')[0]!, origin: app.url });
    expect(await titles(mo)).toEqual(['Nocturne']);
    expect((await peopleSeenBy(client)).map(({ name, joined }) => [name, joined])).toEqual([
      ['Client', true],
      ['Mo', false],
    ]);
    await opens(mo);
    expect(await peopleSeenBy(engineer)).toMatchObject([
      { isClient: true, role: 'decides', can: { changeRole: false, remove: false } },
      { id: data.user.id, name: 'Mo Ray', email: bandmate.email, role: 'comments', joined: true },
    ]);
  });

  it('asks the owner of an account for consent, and links the invitation to the account when they accept', async () => {
    const elsewhere = await build(app).project({ title: 'Elsewhere' });
    await app.database.query('UPDATE users SET email_verified = true WHERE id = $1', [elsewhere.client.id]);
    const label = app.as(elsewhere.client);
    await invite(client, { name: 'Label', email: elsewhere.client.email }, 'decides');
    expect(await titles(label)).toEqual(['Elsewhere']);
    const { data: open } = await label.get<OpenInvite[]>('/api/invites/open');
    expect(open).toMatchObject([{ invitedBy: 'Client', projectTitle: 'Nocturne' }]);
    await label.post(`/api/invites/${open[0]!.id}/accept`);
    expect((await titles(label)).sort()).toEqual(['Elsewhere', 'Nocturne']);
    const { data } = await label.get<ProjectView>(`/api/projects/${own.project.id}`);
    expect(data.can).toMatchObject({ decide: true, invite: true });
  });

  it('gives the same answer for every address, and shows who an invited person is only after they accept', async () => {
    const aged = '01900000-0000-7000-8000-00000000aaaa';
    const known = await build(app).client({ id: aged, studioId: own.studio.id, name: 'Real Name' });
    const answers = await Promise.all(
      [known.email, someone().email].map(async (email) => (await invite(client, { name: 'Typed', email })).data),
    );
    const typed = (await peopleSeenBy(client)).filter(({ isClient }) => !isClient);
    expect(answers).toHaveLength(2);
    expect(typed.map(({ name, joined, inviteLink }) => [name, joined, inviteLink])).toEqual([
      ['Typed', false, null],
      ['Typed', false, null],
    ]);
    const before = Date.now() - 60_000;
    for (const { id } of typed)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThan(before);
    expect(typed.map(({ id }) => id)).not.toContain(known.id);
    await opens(app.as(known));
    expect((await peopleSeenBy(client)).map(({ id }) => id)).toContain(known.id);
    expect((await peopleSeenBy(client)).some(({ name }) => name === 'Real Name')).toBe(true);
  });

  it('limits invitations of one address, whether or not it gets a mail', async () => {
    const known = await build(app).client({ studioId: own.studio.id });
    const statusesFor = async (email: string) => {
      const statuses: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const { status, data } = await invite(client, { name: 'Typed', email });
        statuses.push(status);
        if (status === 201) await client.delete(path(`/${data.people.at(-1)!.id}`));
      }
      return statuses;
    };
    expect(await statusesFor(known.email)).toEqual(await statusesFor(someone().email));
  });

  it('refuses a person who is already in the project, its client and the engineer', async () => {
    const person = someone();
    await invite(engineer, person);
    const codes = await Promise.all(
      [person.email, own.client.email, own.engineer.email].map(
        async (email) => (await invite(client, { name: 'Again', email })).code,
      ),
    );
    expect(codes).toEqual(['already_in_project', 'already_in_project', 'email_is_engineer']);
  });
});

describe('the mail of an invitation', () => {
  it('promises a listener neither comments nor downloads, also if it is sent again without a project', async () => {
    const person = someone('Fan');
    await invite(client, person, 'listens');
    const invitations = new InvitationActions(app, engineer);
    const first = await inviteTo(person.email);
    const mails = await invitations.mailsOf(first);
    await engineer.delete(`/api/invites/${first.id}`);
    mails.push(...(await invitations.mailsOf(await invitations.invite(person))));
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail).toContain('listen to the previews and read the comments');
      expect(mail).not.toMatch(/download|approve|comment on/);
    }
    await engineer.post('/api/projects', { title: 'Own', notes: '', client: person });
    const [newest] = (await invitations.mailsOf(await invitations.invite(person))).slice(-1);
    expect(newest).toContain('download the finals');
  });
});

describe('roles', () => {
  it('change at once', async () => {
    const person = await build(app).person(own.project.id, 'listens');
    const comment = () => app.as(person).post('/api/comments', { projectId: own.project.id, comment: 'Louder' });
    expect((await comment()).status).toBe(403);
    expect((await client.put(path(`/${person.id}`), { role: 'comments' })).status).toBe(200);
    expect((await comment()).status).toBe(201);
    expect((await client.put(path(`/${own.client.id}`), { role: 'listens' })).code).toBe('is_client');
  });
});

describe('removing', () => {
  it('ends the access at once, also when the person leaves', async () => {
    const [removed, leaving] = await Promise.all([
      build(app).person(own.project.id, 'decides'),
      build(app).person(own.project.id, 'listens'),
    ]);
    expect((await client.delete(path(`/${removed.id}`))).status).toBe(200);
    expect((await app.as(leaving).delete(path(`/${leaving.id}`))).status).toBe(200);
    for (const person of [removed, leaving]) expect(await titles(app.as(person))).toEqual([]);
    expect((await client.delete(path(`/${removed.id}`))).status).toBe(404);
    expect((await engineer.delete(path(`/${own.client.id}`))).code).toBe('is_client');
  });

  it('withdraws an invitation that was not accepted yet', async () => {
    const person = someone();
    const { data } = await invite(client, person);
    await client.delete(path(`/${data.people[1]!.id}`));
    expect(await inviteTo(person.email)).toMatchObject({ state: 'cancelled' });
    expect((await invite(client, person)).status).toBe(201);
  });
});

describe('notifications', () => {
  it('go to each person by role: quotes to those who decide, answers to those who were answered', async () => {
    const [decider, commenter, listener] = await Promise.all(
      (['decides', 'comments', 'listens'] as const).map((role) => build(app).person(own.project.id, role)),
    );
    const projectId = own.project.id;
    await engineer.post('/api/quotes', { projectId, amount: 450, notes: '' });
    const { data: first } = await app
      .as(commenter!)
      .post<{ id: string }>('/api/comments', { projectId, comment: 'More bass' });
    await client.post('/api/comments', { projectId, comment: 'No, less', parentId: first.id });
    await drain(app.database);
    const heard = async (who: User) => {
      const { data } = await app.as(who).get<NotificationView[]>('/api/notifications');
      return data.map(({ type }) => type).sort();
    };
    expect(await heard(decider!)).toEqual(['new_comment', 'new_comment', 'new_quote']);
    expect(await heard(commenter!)).toEqual(['mention']);
    expect(await heard(listener!)).toEqual([]);
    expect(await heard(own.client)).toEqual(['new_comment', 'new_quote']);
    expect(await heard(own.engineer)).toEqual(['project_comment', 'project_comment']);
    await client.delete(path(`/${decider!.id}`));
    expect(await heard(decider!)).toEqual([]);
  });

  it('go to people who are mentioned, also to those who only listen, but not about quotes', async () => {
    const listener = await build(app).person(own.project.id, 'listens');
    const projectId = own.project.id;
    await client.post('/api/comments', {
      projectId,
      comment: `Is it louder, @${listener.name}? And @${own.engineer.name}?`,
    });
    const { data: quote } = await engineer.post<{ id: string }>('/api/quotes', { projectId, amount: 450, notes: '' });
    await client.post(`/api/quotes/${quote.id}/questions`, { question: `Is it fair, @${listener.name}?` });
    await drain(app.database);
    const heard = async (who: User) => {
      const { data } = await app.as(who).get<NotificationView[]>('/api/notifications');
      return data.map(({ type, message }) => `${type}: ${message.split(' in ')[0]!}`).sort();
    };
    expect(await heard(listener)).toEqual([`mention: ${own.client.name} mentioned you`]);
    expect(await heard(own.engineer)).toContain(`mention: ${own.client.name} mentioned you`);
  });

  it('notify a client of the studio of an invitation to another project', async () => {
    const known = await build(app).client({ studioId: own.studio.id });
    await invite(client, { name: 'Known', email: known.email });
    await drain(app.database);
    const { data } = await app.as(known).get<NotificationView[]>('/api/notifications');
    expect(data).toMatchObject([{ type: 'project_invitation', message: 'Client invited you to “Nocturne”' }]);
  });
});
