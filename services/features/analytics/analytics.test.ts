import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { clock } from '../../platform/clock.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { demo } from '../demo/demo.writes.js';
import type { AnalyticsView } from './analytics.schema.js';

const { app } = useApp();

beforeEach(async () => {
  await app.database.query('DELETE FROM site_events');
  await app.database.query('DELETE FROM rate_limits');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const count = (event: object) => app.anonymous.post('/api/analytics/events', { pageType: 'public', ...event });
const read = async (days = 30) =>
  (await app.as({ id: demo.engineerId }).get<AnalyticsView>(`/api/analytics?days=${days}`)).data;
const on = (day: string) => jest.spyOn(clock, 'now').mockReturnValue(new Date(`${day}T12:00:00Z`));

it('counts events on public pages per day, and for the requested range', async () => {
  on('2030-03-01');
  await count({ name: 'modal_open', path: '/', source: 'hero' });
  on('2030-03-09');
  for (const source of ['hero', 'final_cta', 'hero']) await count({ name: 'modal_open', path: '/', source });
  await count({ name: 'navigation_click', path: '/about', label: '/privacy' });
  const opened = { name: 'modal_open', path: '/', label: null };
  expect(await read(7)).toEqual({
    days: [
      { day: '2030-03-09', name: 'modal_open', count: 3 },
      { day: '2030-03-09', name: 'navigation_click', count: 1 },
    ],
    details: [
      { ...opened, source: 'hero', count: 2 },
      { ...opened, source: 'final_cta', count: 1 },
      { name: 'navigation_click', path: '/about', source: null, label: '/privacy', count: 1 },
    ],
  });
  expect((await read(30)).days.map(({ day }) => day)).toEqual(['2030-03-01', '2030-03-09', '2030-03-09']);
});

it.each([
  { name: 'modal_open', path: '/app' },
  { name: 'modal_open', path: '/app/projects' },
  { name: 'page_leave', path: '/' },
  { name: 'modal_open', path: '/', pageType: 'app' },
  { name: 'modal_open', path: 'https://elsewhere.example/' },
])('refuses %j', async (event) => {
  expect((await count(event)).status).toBe(400);
  expect((await read()).days).toEqual([]);
});

it('does not store unknown paths, and limits the rows per day', async () => {
  await app.database.query(
    `INSERT INTO site_events SELECT (now() AT TIME ZONE 'UTC')::date, 'error', '/', '', 'e' || n, 1
     FROM generate_series(1, 500) n`,
  );
  await count({ name: 'error', path: '/somewhere/secret', label: 'One more' });
  await count({ name: 'error', path: '/', label: 'Another' });
  const [sums] = await app.database.query(
    `SELECT count(*)::int AS rows, sum(count)::int AS events FROM site_events WHERE label = 'other'`,
  );
  expect(sums).toEqual({ rows: 2, events: 2 });
  expect(await app.database.query(`SELECT 1 FROM site_events WHERE path LIKE '%secret%'`)).toEqual([]);
});

it('does not set a cookie, and is only readable by the operator', async () => {
  const { headers } = await count({ name: 'cta_click', path: '/' });
  expect(headers.getSetCookie()).toEqual([]);
  const { engineer, client } = await build(app).project();
  for (const user of [engineer, client]) expect((await app.as(user).get('/api/analytics')).status).toBe(403);
});
