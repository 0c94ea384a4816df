import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, signIn, upload } from './listening-fixture.js';

describeInBrowser('listening to a record', () => {
  let browser: Browser;
  let client: Page;
  let engineer: BrowserContext;
  let projectId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    engineer = await browser.newContext();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await Promise.all([signIn(engineer, 'engineer'), signIn(context, 'client')]);
    client = await context.newPage();
    projectId = await makeProject(engineer, 'Two songs');
    const sound = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 60, lufs: -14 } as const;
    for (const [seed, fileName] of ['Anthem.wav', 'Ballad.wav'].entries()) {
      await upload(engineer, { projectId, fileType: 'master', fileName }, { ...sound, seed });
    }
  });

  afterAll(() => browser.close());

  const row = (name: string) => client.locator('[data-track]').filter({ hasText: name });
  const bar = () => client.getByRole('region', { name: 'Player' });
  const isPlaying = (name: string) =>
    Promise.all([
      bar().getByText(name, { exact: true }).waitFor(),
      bar().getByRole('button', { name: 'Pause', exact: true }).waitFor(),
      row(name)
        .getByRole('button', { name: `Pause ${name}` })
        .waitFor(),
    ]);

  it('begins on the files, with one button that plays all of them', async () => {
    await client.goto(`${appUrl}/app/projects/${projectId}`);
    await client.getByRole('tab', { name: 'Files', selected: true }).waitFor();
    await client.getByRole('button', { name: 'Play all' }).click();
    await isPlaying('Anthem');
    await eventually(async () => expect(await row('Anthem').getAttribute('aria-current')).toBe('true'));
    await screenshot(client, 'record-playing');
  });

  it('plays the next track when one has ended', async () => {
    await bar().getByRole('slider', { name: 'Position' }).press('End');
    await isPlaying('Ballad');
    const next = bar().getByRole('button', { name: 'Next track' });
    await eventually(async () => expect(await next.isDisabled()).toBe(true));
  });

  it('goes back to the track before, and plays a single row', async () => {
    // Further than a few seconds into a track, "previous" goes to its start.
    await bar().getByRole('button', { name: 'Pause', exact: true }).click();
    await bar().getByRole('slider', { name: 'Position' }).press('Home');
    await bar().getByRole('button', { name: 'Previous track' }).click();
    await isPlaying('Anthem');
    await row('Anthem').getByRole('button', { name: 'Pause Anthem' }).click();
    await bar().getByRole('button', { name: 'Play', exact: true }).waitFor();
    await row('Ballad').getByRole('button', { name: 'Play Ballad' }).click();
    await isPlaying('Ballad');
  });

  it('shows the track on the lock screen, and begins again after the last one', async () => {
    const shows = (title: string) =>
      client.waitForFunction((wanted) => navigator.mediaSession.metadata?.title === wanted, title);
    await shows('Ballad');
    await client.getByRole('button', { name: 'Pause', exact: true }).first().waitFor();
    await bar().getByRole('slider', { name: 'Position' }).press('End');
    await client.getByRole('button', { name: 'Play all' }).click();
    await isPlaying('Anthem');
    await shows('Anthem');
    await row('Ballad').getByRole('button', { name: 'Play Ballad' }).click();
    await isPlaying('Ballad');
  });

  it('keeps playing while other pages are open', async () => {
    await client.getByRole('tab', { name: 'Timeline' }).click();
    await bar().getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await bar().getByText('Ballad', { exact: true }).waitFor();
  });

  it('counts a master as heard once half of it was played, on every screen', async () => {
    const waiting = (masters: number) =>
      client.getByRole('listitem').filter({ hasText: 'Two songs' }).getByText(`${masters} new masters to hear`);
    await upload(
      engineer,
      { projectId, fileType: 'master', fileName: 'Coda.wav' },
      { format: 'wav', bits: 16, sampleRateHz: 44100, durationS: 4, lufs: -14, seed: 9 },
    );
    await client.goto(`${appUrl}/app/projects`);
    await waiting(3).waitFor();
    await client.getByRole('link', { name: 'Listen: Two songs' }).click();
    await row('Coda').getByText('New', { exact: true }).waitFor();
    await row('Coda').getByRole('button', { name: 'Play Coda' }).click();
    await row('Coda').getByText('Heard', { exact: true }).waitFor();
    expect(await row('Anthem').getByText('New', { exact: true }).count()).toBe(1);
    await client.getByRole('link', { name: 'Back to Projects' }).click();
    await waiting(2).waitFor();
    await screenshot(client, 'home-waiting');
  });
});
