import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { demo } from '../demo/demo.writes.js';
import type { EngineerInviteView } from './engineers.schema.js';

const PATH = '/api/engineer-invites';
const { app, worker } = useApp({ worker: true });
const operator = () => app.as({ id: demo.engineerId });
const ada = { name: 'Ada', email: 'ada@example.com' };
const account = { name: 'Ada Lovelace', studioName: 'Engine Room', password: 'correct horse' };

beforeEach(async () => {
  await app.database.query('DELETE FROM rate_limits');
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Invites an engineer and returns the token in the mail. */
async function invited(body: { name: string; email: string }): Promise<{ token: string; invite: EngineerInviteView }> {
  const send = jest.spyOn(worker.get(Mailer), 'send');
  const { status, data } = await operator().post<EngineerInviteView>(PATH, body);
  expect(status).toBe(201);
  const sent = () => send.mock.calls.map(([mail]) => mail).find(({ id }) => id === `engineer-invite-${data.id}`);
  await until('the mail', () => sent() !== undefined);
  const mail = sent();
  expect(mail).toMatchObject({ to: { address: body.email }, subject: 'Demo Engineer invites you to Lacquer' });
  return { token: /\/join\/([\w-]{43})/.exec(mail!.text)![1]!, invite: data };
}

describe('an invited engineer', () => {
  it('gets their own studio through the mailed link, once', async () => {
    const { token, invite } = await invited(ada);
    expect(invite).toMatchObject({ ...ada, status: 'pending', mailFailed: false });
    expect((await app.anonymous.get(`${PATH}/token/${token}`)).data).toEqual({ ...ada, invitedBy: 'Demo Engineer' });
    const answer = await app.anonymous.post(`${PATH}/accept/${token}`, account);
    expect(answer.status).toBe(201);
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const session = (await app.anonymous.with({ cookie }).get('/api/session')).data;
    expect(session).toMatchObject({
      user: { name: 'Ada Lovelace', email: ada.email, role: 'engineer', isOperator: false },
      studio: { name: 'Engine Room' },
    });
    expect((await app.anonymous.with({ cookie }).get('/api/projects')).data).toEqual([]);
    expect(await app.anonymous.post(`${PATH}/accept/${token}`, account)).toMatchObject({
      status: 409,
      code: 'invite_used',
    });
    expect((await operator().get<EngineerInviteView[]>(PATH)).data).toMatchObject([{ ...ada, status: 'accepted' }]);
  });

  it('gets one account when the link is opened several times at once', async () => {
    const { token } = await invited({ name: 'Bo', email: 'bo@example.com' });
    const answers = await Promise.all([1, 2, 3].map(() => app.anonymous.post(`${PATH}/accept/${token}`, account)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('is invited by the newest of several invitations made at once', async () => {
    const eve = { name: 'Eve', email: 'eve@example.com' };
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => operator().post(PATH, eve)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const { data } = await operator().get<EngineerInviteView[]>(PATH);
    expect(data.filter(({ email }) => email === eve.email)).toHaveLength(1);
  });

  it('cannot use a link that was replaced, cancelled or expired', async () => {
    const cy = { name: 'Cy', email: 'cy@example.com' };
    const first = await invited(cy);
    const second = await invited(cy);
    expect((await app.anonymous.get(`${PATH}/token/${first.token}`)).status).toBe(404);
    jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 15 * 86_400_000));
    expect(await app.anonymous.get(`${PATH}/token/${second.token}`)).toMatchObject({ code: 'invite_expired' });
    jest.restoreAllMocks();
    expect((await operator().delete(`${PATH}/${second.invite.id}`)).status).toBe(200);
    expect((await app.anonymous.post(`${PATH}/accept/${second.token}`, account)).status).toBe(404);
  });

  it('must not be a user yet, and needs a name, an address and a password', async () => {
    const { client } = await build(app).project();
    expect(await operator().post(PATH, { name: 'C', email: client.email })).toMatchObject({
      status: 409,
      code: 'email_taken',
    });
    expect((await operator().post(PATH, { name: '', email: 'x@example.com' })).status).toBe(400);
    const { token } = await invited({ name: 'Di', email: 'di@example.com' });
    for (const wrong of [{ password: 'short' }, { studioName: ' ' }, { name: '' }]) {
      expect((await app.anonymous.post(`${PATH}/accept/${token}`, { ...account, ...wrong })).status).toBe(400);
    }
  });
});
