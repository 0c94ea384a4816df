import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { webFiles } from './web-files.js';

const texts = { brand: 'A & B "<Masters>"', contactEmail: 'hi@example.com', publicUrl: 'https://portal.example.com' };
const ABOUT =
  '<title>A &amp; B &quot;&lt;Masters&gt;&quot;</title><a href="mailto:hi@example.com"></a>' +
  String.raw`<script>{"name":"A \u0026 B \"\u003cMasters\u003e\"","url":"https://portal.example.com/about"}</script>`;

describe('the built web', () => {
  let dir: string;
  let server: Server;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'lacquer-web-'));
    mkdirSync(join(dir, 'assets'));
    const files = { 'app.js': 'plain', 'app.js.br': 'brotli', 'app.js.gz': 'gzipped', 'face.woff2': 'font' };
    mkdirSync(join(dir, 'about'));
    const pages = {
      'index.html': 'home',
      'about/index.html':
        '<title>__BRAND__</title><a href="mailto:__CONTACT_EMAIL__"></a><script>{"name":"__BRAND__","url":"__PUBLIC_URL__/about"}</script>',
      '__spa-fallback.html': 'shell',
      'sitemap.xml': '<loc>__PUBLIC_URL__/?a&amp;b</loc>',
      'robots.txt': 'Sitemap: __PUBLIC_URL__/sitemap.xml',
      'site.webmanifest': '{"name":"__BRAND__"}',
    };
    for (const [name, content] of Object.entries(pages)) writeFileSync(join(dir, name), content);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, 'assets', name), content);
    const routes = {
      root: { path: '' },
      'sign-in': { parentId: 'root', path: 'sign-in' },
      invite: { parentId: 'root', path: 'invite/:token' },
      shell: { parentId: 'root' },
      project: { parentId: 'shell', path: 'app/projects/:projectId' },
      inside: { parentId: 'shell', path: 'app/*' },
      none: { parentId: 'root', path: '*' },
    };
    const manifest = `window.__reactRouterManifest=${JSON.stringify({ entry: {}, routes })};`;
    writeFileSync(join(dir, 'assets', 'manifest-1a2b.js'), manifest);
    server = express()
      .use(
        webFiles(dir, texts, (html) => (_request, response, next) => {
          response.setHeader('Content-Security-Policy', `policy of ${html.length}`);
          next();
        }),
      )
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    rmSync(dir, { recursive: true, force: true });
  });

  async function ask(path: string, accepted?: string, more: Record<string, string> = {}) {
    const { port } = server.address() as AddressInfo;
    const headers = { ...(accepted !== undefined && { 'Accept-Encoding': accepted }), ...more };
    const [response] = (await once(get({ port, host: '127.0.0.1', path, headers }), 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip, deflate', 'gzip', 'gzipped'],
    ['br;q=0, gzip', 'gzip', 'gzipped'],
  ])('answers a client that accepts %s with %s', async (accepted, encoding, body) => {
    const answer = await ask('/assets/app.js', accepted);
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=UTF-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  });

  it.each([
    ['/', 'home'],
    ['/about', ABOUT],
    ['/about/', ABOUT],
    ['/app/projects', 'shell'],
  ])('answers %s with the policy of its own page', async (path, body) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } });
    expect(await answer.text()).toBe(body);
    expect(answer.headers.get('content-security-policy')).toBe(`policy of ${body.length}`);
  });

  it.each([
    ['POST', '/', 404],
    ['PUT', '/about', 404],
    ['OPTIONS', '/nowhere', 404],
    ['GET', '/assets/gone.js', 404],
  ])('answers %s %s with text, not with a page without a policy', async (method, path, status) => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/plain; charset=utf-8']);
  });

  it('names the installation and its address in every file', async () => {
    expect((await ask('/sitemap.xml')).body).toBe('<loc>https://portal.example.com/?a&amp;b</loc>');
    const robots = await ask('/robots.txt');
    expect(robots.body).toBe('Sitemap: https://portal.example.com/sitemap.xml');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(JSON.parse((await ask('/site.webmanifest')).body)).toEqual({ name: texts.brand });
    expect(await ask('/about/index.html')).toMatchObject({ status: 404, body: 'shell' });
  });

  it('sends pages compressed, and again only when they have changed', async () => {
    const answer = await ask('/about', 'gzip, br');
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect((await ask('/about', 'br', { 'If-None-Match': answer.headers.etag! })).status).toBe(304);
  });

  it('redirects the old address of the start page to the landing page', async () => {
    const { status, headers } = await ask('/get-started');
    expect({ status, location: headers.location }).toEqual({ status: 302, location: '/' });
  });

  it.each([[undefined], ['identity'], ['gzip;q=0, br;q=0']])('answers uncompressed for %s', async (accepted) => {
    const answer = await ask('/assets/app.js', accepted);
    expect(answer).toMatchObject({ status: 200, body: 'plain' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers.vary).toBe('Accept-Encoding');
  });

  it('sends a file without a compressed form as it is, and 404 for a missing one', async () => {
    const font = await ask('/assets/face.woff2', 'br');
    expect(font).toMatchObject({ status: 200, body: 'font' });
    expect(font.headers).not.toHaveProperty('content-encoding');
    expect(await ask('/assets/gone.js', 'br')).toMatchObject({ status: 404 });
  });

  it.each([
    ['/sign-in', 200],
    ['/sign-in/', 200],
    ['/invite/abc', 200],
    ['/app/projects/1', 200],
    ['/app/anything/else', 200],
    ['/wp-login.php', 404],
    ['/invite', 404],
    ['/sign-in/more', 404],
  ])('answers a browser that requests %s with the shell and %d', async (path, status) => {
    expect(await ask(path)).toMatchObject({ status, body: 'shell' });
  });
});
