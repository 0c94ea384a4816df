import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hashPassword } from '../features/auth/passwords/credentials.service.js';
import { addPassword } from '../features/auth/passwords/credentials.writes.js';
import { codeAt } from '../features/auth/second-factor/one-time-codes.js';
import { Studio } from '../features/studio/studio.entity.js';
import { clock } from '../platform/clock.js';
import { build } from '../testing/build.js';
import type { Caller } from '../testing/caller.js';
import { EventStream } from '../testing/events/event-stream.js';
import { useApp } from '../testing/use-app.js';
import { makeScene, routeMatrix, type Scene } from './route-matrix.testing.js';

const SETTINGS = '/api/studio/settings';
const PASSWORD = 'correct horse';
const { app } = useApp();

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const routes = Object.values(document.paths).flatMap((methods) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ method: method.toUpperCase(), operationId })),
);

/** Calls that are open to somebody who must set up two-step sign-in, besides those that are open to everyone. */
const open = ['authSession', 'secondFactorBegin', 'secondFactorConfirm'];

let passwordHash: string;
let scene: Scene;
/** Requires two-step sign-in, and has it. */
let owner: Caller;
let now: Date;
const streams: EventStream[] = [];

beforeAll(async () => (passwordHash = await hashPassword(PASSWORD)));
beforeEach(async () => {
  now = new Date(Math.floor(Date.now() / 30_000) * 30_000);
  jest.spyOn(clock, 'now').mockImplementation(() => now);
  await app.database.query('DELETE FROM rate_limits');
  scene = await makeScene(app);
  owner = app.as(scene.engineer);
  await app.database.transaction((tx) => addPassword(tx, scene.engineer.id, passwordHash));
});
afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

/** A code works once, so time passes with each. */
const nextCode = (secret: string) => codeAt(secret, (now = new Date(now.getTime() + 30_000)));

async function setUp(caller: Caller, password?: string): Promise<string> {
  const { data } = await caller.post('/api/auth/second-factor', { password });
  const { status } = await caller.post('/api/auth/second-factor/confirm', { code: nextCode(data.secret) });
  expect(status).toBe(200);
  return data.secret;
}

const requireIt = (requiresSecondFactor = true) => owner.put(SETTINGS, { requiresSecondFactor, password: PASSWORD });
const colleague = async () => app.as(await build(app).engineer({ studioId: scene.studio.id }));
const owes = async (caller: Caller) => (await caller.get('/api/session')).data.owesSecondFactor;

async function listen(caller: Caller): Promise<EventStream> {
  const stream = await EventStream.open(caller);
  streams.push(stream);
  await stream.waitFor(({ event }) => event === 'hello');
  return stream;
}

describe('requiring two-step sign-in of a studio', () => {
  it('is refused to somebody who does not have it, and to clients', async () => {
    expect(await requireIt()).toMatchObject({ status: 409, code: 'second_factor_missing' });
    expect((await app.as(scene.client).put(SETTINGS, { requiresSecondFactor: true })).status).toBe(403);
    expect((await owner.get(SETTINGS)).data.requiresSecondFactor).toBe(false);
  });

  it('asks for the password, also to switch it off', async () => {
    await setUp(owner, PASSWORD);
    const put = (requiresSecondFactor: boolean, password?: string) =>
      owner.put(SETTINGS, { requiresSecondFactor, password });
    expect((await put(true)).code).toBe('wrong_password');
    expect((await put(true, 'wrong')).code).toBe('wrong_password');
    expect((await put(true, PASSWORD)).data.requiresSecondFactor).toBe(true);
    expect((await put(false)).code).toBe('wrong_password');
    expect((await put(true)).status).toBe(200);
    expect((await put(false, PASSWORD)).data.requiresSecondFactor).toBe(false);
  });

  it('is in the audit trail, with who did it', async () => {
    await setUp(owner, PASSWORD);
    await requireIt();
    await requireIt(false);
    const entries = await app.database.query(
      `SELECT subject, user_id AS "userId" FROM audit_entries WHERE subject_id = $1 ORDER BY id`,
      [scene.studio.id],
    );
    expect(entries).toEqual([
      { subject: 'two-step sign-in required of engineers', userId: scene.engineer.id },
      { subject: 'two-step sign-in no longer required of engineers', userId: scene.engineer.id },
    ]);
  });
});

