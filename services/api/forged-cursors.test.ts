import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import { encodeCursor } from '../platform/http/page.js';
import { useApp } from '../testing/use-app.js';
import { makeScene, routeMatrix, type Scene } from './route-matrix.testing.js';

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string }[];
}
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, { get?: Operation }> };

/** The lists that an engineer may read in pages. */
const lists = Object.values(paths)
  .flatMap(({ get }) => (get?.parameters?.some(({ name }) => name === 'cursor') ? [get.operationId] : []))
  .filter((operationId) => routeMatrix[operationId]?.verdicts.engineer === 'allowed');

const someId = '01900000-0000-7000-8000-000000000001';
/** Valid cursors that no list gave out; the database itself refuses texts with NUL and numbers that are too large. */
const forged = {
  'no JSON': 'x',
  nothing: encodeCursor([]),
  NUL: encodeCursor(['\0', someId]),
  'NUL under a sort': encodeCursor(['createdAt', '\0', someId]),
  'an immense number': encodeCursor([2 ** 52]),
  'a fraction': encodeCursor([1.5]),
  'an invalid id': encodeCursor(['1', 'x']),
  'a long text': encodeCursor(['x'.repeat(1_000), someId]),
};

const { app } = useApp();
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(app);
});

it('covers every list', () => expect(lists.length).toBeGreaterThan(5));

it.each(lists)('%s answers a forged cursor with 400', async (operationId) => {
  const { path } = routeMatrix[operationId]!;
  const address = typeof path === 'string' ? path : path(scene);
  const answers = await Promise.all(
    Object.entries(forged).map(async ([what, cursor]) => {
      const { status, code } = await app.as(scene.engineer).get(`${address}?cursor=${cursor}`);
      return [what, status, code];
    }),
  );
  expect(answers).toEqual(Object.keys(forged).map((what) => [what, 400, 'bad_cursor']));
});
