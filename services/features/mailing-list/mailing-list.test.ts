import { beforeEach, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { demo } from '../demo/demo.writes.js';
import type { SignupView } from './mailing-list.schema.js';

const PATH = '/api/mailing-list';
const { app } = useApp();
let people: ProjectFixture;

beforeEach(async () => {
  people = await build(app).project();
  await app.database.query('DELETE FROM mailing_list');
  await app.database.query('DELETE FROM rate_limits');
});

const operator = () => app.as({ id: demo.engineerId });
const signUp = (body: object) => app.anonymous.post(PATH, body);
const listed = async (query = '') => (await operator().get<SignupView[]>(PATH + query)).data;
const ada = { name: 'Ada', email: 'Ada@Example.com' };

describe('signing up for early access', () => {
  it('stores name, notes and the button that was used', async () => {
    const notes = '<script>alert(1)</script> & hello';
    const answer = await signUp({ ...ada, notes, source: 'final_cta' });
    expect(answer).toMatchObject({
      status: 201,
      data: { name: 'Ada', email: 'ada@example.com', notes, source: 'final_cta' },
    });
    await signUp({ name: 'Bo', email: 'bo@example.com' });
    expect(await listed()).toMatchObject([{ name: 'Bo', notes: null, source: 'homepage' }, answer.data]);
  });

  it('answers a known address like a new one, and keeps one row', async () => {
    const first = await signUp({ ...ada, notes: 'first' });
    const second = await signUp({ ...ada, name: 'Ada L.' });
    expect(Object.keys(second.data)).toEqual(Object.keys(first.data));
    expect(second).toMatchObject({ status: 201, data: { name: 'Ada L.', notes: null } });
    expect(second.data.id).not.toBe(first.data.id);
    expect(await listed()).toEqual([second.data]);
  });

  it('answers a bot that fills in the hidden field normally, and stores nothing', async () => {
    const honest = await signUp(ada);
    const caught = await signUp({ name: 'Spam', email: 'spam@example.com', website: 'https://spam.example' });
    expect(caught.status).toBe(201);
    expect(Object.keys(caught.data).sort()).toEqual(Object.keys(honest.data).sort());
    expect((await listed()).map(({ email }) => email)).toEqual(['ada@example.com']);
  });

  it('accepts someone whose browser fills in the form immediately', async () => {
    const quick = { name: 'Quick', email: 'quick@example.com', openMs: 300 };
    expect((await signUp(quick)).status).toBe(201);
    expect((await listed()).map(({ email }) => email)).toEqual(['quick@example.com']);
  });

  it.each([
    [{ name: ' ', email: 'a@b.c' }, 'name', 'Name is required'],
    [{ name: 'A', email: 'a b@c' }, 'email', 'Enter one email address, such as kim@example.org'],
    [{ name: 'A', email: 'a@b.c', source: 'elsewhere' }, 'source', expect.any(String)],
    [{ name: 'A', email: 'a@b.c', notes: 'x'.repeat(2001) }, 'notes', expect.any(String)],
  ])('refuses %j', async (body, field, message) => {
    expect(await signUp(body)).toMatchObject({ status: 400, details: { fields: [{ field, message }] } });
    expect(await listed()).toEqual([]);
  });

  it('limits repeated sign-ups', async () => {
    for (let n = 0; n < 10; n++) await signUp({ name: 'A', email: `a${n}@example.com` });
    expect((await signUp({ name: 'A', email: 'a10@example.com' })).status).toBe(429);
  });
});

describe('the mailing list', () => {
  it('is paginated and searched, by the operator only', async () => {
    for (const name of ['Ada', 'Bo', 'Cy']) await signUp({ name, email: `${name}@example.com`, source: 'hero' });
    const first = await operator().get<SignupView[]>(`${PATH}?limit=2`);
    expect(first.data.map(({ name }) => name)).toEqual(['Cy', 'Bo']);
    expect((await listed(`?limit=2&cursor=${first.nextCursor}`)).map(({ name }) => name)).toEqual(['Ada']);
    expect((await listed('?search=BO%40')).map(({ name }) => name)).toEqual(['Bo']);
    expect((await operator().get(`${PATH}/stats`)).data).toEqual({
      total: 3,
      bySource: { homepage: 0, hero: 3, final_cta: 0 },
    });
    for (const path of ['', '/stats', '/export']) {
      expect((await app.as(people.engineer).get(PATH + path)).status).toBe(403);
      expect((await app.as(people.client).get(PATH + path)).status).toBe(403);
      expect((await app.anonymous.get(PATH + path)).status).toBe(401);
    }
  });

  it('is exported without formulas', async () => {
    await signUp({ name: '=HYPERLINK("x")', email: 'ada@example.com', notes: 'one,\n"two"' });
    const response = await operator().fetch(`${PATH}/export`);
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toContain('mailing-list.csv');
    const [{ createdAt } = { createdAt: '' }] = await listed();
    expect(await response.text()).toBe(
      '"Name","Email","Notes","Source","Signed up"\r\n' +
        `"'=HYPERLINK(""x"")","ada@example.com","one,\n""two""","homepage","${createdAt}"\r\n`,
    );
  });

  it('deletes entries on the operator’s request', async () => {
    const { data } = await signUp(ada);
    expect((await app.as(people.engineer).delete(`${PATH}/${data.id}`)).status).toBe(403);
    expect(await operator().delete(`${PATH}/${data.id}`)).toMatchObject({ status: 200, data: null });
    expect(await listed()).toEqual([]);
    expect((await operator().delete(`${PATH}/${data.id}`)).status).toBe(404);
  });
});
