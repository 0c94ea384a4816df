import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { writeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';
import { greatestStep, longestSilence, recordOutputs, takeRecording } from './recorder.js';

const RATE = 48000;
const SECONDS = 8;
const HERTZ = 220;
const LEVEL = 0.3;

/** Whole periods of a tone, so that it goes on smoothly when the file is played again or another one follows. */
function tone(path: string): void {
  const samples = Float64Array.from(
    { length: RATE * SECONDS },
    (_, n) => LEVEL * Math.sin((2 * Math.PI * HERTZ * n) / RATE),
  );
  writeAudioFile(path, [samples, samples], { format: 'wav', bits: 24, sampleRateHz: RATE });
}

describeInBrowser('a delivery page', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let listeners: BrowserContext;
  let page: Page;
  let projectId: string;
  let path: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    engineers = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await signIn(engineers, 'engineer');
    projectId = await makeProject(engineers, 'Delivered by a link');
    for (const fileName of ['Anthem.wav', 'Ballad.wav']) {
      await upload(engineers, { projectId, fileType: 'master', fileName }, tone);
    }
    const link = { projectId, purpose: 'delivery', name: 'Label' };
    path = new URL((await send<{ url: string }>(engineers, 'POST', 'share-links', link)).url).pathname;
    listeners = await browser.newContext({ viewport: { width: 390, height: 844 }, bypassCSP: true });
    await recordOutputs(listeners);
    page = await listeners.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
  });

  afterAll(() => browser.close());

  const bar = () => page.getByRole('region', { name: 'Player' });
  const position = async () => Number(await bar().getByRole('slider').inputValue());

  it('says what unlocks the finals, and plays them meanwhile', async () => {
    await page.goto(appUrl + path);
    await page.getByText('locked until the studio’s invoice is sent and paid. You can hear the masters now.').waitFor();
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Play Anthem' }).click();
    await eventually(async () => expect(await position()).toBeGreaterThan(0.5));
    await bar().getByRole('button', { name: 'Pause' }).click();
  });

  it('goes from one track to the next without a gap', async () => {
    await page.goto(appUrl + path);
    await page.getByRole('button', { name: 'Play all' }).click();
    await bar().getByText('Ballad').waitFor();
    // From here on, the button for the previous track goes back to the beginning first.
    await eventually(async () => expect(await position()).toBeGreaterThan(3));
    await bar().getByRole('button', { name: 'Pause' }).click();
    const sound = (await takeRecording(page)).subarray(RATE / 10);
    const heard = sound.subarray(0, sound.length - RATE / 2);
    expect(heard.length).toBeGreaterThan((SECONDS + 1) * RATE);
    expect(longestSilence(heard)).toBeLessThan(16);
    expect(greatestStep(heard)).toBeLessThan((4 * LEVEL * 2 * Math.PI * HERTZ) / RATE);
  });

  it('is used by the keyboard and by buttons, and shows the track on the lock screen', async () => {
    const title = () => page.evaluate(() => navigator.mediaSession.metadata?.title);
    await bar().getByRole('button', { name: 'Previous track' }).click();
    await eventually(async () => expect(await position()).toBeLessThan(0.5));
    await bar().getByRole('button', { name: 'Previous track' }).click();
    await bar().getByText('Anthem').waitFor();
    await eventually(async () => expect(await title()).toBe('Anthem'));
    await bar()
      .getByText(/0:00 \/ 0:0[1-9]/)
      .waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('ArrowRight');
    await eventually(async () => expect(await position()).toBeGreaterThanOrEqual(5));
    await page.keyboard.press('Space');
    await bar().getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await screenshot(page, `delivery-player-${colorScheme}`, false);
    }
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  it('offers the downloads to the client in the same way once they are unlocked', async () => {
    await send(engineers, 'PUT', `projects/${projectId}`, { status: 'delivered' });
    const clients = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signIn(clients, 'client');
    const client = await clients.newPage();
    client.on('pageerror', (error) => errors.push(error.message));
    await client.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    await client.getByRole('link', { name: 'Delivery page' }).click();
    await client.getByRole('heading', { name: 'Delivered by a link', level: 1 }).waitFor();
    const [download] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('link', { name: 'Download all' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Delivered by a link.zip');
    await client.getByText('Receipt', { exact: true }).click();
    await screenshot(client, 'delivery-client', true);
    expect((await new AxeBuilder({ page: client }).analyze()).violations).toEqual([]);
    await clients.close();
  });

  it('says what is new since the last visit', async () => {
    await page.goto(appUrl + path);
    await upload(engineers, { projectId, fileType: 'master', fileName: 'Coda.wav' }, tone);
    await page.goto(appUrl + path);
    const news = page.locator('#news');
    await news.getByRole('heading', { name: 'New since your last visit' }).waitFor();
    expect(await news.getByRole('listitem').allTextContents()).toEqual(['Coda is new']);
    await page.goto(`${appUrl}${path}?edition=1`);
    expect(await page.getByText('Coda.wav').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
