import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startTcpProxy, type TcpProxy } from '../../services/testing/servers/tcp-proxy.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, showTab } from './browser.js';
import { makeProject, send, signIn } from './listening-fixture.js';

const STREAM = 'GET /api/events';

describeInBrowser('tabs that share one event stream', () => {
  let browser: Browser;
  let context: BrowserContext;
  let proxy: TcpProxy;
  let projectId: string;
  let tracks = 0;

  async function openTab(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    await page.getByRole('tab', { name: 'Staging' }).waitFor();
    return page;
  }

  /** Changes the project elsewhere. Returns the title that appears. */
  async function addTrack(): Promise<string> {
    const title = `Song ${++tracks}`;
    await send(context, 'POST', `tracks/projects/${projectId}`, { trackNumber: tracks, title });
    return title;
  }

  const shows = (page: Page, title: string) => page.getByTitle(title, { exact: true }).waitFor();
  const streams = (count: number) => eventually(async () => expect(proxy.count(STREAM)).toBe(count));

  beforeAll(async () => {
    const { host, port } = new URL(appUrl);
    proxy = await startTcpProxy(Number(port));
    browser = await launchBrowser(`--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`);
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Many tabs');
  });

  afterEach(async () => {
    await context.close();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await signIn(context, 'engineer');
  });

  afterAll(async () => {
    await browser.close();
    await proxy.stop();
  });

  it('are forty, and all show a change', async () => {
    const tabs: Page[] = [];
    while (tabs.length < 40) tabs.push(await openTab());
    expect(proxy.count(STREAM)).toBe(1);
    const title = await addTrack();
    for (const tab of tabs) await shows(tab, title);
  });

  it('get another stream when the shared worker has ended, and what has changed since', async () => {
    const tab = await openTab();
    await streams(1);
    const devtools = await browser.newBrowserCDPSession();
    const { targetInfos } = await devtools.send('Target.getTargets');
    const worker = targetInfos.find(({ type }) => type === 'shared_worker')!;
    await devtools.send('Target.closeTarget', { targetId: worker.targetId });
    await streams(0);
    const title = await addTrack();
    await shows(tab, title);
    await streams(1);
    await shows(tab, await addTrack());
  });

  it('each have their own where there are no shared workers, locks and storage, while they are visible', async () => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'SharedWorker');
      Reflect.deleteProperty(Navigator.prototype, 'locks');
      const refuse = () => {
        throw new DOMException('The storage is blocked', 'SecurityError');
      };
      Object.defineProperty(window, 'localStorage', { get: refuse });
      Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
    });
    const tabs: Page[] = [];
    for (let number = 0; number < 8; number++) {
      const tab = await openTab();
      await shows(tab, await addTrack());
      tabs.push(tab);
      if (number < 7) await showTab(tab, false);
    }
    await streams(1);
    await showTab(tabs[0]!, true);
    await streams(2);
    const title = await addTrack();
    for (const tab of [tabs[0]!, tabs[7]!]) await shows(tab, title);
  });
});
