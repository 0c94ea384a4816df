import { Agent, get, Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { startTestApp } from '../testing/app.js';
import { build } from '../testing/build.js';
import { useApp } from '../testing/use-app.js';

const { app } = useApp();

describe('the application', () => {
  it('refuses writes from another site, in the usual shape of errors', async () => {
    const { engineer } = await build(app).project();
    const foreign = app.as(engineer).with({ origin: 'https://elsewhere.example' });
    const refused = await foreign.post('/api/projects', { title: 'Theirs' });
    expect(refused).toMatchObject({ status: 403, code: 'cross_site' });
    expect(refused.json).toMatchObject({ success: false, requestId: expect.any(String) });
    expect((await app.as(engineer).with({ 'sec-fetch-site': 'cross-site' }).post('/api/projects')).status).toBe(403);
  });

  it('lets a page under another name of the portal send to signed addresses and read from them', async () => {
    const origin = 'http://localhost:1';
    const preflight = await fetch(`${app.url}/storage/any`, { method: 'OPTIONS', headers: { origin } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    const unsigned = await fetch(`${app.url}/storage/any`, { method: 'PUT', headers: { origin }, body: 'x' });
    expect(unsigned.status).toBe(403);
    // Without it a player that reads part of a file cannot find out its length.
    expect(unsigned.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });

  it('describes a wrong field with its own message', async () => {
    const { engineer, project } = await build(app).project();
    const post = (body: object) => app.as(engineer).post(`/api/tracks/projects/${project.id}`, body);
    expect((await post({ trackNumber: 1, title: '  ' })).message).toBe('Title is required');
    expect((await post({ trackNumber: 0, title: 'Ember' })).message).toBe('Track number must be positive');
    expect(await post({ title: 'Ember' })).toMatchObject({ status: 400, message: 'trackNumber is missing' });
  });

  it.each([
    ['no JSON', '/api/auth/sign-in', '{"password": "secret', 400, 'The request could not be read'],
    ['too long', '/api/auth/sign-in', `{"email": "${'a'.repeat(1 << 20)}"}`, 413, 'The request is too large'],
    ['of a broken address', '/api/projects/%ff', undefined, 400, 'The request could not be read'],
  ])('answers a request that is %s without quoting it', async (_what, path, body, status, message) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${app.url}${path}`, body === undefined ? {} : { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ success: false, error: message, message, status });
  });

  it.each([
    ['/api/mailing-list', 'application/json'],
    ['/api/deliveries/x', 'application/x-www-form-urlencoded'],
  ])('reads no compressed body at %s', async (path, type) => {
    const headers = { 'content-type': type, 'content-encoding': 'gzip' };
    const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers, body: gzipSync('{}') });
    expect(answer.status).toBe(415);
  });

  it('reads a whole sheet of an album, but not of strangers', async () => {
    const { client, project } = await build(app).project();
    const body = { release: { album: 'Ember' }, tracks: [], unknown: ['x'.repeat(300_000)] };
    const path = `/api/projects/${project.id}/metadata`;
    expect((await app.as(client).put(path, body)).status).toBe(200);
    expect((await app.anonymous.put(path, body)).status).toBe(401);
  });

  it.each(['/api/docs', '/API/Docs/', '/api/docs-json', '/api/docs-yaml', '/api/docs/swagger-ui-init.js'])(
    'describes itself at %s to engineers only',
    async (path) => {
      const { engineer, client } = await build(app).project();
      expect((await app.anonymous.get(path)).status).toBe(401);
      expect((await app.as(client).get(path)).status).toBe(403);
      expect((await app.as(engineer).fetch(path)).status).toBeLessThan(400);
    },
  );

  it('allows only its own scripts, and keeps https once it was used', async () => {
    const { headers } = await app.anonymous.get('/api/nothing-here');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("base-uri 'none';");
    expect(headers.has('strict-transport-security')).toBe(false);
    const secure = await startTestApp({ PUBLIC_URL: 'https://portal.example' });
    try {
      const answer = await secure.anonymous.get('/api/nothing-here');
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    } finally {
      await secure.close();
    }
    const withSubdomains = await startTestApp({ PUBLIC_URL: 'https://portal.example', HSTS_SUBDOMAINS: '1' });
    try {
      const answer = await withSubdomains.anonymous.get('/api/nothing-here');
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    } finally {
      await withSubdomains.close();
    }
  });

  it('shuts down while a client keeps sending requests on one connection', async () => {
    const busy = await startTestApp();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<boolean>((resolve) => {
        get(`${busy.url}/api/health/live`, { agent }, (answer) =>
          answer.resume().once('end', () => resolve(true)),
        ).once('error', () => resolve(false));
      });
    expect(await ask()).toBe(true);
    const asking = (async () => {
      while (await ask());
    })();
    // The test's own end would cut all connections.
    const cut = jest.spyOn(Server.prototype, 'closeAllConnections').mockImplementation(() => undefined);
    await busy.close();
    cut.mockRestore();
    await asking;
    agent.destroy();
  });

  it('gives every answer its headers and an id', async () => {
    const answer = await app.anonymous.with({ 'x-request-id': 'my-request-1' }).get('/api/nothing-here');
    expect(answer).toMatchObject({ status: 404, code: 'not_found' });
    expect(answer.headers.get('x-request-id')).toBe('my-request-1');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
