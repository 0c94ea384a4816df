import { beforeEach, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { InviteView } from './clients.schema.js';
import { InvitationActions, someone } from './invitation-actions.testing.js';

const { app, own, engineer } = useApp({ worker: true, project: { title: 'Night Songs' } });
let theirs: ProjectFixture;
let invitations: InvitationActions;

beforeEach(async () => {
  theirs = await build(app).project();
  invitations = new InvitationActions(app, engineer);
});

describe('the profile of a person with an account', () => {
  const address = '1 Secret Street';
  const profileFor = (user: { id: string }, { id }: { id: string }) => app.as(user).get(`/api/users/${id}/profile`);

  it('is shared by accepting a studio’s invitation, not by entering the address', async () => {
    const person = someone();
    await app.as(theirs.engineer).post('/api/users', { ...person, role: 'client' });
    const { user } = (await invitations.accept(await invitations.tokenOf(await invitations.invite(person)))).data;
    await app.as(user).put(`/api/users/${user.id}/profile`, { address });
    expect((await profileFor(own.engineer, user)).data.address).toBe(address);
    const { data: project } = await app.as(theirs.engineer).post('/api/projects', { title: 'Third', client: person });
    expect((await profileFor(theirs.engineer, user)).status).toBe(404);
    expect((await profileFor(theirs.engineer, { id: project.clientId })).data.address).toBe(null);

    const [sent] = (await app.as(theirs.engineer).get<InviteView[]>(`/api/invites/engineer/${theirs.engineer.id}`))
      .data;
    expect((await invitations.accept(await invitations.tokenOf(sent!), {}, app.as(user))).status).toBe(200);
    expect((await profileFor(theirs.engineer, user)).data.address).toBe(address);
  });

  it('is not used on invoices of a studio whose invitation they have not accepted', async () => {
    const { user } = (await invitations.accept(await invitations.tokenOf(await invitations.invite()))).data;
    await app.as(user).put(`/api/users/${user.id}/profile`, { address });
    const printed = async (by: ProjectFixture) => {
      const { data: project } = await app
        .as(by.engineer)
        .post('/api/projects', { title: 'P', client: { name: 'N', email: user.email } });
      await build(app).quote({ projectId: project.id, status: 'accepted' });
      await build(app).file({ projectId: project.id });
      const { status } = await app
        .as(by.engineer)
        .post('/api/invoices', { projectId: project.id, amount: 1, due_date: '2999-01-01' });
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

describe('the list of clients', () => {
  it('shows who has an account, who is invited, and how many projects they have', async () => {
    const invited = await invitations.invite(someone('Aaron'));
    await build(app).project({ studioId: own.studio.id, clientId: own.client.id });
    const { data } = await engineer.get('/api/clients');
    expect(data).toEqual([
      expect.objectContaining({ name: 'Aaron', joined: false, projectCount: 0, lastProjectAt: null, invite: invited }),
      expect.objectContaining({ id: own.client.id, joined: false, projectCount: 2, invite: null }),
    ]);
    await invitations.accept(await invitations.tokenOf(invited));
    const [aaron] = (await engineer.get('/api/clients?search=AARO')).data;
    expect(aaron).toMatchObject({ joined: true, invite: { status: 'accepted' } });
  });

  it('can be searched by name and address, literally, and is paginated', async () => {
    for (const name of ['Ann 100%', 'Bea', 'Cid']) await invitations.invite(someone(name));
    const names = async (query: string) =>
      (await engineer.get(`/api/clients?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await names('search=100%25')).toEqual(['Ann 100%']);
    expect(await names(`search=${own.client.email}`)).toEqual([own.client.name]);
    const first = await engineer.get('/api/clients?limit=2');
    expect(await names(`limit=2&cursor=${first.nextCursor}`)).toEqual(['Cid', 'Client']);
  });
});
