import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, launchBrowser } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

describeInBrowser('a visit of a link', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let projectId: string;
  let visitors: BrowserContext;

  beforeAll(async () => {
    browser = await launchBrowser();
    engineers = await browser.newContext();
    await signIn(engineers, 'engineer');
    projectId = await makeProject(engineers, 'Seen by people');
    const sound = { format: 'wav', bits: 16, sampleRateHz: 44100, durationS: 2, seed: 1 } as const;
    await upload(engineers, { projectId, fileType: 'master', fileName: 'Anthem.wav' }, sound);
  });
  beforeEach(async () => {
    visitors = await browser.newContext();
  });
  afterEach(() => visitors.close());
  afterAll(() => browser.close());

  /** Playwright says to pages that a program drives the browser; people's browsers do not. */
  const asPerson = () =>
    visitors.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }));
  const opened = async () => {
    const path = `share-links/project/${projectId}`;
    const { links } = await send<{ links: { timesOpened: number }[] }>(engineers, 'GET', path);
    return links[0]!.timesOpened;
  };
  /** A new link's page, whose clock the test moves. */
  async function open(purpose: 'listening' | 'delivery'): Promise<Page> {
    const made = { projectId, purpose, name: 'Label' };
    const { url } = await send<{ url: string }>(engineers, 'POST', 'share-links', made);
    await visitors.clock.install();
    const page = await visitors.newPage();
    await page.goto(appUrl + new URL(url).pathname);
    await page.getByRole('heading', { name: 'Seen by people' }).waitFor();
    return page;
  }
  const counted = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/visit') && answer.ok());

  for (const purpose of ['listening', 'delivery'] as const) {
    it(`for ${purpose} is not made by a program that runs scripts, nor by one that leaves soon`, async () => {
      const robot = await open(purpose);
      await robot.clock.fastForward(60_000);
      await robot.mouse.click(5, 5);
      await robot.close();
      expect(await opened()).toBe(0);

      await asPerson();
      const quick = await open(purpose);
      await quick.clock.fastForward(5_000);
      await quick.close();
      expect(await opened()).toBe(0);
    });

    it(`for ${purpose} is made by somebody who looks at the page for a while`, async () => {
      await asPerson();
      const page = await open(purpose);
      await Promise.all([counted(page), page.clock.fastForward(10_000)]);
      expect(await opened()).toBe(1);
    });

    it(`for ${purpose} begins when a tab in the background is used`, async () => {
      await asPerson();
      await visitors.addInitScript(() => {
        let state = 'hidden';
        Object.defineProperty(Document.prototype, 'visibilityState', { get: () => state });
        document.addEventListener('shown', () => {
          state = 'visible';
          document.dispatchEvent(new Event('visibilitychange'));
        });
      });
      const page = await open(purpose);
      await page.clock.fastForward(60_000);
      expect(await opened()).toBe(0);
      await page.evaluate(() => document.dispatchEvent(new Event('shown')));
      await Promise.all([counted(page), page.mouse.wheel(0, 10)]);
      expect(await opened()).toBe(1);
    });
  }
});