describe('once a studio requires two-step sign-in', () => {
  it('an engineer without it is refused every call except those that set it up', async () => {
    await app.database.manager.update(Studio, { id: scene.studio.id }, { requiresSecondFactor: true });
    const answers: Record<string, string | null> = {};
    const expected: Record<string, string | null> = {};
    for (const { method, operationId } of routes) {
      const { verdicts, path, body } = routeMatrix[operationId]!;
      if (verdicts.anonymous !== 401 || operationId === 'authSignIn' || operationId === 'secondFactorEnterCode')
        continue;
      const answer = await owner.call(method, typeof path === 'string' ? path : path(scene), body?.(scene));
      answers[operationId] = answer.code === 'second_factor_required' ? answer.code : null;
      expected[operationId] = open.includes(operationId) ? null : 'second_factor_required';
    }
    expect(answers).toEqual(expected);
    expect(Object.keys(expected).length).toBeGreaterThan(100);
    for (const path of ['/api/events', '/api/docs']) expect((await owner.fetch(path)).status).toBe(403);
  });

  it('an operator without it is refused the queue dashboard', async () => {
    await app.database.manager.update(Studio, { id: scene.studio.id }, { requiresSecondFactor: true });
    await app.database.query('UPDATE users SET is_operator = true WHERE id = $1', [scene.engineer.id]);
    expect(await owner.get('/api/operator/queues')).toMatchObject({ status: 403, code: 'second_factor_required' });
    await app.database.query('UPDATE users SET is_operator = false WHERE id = $1', [scene.engineer.id]);
  });

  it('a colleague can continue after setting it up', async () => {
    await setUp(owner, PASSWORD);
    const other = await colleague();
    await requireIt();
    expect(await owes(other)).toBe(true);
    expect(await other.get('/api/projects')).toMatchObject({ status: 403, code: 'second_factor_required' });
    await setUp(other);
    expect(await owes(other)).toBe(false);
    expect((await other.get('/api/projects')).status).toBe(200);
  });

  it('clients, other studios and engineers who have it are not affected', async () => {
    await setUp(owner, PASSWORD);
    await requireIt();
    for (const caller of [owner, app.as(scene.client), app.as(scene.other.engineer), app.as(scene.other.client)]) {
      expect(await owes(caller)).toBe(false);
      expect((await caller.get('/api/projects')).status).toBe(200);
    }
  });

  it('an open event stream of a colleague without it ends at once', async () => {
    await setUp(owner, PASSWORD);
    const [kept, ended] = [await listen(owner), await listen(await colleague())];
    await requireIt();
    await ended.ended;
    await kept.waitFor(({ data }) => (data as { topic?: string }).topic === 'studio');
  });

  it('switching it off for oneself, as with a new phone, leads to setting it up again', async () => {
    const secret = await setUp(owner, PASSWORD);
    await requireIt();
    const body = { password: PASSWORD, code: nextCode(secret) };
    expect((await owner.delete('/api/auth/second-factor', body)).status).toBe(200);
    expect((await requireIt(false)).code).toBe('second_factor_required');
    await setUp(owner, PASSWORD);
    expect((await requireIt(false)).status).toBe(200);
  });

  it('colleagues can work without it again when it is no longer required', async () => {
    await setUp(owner, PASSWORD);
    const other = await colleague();
    await requireIt();
    await requireIt(false);
    expect(await owes(other)).toBe(false);
    expect((await other.get('/api/projects')).status).toBe(200);
  });
});
