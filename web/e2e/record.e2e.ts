import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { appUrl, describeInBrowser, launchBrowser, screenshot } from './browser.js';
import { makeProject, signIn, upload } from './listening-fixture.js';

describeInBrowser('hearing a record', () => {
  let browser: Browser;
  let client: Page;
  let projectId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const engineer = await browser.newContext();
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

  const row = (name: string) => client.getByRole('listitem').filter({ hasText: name });
  const bar = () => client.getByRole('region', { name: 'Player' });
  const isPlaying = (name: string) =>
    Promise.all([
      bar().getByText(name).waitFor(),
      bar().getByRole('button', { name: 'Pause', exact: true }).waitFor(),
      row(name)
        .getByRole('button', { name: `Pause ${name}` })
        .waitFor(),
    ]);

  it('begins on the files, with one button that plays all of them', async () => {
    await client.goto(`${appUrl}/app/projects/${projectId}`);
    await client.getByRole('tab', { name: 'Files', selected: true }).waitFor();
    await client.getByRole('button', { name: 'Play all' }).click();
    await isPlaying('Anthem.wav');
    expect(await row('Anthem.wav').last().getAttribute('aria-current')).toBe('true');
    await screenshot(client, 'record-playing');
  });

  it('plays the next track when one has ended', async () => {
    await bar().getByRole('slider', { name: 'Position' }).press('End');
    await isPlaying('Ballad.wav');
    expect(await bar().getByRole('button', { name: 'Next track' }).isDisabled()).toBe(true);
  });

  it('goes back to the track before, and plays a single row', async () => {
    // Further than a few seconds into a track, "previous" goes to its start.
    await bar().getByRole('button', { name: 'Pause', exact: true }).click();
    await bar().getByRole('slider', { name: 'Position' }).press('Home');
    await bar().getByRole('button', { name: 'Previous track' }).click();
    await isPlaying('Anthem.wav');
    await row('Anthem.wav').getByRole('button', { name: 'Pause Anthem.wav' }).click();
    await bar().getByRole('button', { name: 'Play', exact: true }).waitFor();
    await row('Ballad.wav').getByRole('button', { name: 'Play Ballad.wav' }).click();
    await isPlaying('Ballad.wav');
  });

  it('goes on while other pages are open', async () => {
    await client.getByRole('tab', { name: 'Timeline' }).click();
    await bar().getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await bar().getByText('Ballad.wav').waitFor();
  });
});
