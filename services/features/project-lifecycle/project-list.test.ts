import { beforeAll, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectView } from '../projects/projects.schema.js';

const { app } = useApp();
let first: ProjectFixture;
let engineer: Caller;
let ids: string[];

const sorts = ['createdAt', 'updatedAt', 'title', 'status', 'client_name'] as const;
const titles = ['alpha', 'Beta', 'älter', 'gamma', 'alpha', '100% _raw\\', 'Zed', 'beta', 'alpha', '語'.repeat(200)];
const statuses = ['created', 'delivered', 'in_progress', 'created', 'paid'] as const;

beforeAll(async () => {
  const make = build(app);
  const studioId = (await make.studio()).id;
  const engineerId = (await make.engineer({ studioId })).id;
  const clients = [
    await make.client({ studioId, name: 'Björk Trio', email: 'trio@north.test' }),
    await make.client({ studioId, name: 'anna', email: 'anna@south.test' }),
  ];
  first = await make.project({ title: 'Zero', studioId, engineerId, clientId: clients[0]!.id });
  ids = [first.project.id];
  for (const [index, title] of titles.entries()) {
    const clientId = clients[index % 2]!.id;
    const { project } = await make.project({ title, studioId, engineerId, clientId, status: statuses[index % 5]! });
    ids.push(project.id);
  }
  await app.database.query(
    `UPDATE projects SET created_at = '2026-01-01T00:00:00.123456Z', updated_at = '2026-01-01T00:00:00.123456Z'
     WHERE id = ANY($1) AND title = 'alpha'`,
    [ids],
  );
  await make.project();
  engineer = app.as(first.engineer);
});

const list = async (query = '', caller = engineer) => (await caller.get<ProjectView[]>(`/api/projects${query}`)).data;
const titlesOf = async (query: string) => (await list(query)).map((project) => project.title);

async function walk(query: string, limit: number): Promise<ProjectView[]> {
  const seen: ProjectView[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const answer = await engineer.get<ProjectView[]>(`/api/projects?${query}&limit=${limit}${next}`);
    expect(answer.status).toBe(200);
    seen.push(...answer.data);
    cursor = answer.nextCursor;
  } while (cursor);
  return seen;
}

describe('the list of projects', () => {
  it.each(sorts.flatMap((sort) => ['asc', 'desc'].map((order) => [sort, order] as const)))(
    'sorted by %s %s neither repeats nor misses a row between pages',
    async (sort, order) => {
      const query = `sort=${sort}&order=${order}`;
      const whole = await list(`?${query}`);
      expect(whole.map((project) => project.id).sort()).toEqual([...ids].sort());
      for (const limit of [1, 4]) {
        expect((await walk(query, limit)).map((project) => project.id)).toEqual(whole.map((project) => project.id));
      }
      const back = await list(`?sort=${sort}&order=${order === 'asc' ? 'desc' : 'asc'}`);
      expect(back.map((project) => project.id)).toEqual(whole.map((project) => project.id).reverse());
    },
  );

  it('sorts names alphabetically and statuses in the order of the workflow', async () => {
    expect((await titlesOf('?sort=title&order=asc')).map((title) => title.toLowerCase())).toEqual([
      '100% _raw\\',
      'alpha',
      'alpha',
      'alpha',
      'älter',
      'beta',
      'beta',
      'gamma',
      'zed',
      'zero',
      '語'.repeat(200),
    ]);
    const workflow = (await list('?sort=status&order=asc')).map((project) => project.status);
    expect([...new Set(workflow)]).toEqual(['created', 'in_progress', 'paid', 'delivered']);
    expect((await list('?sort=client_name&order=asc'))[0]!.client_name).toBe('anna');
  });

  it('searches title, client and address, with wildcards taken literally', async () => {
    expect(await titlesOf('?search=ALPHA')).toHaveLength(3);
    expect(await titlesOf('?search=bj%C3%B6rk')).toHaveLength(6);
    expect(await titlesOf('?search=south.test')).toHaveLength(5);
    expect(await titlesOf(`?search=${encodeURIComponent('100% _raw\\')}`)).toEqual(['100% _raw\\']);
    expect(await titlesOf('?search=%25')).toEqual(['100% _raw\\']);
    expect(await titlesOf(`?search=${encodeURIComponent("'; DROP TABLE projects")}`)).toEqual([]);
  });

  it('finds a client by their current name and address', async () => {
    const { client, project, engineer } = await build(app).project();
    await app.database.query(`UPDATE users SET name = 'Renamed', email = 'renamed@west.test' WHERE id = $1`, [
      client.id,
    ]);
    for (const search of ['renamed', 'WEST.test']) {
      expect(await list(`?search=${search}`, app.as(engineer))).toEqual([
        expect.objectContaining({ id: project.id, client_name: 'Renamed' }),
      ]);
    }
  });

  it('filters by status and invoice', async () => {
    expect((await list('?status=paid')).map((project) => project.status)).toEqual(['paid', 'paid']);
    expect(await list('?invoiceStatus=none')).toHaveLength(ids.length);
    expect(await list('?invoiceStatus=pending')).toEqual([]);
    await app.database.query(
      `UPDATE projects SET invoice_status = 'overdue', invoice_amount_cents = 9999 WHERE id = $1`,
      [ids[0]],
    );
    expect(await list('?invoiceStatus=overdue')).toEqual([
      expect.objectContaining({ id: ids[0], invoice_status: 'overdue', invoice_amount: 99.99 }),
    ]);
    expect(await list('?invoiceStatus=none')).toHaveLength(ids.length - 1);
  });

  it('shows clients only their own projects, and strangers none', async () => {
    const own = await list('', app.as(first.client));
    expect(own).toHaveLength(6);
    expect(new Set(own.map((project) => project.clientId))).toEqual(new Set([first.client.id]));
    const stranger = await build(app).project();
    expect((await list('', app.as(stranger.engineer))).map((project) => project.id)).toEqual([stranger.project.id]);
    expect((await app.anonymous.get('/api/projects')).status).toBe(401);
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'sort=notes',
    'order=up',
    'status=lost',
    'search=%00',
    'cursor=%00',
    'cursor=abc',
  ])('refuses ?%s', async (query) => {
    expect((await engineer.get(`/api/projects?${query}`)).status).toBe(400);
  });

  it('refuses a cursor that it has not issued', async () => {
    for (const forged of [
      ['title', 'a\0', ids[0]],
      ['title', 7, ids[0]],
      ['createdAt', 'now', ids[0]],
      ['title', 'a', 'b'],
    ]) {
      const cursor = Buffer.from(JSON.stringify(forged)).toString('base64url');
      const answer = await engineer.get(`/api/projects?sort=${forged[0]}&cursor=${cursor}`);
      expect([answer.status, answer.code]).toEqual([400, 'bad_cursor']);
    }
  });

  it('refuses a cursor of another sort order', async () => {
    const { nextCursor } = await engineer.get('/api/projects?sort=title&limit=1');
    const answer = await engineer.get(`/api/projects?sort=createdAt&cursor=${nextCursor}`);
    expect([answer.status, answer.code]).toEqual([400, 'bad_cursor']);
  });
});
