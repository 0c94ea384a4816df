import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { recordChanges, type RecordedChanges } from '../testing/recorded-changes.js';
import { useApp } from '../testing/use-app.js';
import { makeScene, routeMatrix, type Scene } from './route-matrix.testing.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
);

/** Routes for deleted projects and files. */
const forDeleted = ['projectsListDeleted', 'projectsRestore', 'projectsDeleteForGood', 'trashDelete'];
/** A person may read everything stored about them until it is deleted for good. */
const toldOfDeleted = [...forDeleted, 'ownAccountData'];
/** Answers about the person or the studio, whose paths contain no id of a project or a file. */
const about = /^\/api\/(users|clients|invites|studio)\//;

const { app } = useApp();
let changes: RecordedChanges;
let scene: Scene;

beforeAll(async () => {
  scene = await makeScene(app);
  await app.database.query(`UPDATE projects SET title = 'Vanished', trashed_at = now() WHERE studio_id = $1`, [
    scene.studio.id,
  ]);
  changes = await recordChanges(app.database, ['rate_limits']);
});

/** Ids of the project's parts, which would reveal it. */
const tracesOf = (scene: Scene) => [
  'Vanished',
  ...[scene.project.id, scene.trackId, scene.slotId, scene.stagingFileId, scene.fileId, scene.uploadId],
  ...[scene.quoteId, scene.commentId, scene.invoiceId, scene.notificationId],
];

describe.each(routes)('$method $path', ({ method, operationId }) => {
  const entry = routeMatrix[operationId];
  if (!entry || toldOfDeleted.includes(operationId)) return;
  it('neither reveals a deleted project nor changes it', async () => {
    await changes.undo();
    const traces = tracesOf(scene);
    const path = typeof entry.path === 'string' ? entry.path : entry.path(scene);
    const body = entry.body?.(scene);
    const asked = JSON.stringify([path, body]);
    const isAbout = (id: string) => asked.includes(id) && !about.test(path);
    for (const caller of [app.as(scene.engineer), app.as(scene.client)]) {
      const response = await caller.fetch(path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      const told = traces.filter((trace) => text.includes(trace) && !text.includes('not_found'));
      expect({ operationId, told }).toEqual({ operationId, told: [] });
      if (traces.some(isAbout))
        expect({ operationId, isRefused: response.status >= 400 }).toMatchObject({ isRefused: true });
      expect(response.status).toBeLessThan(500);
    }
  });
});
