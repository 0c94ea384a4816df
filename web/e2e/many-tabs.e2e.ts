import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { startTcpProxy, type TcpProxy } from '../../services/testing/servers/tcp-proxy.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, playedTo, showTab } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

const STREAM = 'GET /api/events';
const PART = 'PUT /storage/';

describeInBrowser('many tabs of one browser over HTTP/1.1', () => {
  let browser: Browser;
  let context: BrowserContext;
  let proxy: TcpProxy;
  let projectId: string;
  let fileId: string;
  let dir: string;

  const project = (tab: string) => `${appUrl}/app/projects/${projectId}?tab=${tab}`;
  const addTrack = (trackNumber: number, title: string) =>
    send(context, 'POST', `tracks/projects/${projectId}`, { trackNumber, title });
  const track = (page: Page, title: string) => page.getByTitle(title, { exact: true });

  async function openTab(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(project('staging'));
    await page.getByRole('tab', { name: 'Staging' }).waitFor();
    return page;
  }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-tabs-'));
    const { host, port } = new URL(appUrl);
    proxy = await startTcpProxy(Number(port));
    browser = await launchBrowser(`--host-resolver-rules=MAP ${host} 127.0.0.1:${proxy.port}`);
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Eight tabs');
    const sound = { format: 'wav', durationS: 90, lufs: -14, seed: 3 } as const;
    fileId = await upload(context, { projectId, fileType: 'master', fileName: 'Ember.wav' }, sound);
  });

  afterAll(async () => {
    await browser.close();
    await proxy.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('leaves room for the eighth one beside uploads and a playing track, and updates all', async () => {
    const paths = [1, 2, 3, 4, 5].map((number) => join(dir, `0${number} Song.wav`));
    for (const [seed, path] of paths.entries()) makeAudioFile(path, { format: 'wav', durationS: 3, seed });
    proxy.stallAt(PART);
    const sender = await openTab();
    await sender.getByRole('button', { name: 'Choose a folder' }).waitFor();
    await sender.locator('main input[type=file]').first().setInputFiles(paths.slice(0, 4));
    await eventually(async () => expect(proxy.count(PART)).toBeGreaterThan(0));

    const listener = await context.newPage();
    await listener.goto(`${appUrl}/app/projects/${projectId}/tracks/${fileId}`);
    await listener.getByRole('button', { name: 'Play', exact: true }).first().click();
    await playedTo(listener, 1);

    const tabs = [sender];
    while (tabs.length < 7) tabs.push(await openTab());
    await tabs[1]!.locator('main input[type=file]').first().setInputFiles(paths.slice(4));
    await tabs[1]!.getByText('05 Song.wav').first().waitFor();
    await addTrack(1, 'Low Tide');
    for (const tab of tabs) await track(tab, 'Low Tide').waitFor();
    expect([proxy.count(STREAM), proxy.count(PART)]).toEqual([1, 2]);
    await playedTo(listener, 3);

    proxy.thaw();
    await eventually(async () => {
      const { stagingFiles } = await send<{ stagingFiles: object[] }>(context, 'GET', `staging/projects/${projectId}`);
      expect(stagingFiles).toHaveLength(5);
    });
    for (const tab of [...tabs, listener]) await tab.close();
  });

  it('keeps the stream when the tab that opened it is closed, and lets go of it when all are hidden', async () => {
    const [first, second] = [await openTab(), await openTab()];
    await first.close();
    await addTrack(2, 'Glass');
    await track(second, 'Glass').waitFor();
    expect(proxy.count(STREAM)).toBe(1);

    await showTab(second, false);
    await eventually(async () => expect(proxy.count(STREAM)).toBe(0));
    await addTrack(3, 'Ember');
    await showTab(second, true);
    await track(second, 'Ember').waitFor();
    await addTrack(4, 'Night Drive');
    await track(second, 'Night Drive').waitFor();
    await second.close();
  });

  it('reads nothing in a hidden tab until it is shown', async () => {
    const [shown, hidden] = [await openTab(), await openTab()];
    const read: string[] = [];
    // An idle tab also fetches scripts that it may need.
    hidden.on('request', (request) => request.url().includes('/api/') && read.push(request.url()));
    await showTab(hidden, false);
    await addTrack(5, 'Slow Water');
    await track(shown, 'Slow Water').waitFor();
    // Later events come in order, so the hidden tab has heard the first when the next is seen.
    await addTrack(6, 'Salt');
    await track(shown, 'Salt').waitFor();
    expect(read).toEqual([]);
    await showTab(hidden, true);
    await track(hidden, 'Salt').waitFor();
    await Promise.all([shown.close(), hidden.close()]);
  });

  it('follows the person who has signed in in another tab', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const acting = (page: Page, role: string) => page.getByRole('radio', { name: role, checked: true });
    await acting(first, 'Engineer').waitFor({ state: 'attached' });
    await second.getByText('Client', { exact: true }).click();
    for (const page of [second, first]) await acting(page, 'Client').waitFor({ state: 'attached' });
    await eventually(async () => expect(proxy.count(STREAM)).toBe(1));
    await first.goto(project('timeline'));
    await first.getByRole('button', { name: 'Add Comment' }).waitFor();
    const engineers = await browser.newContext();
    await signIn(engineers, 'engineer');
    const comment = 'The second verse is right now';
    await send(engineers, 'POST', 'comments', { projectId, comment });
    await first.getByRole('paragraph').filter({ hasText: comment }).waitFor();
  });
});
