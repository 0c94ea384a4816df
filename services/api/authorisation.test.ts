import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../testing/caller.js';
import { recordChanges, type RecordedChanges } from '../testing/recorded-changes.js';
import { useApp } from '../testing/use-app.js';
import { type CallerName, callers, makeScene, routeMatrix, type Scene, type Verdict } from './route-matrix.testing.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
);

const { app } = useApp();
let changes: RecordedChanges;
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(app);
  changes = await recordChanges(app.database, CHANGED_BY_ALL);
});

/** The scene as no call has changed it: making one takes longer than most calls. */
async function untouched(): Promise<Scene> {
  await changes.undo();
  return scene;
}

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

/** Tables that refused calls may change: counters of requests, and the audit trail of refused sign-ins. */
const CHANGED_BY_ALL = ['rate_limits', 'audit_entries'];

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
      const unchanged = await untouched();
      const answers: [CallerName, Verdict | number][] = [];
      for (const name of refused) answers.push([name, (await call(unchanged, name)).status]);
      expect(answers).toEqual(refused.map((name) => [name, entry.verdicts[name]]));
      expect(await changes.tables()).toEqual([]);
    });
  }

  if (allowed.length > 0) {
    it(`lets ${allowed.join(', ')} in`, async () => {
      for (const name of allowed) {
        const { status, code } = await call(await untouched(), name);
        expect({ name, status, code, allowed: isAllowed(status) }).toMatchObject({ allowed: true });
      }
    });
  }
});
