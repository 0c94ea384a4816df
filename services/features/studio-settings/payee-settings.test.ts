import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import { hashPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';

const PATH = '/api/studio/settings';
const PASSWORD = 'correct horse';
const { app } = useApp({ settings: { NODE_ENV: 'production' } });

let engineer: { id: string; email: string };
let browser: Caller;

beforeEach(async () => {
  await app.database.query('DELETE FROM rate_limits');
  engineer = (await build(app).project()).engineer;
  const hash = await hashPassword(PASSWORD);
  await app.database.transaction((tx) => addPassword(tx, engineer.id, hash));
  const { headers } = await app.anonymous.post('/api/auth/sign-in/email', {
    email: engineer.email,
    password: PASSWORD,
  });
  const cookie = headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  browser = app.anonymous.with({ cookie, origin: app.url });
});

describe('settings of the payee and the payment', () => {
  it.each(['paymentInstructions', 'legalName', 'address', 'taxId'])('%s requires the password', async (field) => {
    const change = { [field]: 'DE02 1203 0000 0000 2020 51' };
    for (const password of [undefined, 'wrong']) {
      expect(await browser.put(PATH, { ...change, password })).toMatchObject({ status: 400, code: 'wrong_password' });
    }
    expect((await browser.get(PATH)).data[field]).toBeNull();
    const { data } = await browser.put(PATH, { ...change, password: PASSWORD });
    expect(data).toMatchObject(change);
    expect(data.password).toBeUndefined();
    expect((await browser.put(PATH, { ...change, currency: 'EUR' })).status).toBe(200);
  });

  it('require a recent sign-in of users without a password', async () => {
    await app.database.query(`DELETE FROM accounts WHERE user_id = $1`, [engineer.id]);
    await app.database.query(`UPDATE sessions SET created_at = now() - interval '16 minutes'`);
    const change = { paymentInstructions: 'DE02' };
    expect(await browser.put(PATH, change)).toMatchObject({ status: 403, code: 'sign_in_again' });
    await app.database.query('UPDATE sessions SET created_at = now()');
    expect((await browser.put(PATH, change)).status).toBe(200);
  });

  it('limit guesses at the password', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await browser.put(PATH, { taxId: 'DE1', password: `guess ${n}` })).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('are in the audit trail, and so is the address that receives replies', async () => {
    for (let times = 0; times < 2; times++) await browser.put(PATH, { contactEmail: 'kim@example.com' });
    const rows = await app.database.query<{ subject: string }>(
      `SELECT subject FROM audit_entries WHERE subject LIKE 'contact address%' AND user_id = $1`,
      [engineer.id],
    );
    expect(rows).toEqual([{ subject: 'contact address of the studio: kim@example.com' }]);
  });

  it('do not require it for other settings', async () => {
    expect((await browser.put(PATH, { currency: 'EUR', reminderDays: [1] })).status).toBe(200);
  });
});
