import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../testing/caller.js';
import { useApp } from '../testing/use-app.js';
import { type CallerName, callers, makeScene, routeMatrix, type Scene, type Verdict } from './route-matrix.testing.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
);

const { app } = useApp();
/** For calls that do not change it. */
let shared: Scene;
beforeAll(async () => {
  shared = await makeScene(app);
});

function callerOf(scene: Scene, name: CallerName): Caller {
  const { client, decider, commenter, listener, engineer, other } = scene;
  const users = {
    client,
    decider,
    commenter,
    listener,
    engineer,
    otherClient: other.client,
    otherEngineer: other.engineer,
  };
  return name === 'anonymous' ? app.anonymous : app.as(users[name]);
}

/** Tables that refused calls must not change. */
const protectedTables = [
  'users',
  'accounts',
  'sessions',
  'profiles',
  'studios',
  'studio_clients',
  'invites',
  'projects',
  'project_people',
  'tracks',
  'slots',
  'files',
  'audio',
  'staging_files',
  'conventions',
  'slot_lessons',
  'trash',
  'quotes',
  'comments',
  'share_links',
  'share_link_fetches',
  'editions',
  'notifications',
  'muted_mails',
  'activities',
  'project_visits',
  'invoices',
  'sent_reminders',
  'mailing_list',
  'engineer_invites',
  'site_events',
  'outbox',
];
async function fingerprint(): Promise<unknown> {
  const sums = protectedTables.map(
    (table) => `(SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) FROM ${table} t)`,
  );
  return (await app.database.query(`SELECT ARRAY[${sums.join(', ')}] AS sums`))[0];
}

const isAllowed = (status: number) => status < 500 && ![401, 403, 404].includes(status);

describe('the matrix', () => {
  it('has an entry for every route, and none for a removed route', () => {
    expect(Object.keys(routeMatrix).sort()).toEqual(routes.map(({ operationId }) => operationId).sort());
  });
});

describe.each(routes)('$method $path', ({ method, path, operationId }) => {
  const entry = routeMatrix[operationId];
  if (!entry) return;
  const call = (scene: Scene, name: CallerName) => {
    const filled = typeof entry.path === 'string' ? entry.path : entry.path(scene);
    expect(filled.split('?', 1)[0]).toMatch(new RegExp(`^${path.replace(/\{\w+\}/g, '[\\w.-]+')}$`));
    return callerOf(scene, name).call(method, filled, entry.body?.(scene));
  };
  const refused = callers.filter((name) => entry.verdicts[name] !== 'allowed');
  const allowed = callers.filter((name) => entry.verdicts[name] === 'allowed');

  if (refused.length > 0) {
    it(`refuses ${refused.join(', ')}`, async () => {
      await app.database.query('TRUNCATE rate_limits');
      const before = await fingerprint();
      const answers: [CallerName, Verdict | number][] = [];
      for (const name of refused) answers.push([name, (await call(shared, name)).status]);
      expect(answers).toEqual(refused.map((name) => [name, entry.verdicts[name]]));
      expect(await fingerprint()).toEqual(before);
    });
  }

  if (allowed.length > 0) {
    it(`lets ${allowed.join(', ')} in`, async () => {
      for (const name of allowed) {
        const scene = method === 'GET' || typeof entry.path === 'string' ? shared : await makeScene(app);
        const { status, code } = await call(scene, name);
        expect({ name, status, code, allowed: isAllowed(status) }).toMatchObject({ allowed: true });
      }
    });
  }
});
