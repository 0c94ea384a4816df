import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, signIn, upload } from './listening-fixture.js';

/** Runs in the page: tracks sources that are scheduled and have neither ended nor been stopped. */
function countSounds(): void {
  const sounding = new Set<AudioScheduledSourceNode>();
  Object.assign(window, { sounding });
  const prototype = AudioBufferSourceNode.prototype;
  const start = prototype.start;
  prototype.start = function (
    this: AudioBufferSourceNode,
    ...times: [when?: number, offset?: number, duration?: number]
  ) {
    sounding.add(this);
    this.addEventListener('ended', () => sounding.delete(this));
    start.apply(this, times);
  };
}

describeInBrowser('a player that loses its connection or its session', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let trackPage: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const engineers = await browser.newContext();
    await signIn(engineers, 'engineer');
    const projectId = await makeProject(engineers, 'Heard on a train');
    const fileId = await upload(
      engineers,
      { projectId, fileType: 'master', fileName: 'Tunnel.wav' },
      { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 60, seed: 9, lufs: -16 },
    );
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await context.addInitScript(countSounds);
    await signIn(context, 'client');
    page = await context.newPage();
    trackPage = `${appUrl}/app/projects/${projectId}/tracks/${fileId}`;
  });

  afterAll(() => browser.close());

  const play = () => page.getByRole('main').getByRole('button', { name: 'Play', exact: true });
  const pause = () => page.getByRole('main').getByRole('button', { name: 'Pause', exact: true });
  const player = () => page.getByRole('region', { name: 'Player' });
  const stalled = () => player().getByText('No connection. Playback continues when it is back.');
  const heardUntil = (second: number) =>
    page.waitForFunction((least) => {
      const [minutes, seconds] = document.querySelector('[role=timer]')!.textContent.split(' / ')[0]!.split(':');
      return Number(minutes) * 60 + Number(seconds) >= least;
    }, second);

  it('plays decoded audio while the connection is lost', async () => {
    await page.goto(trackPage);
    await play().click();
    await heardUntil(2);
    await context.setOffline(true);
    await page.getByRole('status').filter({ hasText: 'You are offline' }).waitFor();
    await heardUntil(6);
    await pause().waitFor();
    await eventually(async () =>
      expect(await page.getByRole('alert').filter({ hasText: 'Audio Error' }).count()).toBe(0),
    );
  });

  it('shows a clear message when the decoded audio runs out', async () => {
    await stalled().waitFor();
    await screenshot(page, 'player-stalled', false);
    await eventually(async () => expect(await page.getByText(/backend/).count()).toBe(0));
  });

  it('resumes automatically when the connection is back', async () => {
    await context.setOffline(false);
    await stalled().waitFor({ state: 'detached' });
    await heardUntil(20);
    await pause().waitFor();
  });

  it('retries while the server does not reply', async () => {
    let refused = 0;
    await page.route(/\/sound\/|\/listening/, async (route) => {
      refused += 1;
      if (refused < 8) await route.fulfill({ status: 503 });
      else await route.continue();
    });
    await page.keyboard.press('ArrowRight');
    await heardUntil(44);
    await pause().waitFor();
    expect(refused).toBeGreaterThanOrEqual(8);
    await page.unroute(/\/sound\/|\/listening/);
  });

  it('plays a whole song over a line that dies and returns ten times', async () => {
    await page.goto(trackPage);
    await play().click();
    for (let loss = 0; loss < 10; loss++) {
      await heardUntil(2 + 5 * loss);
      await context.setOffline(true);
      await page.getByRole('status').filter({ hasText: 'You are offline' }).waitFor();
      await heardUntil(4 + 5 * loss);
      await context.setOffline(false);
      await page.getByRole('status').filter({ hasText: 'You are offline' }).waitFor({ state: 'detached' });
    }
    await heardUntil(59);
    await play().waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'Audio Error' }).count()).toBe(0);
  });

  it('stops with the session, and shows nothing of it to the next person', async () => {
    await page.goto(trackPage);
    await play().click();
    await heardUntil(2);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    await page.waitForFunction(() => (window as unknown as { sounding: Set<unknown> }).sounding.size === 0);
    await page.getByRole('button', { name: /engineer/i }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await eventually(async () => expect(await player().count()).toBe(0));
  });
});
