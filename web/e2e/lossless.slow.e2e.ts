import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, signIn, upload } from './listening-fixture.js';

describeInBrowser('lossless listening before payment', () => {
  let browser: Browser;
  let engineer: Page;
  let client: Page;
  let projectId: string;
  const errors: string[] = [];

  async function windowOf(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  }

  beforeAll(async () => {
    browser = await launchBrowser();
    const size = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
    const [engineers, clients] = await Promise.all([browser.newContext(size), browser.newContext(size)]);
    await Promise.all([signIn(engineers, 'engineer'), signIn(clients, 'client')]);
    projectId = await makeProject(engineers, 'Heard without loss');
    const master = (fileName: string, sound: Parameters<typeof upload>[2]) =>
      upload(engineers, { projectId, fileType: 'master', fileName }, sound);
    const fileId = await master('Flint.wav', {
      format: 'wav',
      float: true,
      sampleRateHz: 48000,
      durationS: 50,
      seed: 31,
      lufs: -16,
    });
    await master('Chalk.mp3', { format: 'mp3', durationS: 20, seed: 32, lufs: -16 });
    [engineer, client] = await Promise.all([windowOf(engineers), windowOf(clients)]);
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=info`);
    await client.goto(`${appUrl}/app/projects/${projectId}/tracks/${fileId}`);
    await client.getByRole('group', { name: /^Waveform of/ }).waitFor();
  });

  afterAll(() => browser.close());

  const main = () => client.getByRole('main');
  const lossless = (pressed?: boolean) => main().getByRole('button', { name: 'Lossless', pressed });
  const allowed = () => engineer.getByRole('switch', { name: 'Lossless listening before payment' });
  const past = (second: number) =>
    client.waitForFunction((least) => {
      const [, shown] = /0:(\d+) /.exec(document.querySelector('[role=timer]')?.textContent ?? '') ?? [];
      return Number(shown) >= least;
    }, second);
  const seconds = async () => Number(/0:(\d+) /.exec(await client.getByRole('timer').innerText())?.[1]);

  async function look(page: Page, name: string): Promise<void> {
    await page.mouse.move(0, 0);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const scheme of ['light', 'dark'] as const) {
        await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme);
        await screenshot(page, `lossless-${name}-${width}-${scheme}`, false);
        expect(await accessibilityFindings(page, scheme)).toEqual([]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  /** The song goes on where it was: while a page is looked at, it could end. */
  async function lookAtRest(page: Page, name: string): Promise<void> {
    await main().getByRole('button', { name: 'Pause', exact: true }).click();
    await look(page, name);
    await main().getByRole('button', { name: 'Play', exact: true }).click();
  }

  it('is offered as soon as the engineer allows it, after a warning', async () => {
    await main().getByRole('button', { name: 'Play', exact: true }).click();
    await eventually(async () => expect(await lossless().count()).toBe(0));
    await eventually(async () => expect(await allowed().isChecked()).toBe(false));
    await engineer.getByText(/can also be saved, unpaid/).waitFor();
    await allowed().click();
    await lossless(false).waitFor();
    await lookAtRest(engineer, 'setting');
  });

  it('is made on request, and played at the position of the preview', async () => {
    await past(2);
    const before = await seconds();
    await lossless(false).click();
    await lossless(true).waitFor();
    expect(await seconds()).toBeGreaterThanOrEqual(before);
    await past((await seconds()) + 2);
    await lookAtRest(client, 'player');
    await lossless(true).hover();
    await client.getByText('You hear the lossless version (FLAC 24/48)').waitFor();
  });

  it('ends when the engineer turns it off, and the preview continues', async () => {
    await allowed().click();
    await lossless().waitFor({ state: 'detached' });
    await past((await seconds()) + 2);
    await eventually(async () =>
      expect(await main().getByRole('button', { name: 'Pause', exact: true }).count()).toBe(1),
    );
    await eventually(async () => expect(await client.getByText(/Audio Error/).count()).toBe(0));
  });

  it('shows why there is no lossless version', async () => {
    await allowed().click();
    await client.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    await client.getByRole('link', { name: 'Chalk', exact: true }).click();
    await main().getByRole('button', { name: 'Play', exact: true }).click();
    await lossless(false).click();
    await client
      .getByText(/^There is no lossless version of Chalk\.mp3\. It is an MP3, so no lossless version can be made\./)
      .waitFor();
    await lossless(false).waitFor();
    await past(1);
    expect(errors).toEqual([]);
  });
});
