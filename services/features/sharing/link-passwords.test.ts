import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { makeLink, type StoredFinal, storeFinal } from './deliveries.testing.js';
import type { ShareLinkView } from './sharing.schema.js';

const { app, own, engineer } = useApp({ worker: true, project: { title: 'Night Songs', status: 'paid' } });

const PASSWORD = 'open sesame';

let path: string;
let final: StoredFinal;
let addresses = 0;

beforeEach(async () => {
  final = await storeFinal(app, { projectId: own.project.id, originalName: 'Ember.wav' });
  ({ path } = await makeLink(engineer, own.project.id, { password: PASSWORD }));
});

/** Somebody at an address of their own. */
const someone = () => app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(addresses += 1)}` });
const enter = (caller: Caller, password: string) =>
  caller.fetch(path, { method: 'POST', body: new URLSearchParams({ password }) });
const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`:${password}`).toString('base64')}` });
const download = (caller: Caller, password: string) =>
  caller.fetch(`${path}/files/${final.id}/a.wav`, { headers: basic(password) });
const pageAt = async (caller: Caller) => (await caller.fetch(path)).text();

/** The statuses of that many attempts, counted. */
async function attempts(count: number, attempt: (n: number) => Promise<Response>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let n = 0; n < count; n += 1) {
    const response = await attempt(n);
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
  return statuses;
}

describe('the password of a delivery', () => {
  it('is remembered in a cookie that no other host can set, where the portal uses https', async () => {
    const secure = jest.replaceProperty(app.config, 'publicUrl', 'https://portal.example');
    const [cookie] = (await enter(someone(), PASSWORD)).headers.getSetCookie();
    secure.restore();
    expect(cookie).toMatch(/^__Host-lacquer\.link\.[^;]+; .*Path=\/;.* Secure/);
    expect(cookie).not.toContain('Domain');
  });

  it('is requested with a form, and accepted from programs', async () => {
    const visitor = someone();
    const asked = await visitor.fetch(path);
    expect([asked.status, (await asked.text()).includes('Night Songs')]).toEqual([403, false]);
    const refused = await enter(visitor, 'wrong');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/id="problem"[^]*aria-invalid="true" aria-describedby="problem"/);
    const entered = await enter(visitor, PASSWORD);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, path]);
    const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!;
    expect(await pageAt(visitor.with({ cookie }))).toContain('Night Songs');
    expect((await download(visitor, 'wrong')).status).toBe(403);
    expect(Buffer.from(await (await download(visitor, PASSWORD)).arrayBuffer()).equals(final.bytes)).toBe(true);
  });

  it('is rarely compared during 1,000 guesses, and does not lock out people who know it', async () => {
    const [reader, guesser] = [someone(), someone()];
    const cookie = (await enter(reader, PASSWORD)).headers.getSetCookie()[0]!.split(';')[0]!;
    const guesses = await attempts(1_000, (n) =>
      n % 2 === 0 ? enter(guesser, `guess ${n}`) : download(guesser, `guess ${n}`),
    );
    const compared = (guesses.get(400) ?? 0) + (guesses.get(403) ?? 0);
    expect([...guesses.keys()].sort()).toEqual([400, 403, 429]);
    expect(compared).toBeLessThan(30);
    const refused = await enter(guesser, PASSWORD);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await refused.text()).toContain('Too many attempts');
    expect((await enter(someone(), PASSWORD)).status).toBe(303);
    expect(await pageAt(reader.with({ cookie }))).toContain('Night Songs');
  });

  it('is not asked for when a reader of a link without one opens too many pages', async () => {
    const reader = someone();
    const open = await makeLink(engineer, own.project.id);
    expect((await attempts(125, () => reader.fetch(open.path))).get(429)).toBe(5);
    const page = await reader.fetch(open.path);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page.text()).not.toContain('password');
  });

  it('stops for everybody after 100 wrong ones from anywhere, until its maker changes or renews the link', async () => {
    const { id } = await makeLink(engineer, own.project.id, { password: PASSWORD, name: 'Radio' });
    const linkAt = async () => {
      const { data } = await engineer.get<{ links: ShareLinkView[] }>(`/api/share-links/project/${own.project.id}`);
      const link = data.links.find((each) => each.id === id)!;
      path = new URL(link.url).pathname;
      return link;
    };
    expect((await linkAt()).passwordStopped).toBe(false);
    const reader = someone();
    const cookie = (await enter(reader, PASSWORD)).headers.getSetCookie()[0]!.split(';')[0]!;
    // The pauses between guesses of different addresses have passed.
    const guess = async (n: number) => {
      await app.database.query('DELETE FROM rate_limits');
      return n % 2 === 0 ? enter(someone(), `guess ${n}`) : download(someone(), `guess ${n}`);
    };
    await app.database.query('UPDATE share_links SET wrong_passwords = 96 WHERE id = $1', [id]);
    expect(await attempts(4, guess)).toEqual(
      new Map([
        [400, 2],
        [403, 2],
      ]),
    );
    const stopped = await enter(someone(), PASSWORD);
    expect([stopped.status, await stopped.text()]).toEqual([403, expect.stringContaining('Too many wrong passwords')]);
    expect((await download(someone(), PASSWORD)).status).toBe(403);
    expect(await pageAt(reader.with({ cookie }))).toContain('Night Songs');
    expect((await linkAt()).passwordStopped).toBe(true);

    await drain(app.database);
    const { data: news } = await engineer.get<{ type: string; message: string }[]>('/api/notifications');
    expect(news.filter(({ type }) => type === 'link_stopped')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('100 wrong passwords on the link “Radio”') }),
    ]);
    await engineer.put(`/api/share-links/${id}`, { password: 'a new one' });
    expect((await enter(someone(), 'a new one')).status).toBe(303);
    await app.database.query('UPDATE share_links SET wrong_passwords = 100');
    expect((await enter(someone(), 'a new one')).status).toBe(403);
    await engineer.post(`/api/share-links/${id}/renew`);
    expect((await linkAt()).passwordStopped).toBe(false);
    expect((await enter(someone(), 'a new one')).status).toBe(303);
  });

  it.each(['1234', 'Radio1'])('is not %j, which is easy to guess', async (password) => {
    const made = { projectId: own.project.id, purpose: 'delivery', name: 'Radio', password };
    const refused = { status: 400, code: 'common_password', details: { fields: [{ field: 'password' }] } };
    expect(await engineer.post('/api/share-links', made)).toMatchObject(refused);
    const { id } = await makeLink(engineer, own.project.id, { name: 'Radio' });
    expect(await engineer.put(`/api/share-links/${id}`, { password })).toMatchObject(refused);
  });

  it('lets a program fetch many files, and still limits guesses from its address', async () => {
    const program = someone();
    await pageAt(program.with(basic(PASSWORD)));
    expect(await attempts(100, () => download(program, PASSWORD))).toEqual(new Map([[200, 100]]));
    const guesses = await attempts(100, (n) => download(program, `guess ${n}`));
    expect(guesses.get(429)).toBeGreaterThan(70);
    expect((await download(program, PASSWORD)).status).toBe(429);
  });
});
