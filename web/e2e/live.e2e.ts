import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startTcpProxy, type TcpProxy } from '../../services/testing/servers/tcp-proxy.js';
import { appUrl, describeInBrowser, eventually, launchBrowser } from './browser.js';

describeInBrowser('a screen that another person changes', () => {
  let browser: Browser;
  let page: Page;
  let proxy: TcpProxy;
  let projectId: string;

  /** Calls the API as a colleague, on a connection that stays up. */
  async function call(path: string, body: object): Promise<{ project?: { id: string }; id?: string }> {
    const answer = await page.context().request.post(`${appUrl}/api/${path}`, { data: body });
    expect(answer.status()).toBeLessThan(300);
    return ((await answer.json()) as { data: { project?: { id: string }; id?: string } }).data;
  }

  const addTrack = (trackNumber: number, title: string) => call(`tracks/projects/${projectId}`, { trackNumber, title });
  const track = (title: string) => page.getByTitle(title, { exact: true });

  const streaming = () => eventually(async () => expect(proxy.count('GET /api/events')).toBe(1));

  beforeAll(async () => {
    proxy = await startTcpProxy(Number(new URL(appUrl).port));
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    const url = `http://${new URL(appUrl).hostname}:${proxy.port}/app`;
    await page.goto(url);
    await page.getByRole('button', { name: 'New project' }).waitFor();
    const created = await call('projects', { title: 'Seen by two', client: { name: 'Lin', email: 'lin@example.com' } });
    projectId = created.project?.id ?? created.id ?? '';
    await page.goto(`${url}/projects/${projectId}?tab=staging`);
    await page.getByText('No tracks yet. Create your first track to get started.').waitFor();
    await streaming();
  });

  afterAll(async () => {
    await browser.close();
    await proxy.stop();
  });

  it('updates automatically', async () => {
    await addTrack(1, 'Ember');
    await track('Ember').waitFor();
  });

  it('catches up after a dead connection, and continues to update', async () => {
    proxy.freeze();
    await addTrack(2, 'Low Tide');
    await eventually(async () => expect(await track('Low Tide').count()).toBe(0));
    proxy.thaw();
    await streaming();
    await track('Low Tide').waitFor();
    await addTrack(3, 'Glass');
    await track('Glass').waitFor();
  });
});
