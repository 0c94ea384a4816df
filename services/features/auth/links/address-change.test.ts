import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Mail, Mailer } from '../../../platform/mail/mailer.js';
import { build } from '../../../testing/build.js';
import { drain } from '../../../testing/events/drain.js';
import { useApp } from '../../../testing/use-app.js';
import { Project } from '../../projects/project.entity.js';
import { User } from '../../users/user.entity.js';
import { hashPassword } from '../passwords/credentials.service.js';
import { addPassword } from '../passwords/credentials.writes.js';

const PASSWORD = 'correct horse';
const { app } = useApp({ worker: true });

let person: { id: string; email: string };
let projectId: string;
let wanted: string;
let visits = 0;
let sending: jest.SpiedFunction<Mailer['send']>;

beforeEach(async () => {
  const studio = await build(app).studio({ brandName: 'Groove & Sons', contactEmail: 'desk@groove.example' });
  const { client, project } = await build(app).project({ studioId: studio.id });
  person = client;
  projectId = project.id;
  wanted = `new-${client.email}`;
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction((tx) => addPassword(tx, person.id, hash));
  jest.restoreAllMocks();
  sending = jest.spyOn(app.platform.mailer, 'send');
});

const visitor = () => app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits += 1)}` });
const signIn = (email: string) => visitor().post('/api/auth/sign-in/email', { email, password: PASSWORD });
async function session() {
  const { headers } = await signIn(person.email);
  const cookie = headers.getSetCookie().map((set) => set.split(';')[0]);
  return app.anonymous.with({ cookie: cookie.join('; ') });
}
const change = async (email = wanted, password = PASSWORD) =>
  (await session()).post(`/api/users/${person.id}/sign-in-address`, { email, password });
const confirm = (token: string) => visitor().post('/api/auth/confirm-address', { token });

async function mailTo(email: string): Promise<Mail> {
  await drain(app.database);
  return sending.mock.calls.map(([mail]) => mail).findLast(({ to }) => to.address === email)!;
}
const tokenIn = ({ text }: Mail) => /\/confirm-address\/([\w-]{43})/.exec(text)?.[1] ?? '';

describe('the sign-in address', () => {
  it('changes by a link to the new one; the previous one gets a mail and can change it back', async () => {
    expect(await change()).toMatchObject({ status: 200, data: null });
    const link = await mailTo(wanted);
    expect(link).toMatchObject({
      fromName: 'Groove & Sons',
      subject: 'Confirm your new sign-in address · Groove & Sons',
      replyTo: { name: 'Groove & Sons', address: 'desk@groove.example' },
    });
    expect(link.text).toContain('Reply to this email to write to Groove & Sons.');
    expect((await signIn(person.email)).status).toBe(200);

    expect((await confirm(tokenIn(link))).data).toEqual({ email: wanted });
    expect((await confirm(tokenIn(link))).code).toBe('link_used');
    expect((await signIn(wanted)).status).toBe(200);
    expect((await signIn(person.email)).status).toBe(401);
    const project = await app.database.manager.findOneByOrFail(Project, { id: projectId });
    expect(project.clientEmail).toBe(wanted);

    const notice = await mailTo(person.email);
    expect(notice).toMatchObject({ subject: 'Your sign-in address was changed · Groove & Sons' });
    expect(notice.text).toContain('sign in to your account at Groove & Sons was changed.');
    expect(notice.replyTo).toEqual(link.replyTo);
    expect(notice.text).toContain(`The new address: ${wanted}`);
    expect((await confirm(tokenIn(notice))).data.email).toBe(person.email);
    expect((await signIn(wanted)).status).toBe(401);
    const again = await mailTo(person.email);
    expect(again.subject).toBe('Your sign-in address was changed back · Groove & Sons');
    expect((await confirm(tokenIn(again))).data.email).toBe(person.email);
  });

  it('is confirmed by a mail that an engineer of the studio reads the answers to, if it has set no address', async () => {
    await app.database.query("UPDATE studios SET contact_email = ''");
    await change();
    const { engineerId } = await app.database.manager.findOneByOrFail(Project, { id: projectId });
    const { email } = await app.database.manager.findOneByOrFail(User, { id: engineerId });
    expect((await mailTo(wanted)).replyTo).toEqual({ name: 'Groove & Sons', address: email });
  });

  it('is only changed by its owner, with the password', async () => {
    expect((await change(wanted, 'wrong')).code).toBe('wrong_password');
    expect((await change(person.email)).code).toBe('same_address');
    expect((await change('no address')).status).toBe(400);
    const other = await build(app).client();
    const path = `/api/users/${other.id}/sign-in-address`;
    expect((await (await session()).post(path, { email: wanted, password: PASSWORD })).status).toBe(404);
  });

  it('becomes that of one account when two confirm it at once', async () => {
    const tokens: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await change();
      tokens.push(tokenIn(await mailTo(wanted)));
      person = await build(app).client();
      await app.database.transaction(async (tx) => addPassword(tx, person.id, await hashPassword(PASSWORD)));
    }
    const answers = await Promise.all(tokens.map(confirm));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['address_taken', null]);
  });

  it('cannot be one that has an account; only its owner learns of that', async () => {
    const other = await build(app).client();
    expect(await change(other.email)).toMatchObject({ status: 200, data: null });
    const mail = await mailTo(other.email);
    expect(mail.subject).toContain('This address already has an account');
    expect(tokenIn(mail)).toBe('');

    await change();
    const link = await mailTo(wanted);
    await build(app).client({ email: wanted });
    expect((await confirm(tokenIn(link))).code).toBe('address_taken');
    expect((await signIn(person.email)).status).toBe(200);
  });

  it('is restored even after a thief has changed the password as well', async () => {
    await change();
    await confirm(tokenIn(await mailTo(wanted)));
    const undo = tokenIn(await mailTo(person.email));
    const { headers } = await signIn(wanted);
    const cookie = headers.getSetCookie().map((set) => set.split(';')[0]);
    const thief = app.anonymous.with({ cookie: cookie.join('; ') });
    const body = { currentPassword: PASSWORD, newPassword: 'battery staple' };
    expect((await thief.post(`/api/users/${person.id}/change-password`, body)).status).toBe(200);
    expect((await confirm(undo)).data.email).toBe(person.email);
    expect((await thief.get('/api/session')).status).toBe(401);
  });
});
