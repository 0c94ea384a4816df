import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../testing/caller.js';
import { useApp } from '../testing/use-app.js';
import { makeScene, routeMatrix, type Scene } from './route-matrix.testing.js';

interface Shape {
  $ref?: string;
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  additionalProperties?: Shape | boolean;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
}
interface Operation {
  operationId: string;
  parameters?: { in: 'path' | 'query'; name: string; schema: Shape }[];
  requestBody?: { content: Record<string, { schema: Shape }> };
}
const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Shape> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

const isNumber = ({ type }: Shape) => type === 'integer' || type === 'number';

/** Path of a field in a body; '[]' is the first entry of a list, '*' any key of a record. */
interface Field {
  at: string[];
  isText: boolean;
}

function fieldsOf(shape: Shape, at: string[] = []): Field[] {
  if (shape.$ref) return fieldsOf(components.schemas[shape.$ref.split('/').at(-1)!]!, at);
  const variants = [shape.anyOf, shape.oneOf, shape.allOf].flatMap((shapes) => shapes ?? []);
  const rest = typeof shape.additionalProperties === 'object' ? [['*', shape.additionalProperties] as const] : [];
  const parts = [
    ...Object.entries(shape.properties ?? {}),
    ...rest,
    ...(shape.items ? [['[]', shape.items] as const] : []),
  ];
  const own = shape.type === 'string' || isNumber(shape) ? [{ at, isText: shape.type === 'string' }] : [];
  return [
    ...own,
    ...variants.flatMap((variant) => fieldsOf(variant, at)),
    ...parts.flatMap(([key, part]) => fieldsOf(part, [...at, key])),
  ];
}

/** A copy of the body with that value in that field. */
function withValue(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (key === '[]') {
    const [first, ...others] = Array.isArray(body) ? (body as unknown[]) : [];
    return [withValue(first, rest, value), ...others];
  }
  const record = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, value) };
}

const TEXTS = ['a\0b', 'a\ud800'];
const NUMBERS = ['99999999999999999999', '2147483648', '-1', '0.5'];
/** NUL, half of a surrogate pair in UTF-8, and an unfinished escape. */
const ENCODED = ['a%00b', '%ED%A0%80', '%'];

const { app } = useApp();
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(app);
  await app.database.query('UPDATE users SET is_operator = true WHERE id = $1', [scene.engineer.id]);
});

const callerOf = (operationId: string): Caller => {
  const { engineer, client } = routeMatrix[operationId]!.verdicts;
  return app.as(engineer !== 'allowed' && client === 'allowed' ? scene.client : scene.engineer);
};

describe.each(operations)('$method $path', ({ method, path, operationId, parameters = [], requestBody }) => {
  const entry = routeMatrix[operationId]!;
  const address = () => (typeof entry.path === 'string' ? entry.path : entry.path(scene));
  /** The real address, where that parameter has another value. */
  const withParameter = (where: 'path' | 'query', name: string, value: string) => {
    const [filled = '', query] = address().split('?', 2);
    if (where === 'query') return `${filled}?${name}=${value}`;
    const at = path.split('/').indexOf(`{${name}}`);
    return filled
      .split('/')
      .map((part, index) => (index === at ? value : part))
      .join('/')
      .concat(query ? `?${query}` : '');
  };
  const json = requestBody?.content['application/json']?.schema;
  const fields = json ? fieldsOf(json) : [];
  const hasNumbers = fields.some(({ isText }) => !isText) || parameters.some(({ schema }) => isNumber(schema));

  it('answers a text or number that cannot be stored with an error of the caller', async () => {
    if (hasNumbers) await app.database.query('TRUNCATE rate_limits');
    const body = entry.body?.(scene);
    const calls = [
      ...parameters.flatMap(({ in: where, name, schema }) =>
        (isNumber(schema) ? NUMBERS : ENCODED).map((value) => [withParameter(where, name, value), body]),
      ),
      ...fields.flatMap(({ at, isText }) =>
        (isText ? TEXTS : NUMBERS.map(Number)).map((value) => [address(), withValue(body, at, value)]),
      ),
      ...(json ? TEXTS.map((name) => [address(), { ...(body as object), [name]: 1 }]) : []),
    ] as [string, unknown][];
    const caller = callerOf(operationId);
    const statuses = await Promise.all(
      calls.map(async ([to, sent]) => [await statusOf(caller, method, to, sent), to, sent]),
    );
    expect(statuses.filter(([status]) => typeof status !== 'number' || status >= 500)).toEqual([]);
  });
});

describe('addresses without a route of their own', () => {
  const addresses = [
    '/a%00b',
    '/d/a%00b',
    '/l/a%00b',
    '/storage/a%00b',
    '/api/a%00b',
    '/api/docs/a%00b',
    '/api/queues/a%00b',
  ];

  it.each(addresses)('%s is refused', async (address) => {
    expect([400, 403, 404]).toContain(await statusOf(app.as(scene.engineer), 'GET', address));
  });
});

describe('a form', () => {
  it('with a NUL is refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.anonymous.fetch(`/d/${scene.deliveryToken}`, {
      method: 'POST',
      headers,
      body: 'password=a%00b',
    });
    expect(answer.status).toBe(400);
  });
});

/** The status of an answer that arrives whole, otherwise the error. */
async function statusOf(caller: Caller, method: string, to: string, body?: unknown): Promise<unknown> {
  try {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await caller.fetch(to, { method, ...(body !== undefined && json) });
    if (answer.headers.get('content-type') !== 'text/event-stream') await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    return error;
  }
}
