import { beforeEach, describe, expect, it } from '@jest/globals';
import { redPng } from '../../platform/pictures/picture.testing.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { hashPassword } from '../auth/passwords/credentials.service.js';
import { addPassword } from '../auth/passwords/credentials.writes.js';
import { sections } from './own-data.service.js';

const { app, own, client, engineer } = useApp({ project: { title: 'Night Songs' } });
let path: string;

beforeEach(() => {
  path = `/api/users/${own.client.id}`;
});

const send = async (body: Uint8Array<ArrayBuffer>, caller = client, type = 'image/png') => {
  const answer = await caller.fetch(`${path}/avatar`, { method: 'PUT', body, headers: { 'content-type': type } });
  return { status: answer.status, json: (await answer.json()) as any };
};

describe('a profile picture', () => {
  it('is scaled down and re-encoded, and shown with the profile and the session', async () => {
    const { status, json } = await send(new Uint8Array(redPng(600, 400)));
    expect(status).toBe(200);
    expect(json.data.avatar).toMatch(/^data:image\/jpeg;base64,/);
    expect(json.data.avatar.length).toBeLessThan(20_000);
    expect((await engineer.get(`${path}/profile`)).data.avatar).toBe(json.data.avatar);
    expect((await client.get('/api/session')).data.user.avatar).toBe(json.data.avatar);
    expect((await client.delete(`${path}/avatar`)).status).toBe(200);
    expect((await client.get(`${path}/profile`)).data.avatar).toBeNull();
  });

  it('of 50 MB is refused with the limit, even without a declared length', async () => {
    const large = new Uint8Array(50 * 1024 ** 2);
    const refused = { status: 413, json: { code: 'too_large', message: 'The picture may have 10 MB at most' } };
    expect(await send(large)).toMatchObject(refused);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => ((sent += 1) > 12 ? stream.close() : stream.enqueue(new Uint8Array(1024 ** 2))),
    });
    const unsaid = await client.fetch(`${path}/avatar`, { method: 'PUT', body, duplex: 'half' });
    expect([unsaid.status, await unsaid.json()]).toMatchObject([413, refused.json]);
    expect((await client.get(`${path}/profile`)).data.avatar).toBeNull();
  });

  it.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
    ['a page that says it is a PNG', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['nothing', '', 'image/png'],
  ])('is not %s', async (_what, text, type) => {
    expect(await send(new TextEncoder().encode(text), client, type)).toMatchObject({
      status: 422,
      json: { code: 'bad_picture' },
    });
  });

  it('can be set only by its owner', async () => {
    expect((await send(new Uint8Array(redPng(1, 1)), engineer)).status).toBe(403);
    expect((await send(new Uint8Array(redPng(1, 1)), app.as(await build(app).client()))).status).toBe(404);
  });
});

describe('the download of a user’s own data', () => {
  it('contains everything stored about the user, and no credentials', async () => {
    const hash = await hashPassword('correct horse');
    await app.database.transaction((tx) => addPassword(tx, own.client.id, hash));
    await client.put(`${path}/profile`, { company: 'Zoë & Co', preferredGenres: ['Jazz'] });
    await client.post('/api/comments', { projectId: own.project.id, comment: 'Louder, please' });
    await engineer.post('/api/comments', { projectId: own.project.id, comment: 'Not for the client’s file' });
    const signIn = await app.anonymous.post('/api/auth/sign-in/email', {
      email: own.client.email,
      password: 'correct horse',
    });
    expect(signIn.status).toBe(200);
    const answer = await client.fetch(`${path}/data`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      account: { email: own.client.email, role: 'client' },
      profile: { company: 'Zoë & Co', preferredGenres: ['Jazz'] },
      waysToSignIn: [{ provider: 'credential' }],
      sessions: [{ userAgent: expect.any(String) }],
      studios: [{ studio: own.studio.name }],
      projects: [{ title: 'Night Songs' }],
      comments: [{ comment: 'Louder, please' }],
    });
    const [session] = await app.database.query<{ token: string }>('SELECT token FROM sessions WHERE user_id = $1', [
      own.client.id,
    ]);
    for (const secret of [hash, session!.token, 'Not for the client']) expect(text).not.toContain(secret);
  });

  it('covers every table with data about a user', async () => {
    const tables = await app.database.query<{ name: string }>(
      `SELECT DISTINCT r.relname AS name FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
       WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass ORDER BY 1`,
    );
    const source = Object.values(sections).join();
    const silent = tables.map(({ name }) => name).filter((name) => !source.includes(name));
    expect(silent).toEqual([]);
  });

  it('can be read only by its owner', async () => {
    expect((await engineer.get(`${path}/data`)).status).toBe(403);
    expect((await app.as(await build(app).engineer()).get(`${path}/data`)).status).toBe(404);
    expect((await app.anonymous.get(`${path}/data`)).status).toBe(401);
  });
});
