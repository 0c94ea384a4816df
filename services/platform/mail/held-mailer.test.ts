import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { demo } from '../../features/demo/demo.writes.js';
import { startTestApp, type TestApp } from '../../testing/app.js';
import { PermanentError } from '../events/handler.js';
import { HeldMailer } from './held-mailer.js';
import { type Mail, Mailer } from './mailer.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const mail: Mail = { id: 'a', to: { name: 'Ines', address: 'ines@example.com' }, subject: 's', text: 't', html: 'h' };

it('refuses mail after a restoration, until the operator releases it', async () => {
  const sent: string[] = [];
  class Recorder extends Mailer {
    override async send({ id }: Mail) {
      sent.push(id);
    }
    override async check() {}
  }
  const mailer = new HeldMailer(new Recorder(), app.database);
  await mailer.send(mail, new AbortController().signal);
  await app.database.query('UPDATE installation SET mail_held_since = now()');
  await expect(mailer.send({ ...mail, id: 'b' }, new AbortController().signal)).rejects.toThrow(PermanentError);

  const operator = app.as({ id: demo.engineerId });
  expect((await operator.get('/api/operator/mail-hold')).data).toEqual({ heldSince: expect.any(String) });
  expect((await operator.delete('/api/operator/mail-hold')).data).toEqual({ heldSince: null });
  await mailer.send({ ...mail, id: 'c' }, new AbortController().signal);
  expect(sent).toEqual(['a', 'c']);
});
