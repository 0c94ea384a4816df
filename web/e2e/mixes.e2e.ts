import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, stage, upload } from './listening-fixture.js';

const SOUND = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 30 } as const;

describeInBrowser('mixes of a record', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let engineer: Page;
  let client: Page;
  let projectId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const viewport = { width: 1280, height: 900 };
    engineers = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const clients = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    await Promise.all([signIn(engineers, 'engineer'), signIn(clients, 'client')]);
    [engineer, client] = [await engineers.newPage(), await clients.newPage()];
    projectId = await makeProject(engineers, 'Mixed and mastered');
    const staged: string[] = [];
    for (const [seed, title] of ['Anthem', 'Ballad'].entries()) {
      const { track } = await send<{ track: { id: string } }>(engineers, 'POST', `tracks/projects/${projectId}`, {
        trackNumber: seed + 1,
        title,
      });
      const place = { trackId: track.id, slotType: 'streaming_master' } as const;
      staged.push(await stage(engineers, projectId, `${title}.wav`, place, { ...SOUND, seed, lufs: -12 }));
      await send(engineers, 'POST', `staging/projects/${projectId}/files/${staged.at(-1)!}/assign`, place);
    }
    await send(engineers, 'POST', `staging/projects/${projectId}/release`, { stagingFileIds: staged });
    const mix = { projectId, fileType: 'upload', fileName: 'bounce 7.wav' } as const;
    await upload(clients, mix, { ...SOUND, seed: 1, lufs: -20 });
  });

  afterAll(() => browser.close());

  const row = (title: string) => client.locator('[data-track]').filter({ hasText: title });

  it('are found by their sound, and counted in the row of their track', async () => {
    await client.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    await row('Ballad').getByText('Master · 1 mix').waitFor();
    await screenshot(client, 'mixes-record');
    await client.setViewportSize({ width: 390, height: 844 });
    await screenshot(client, 'mixes-record-phone');
    await client.setViewportSize({ width: 1280, height: 900 });
  });

  it('are offered for comparing as what they are', async () => {
    await row('Ballad').getByRole('link', { name: 'Ballad', exact: true }).click();
    await client.getByRole('list', { name: 'Versions' }).getByRole('button', { name: 'Your mix' }).waitFor();
    await screenshot(client, 'mixes-versions');
  });

  it('are moved to another track by hand, also by the engineer', async () => {
    await client.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    await row('Ballad').getByRole('button', { name: 'Files of Ballad' }).click();
    await client.getByRole('button', { name: 'Track of bounce 7.wav' }).click();
    await screenshot(client, 'mixes-choose', false);
    await client.getByRole('menuitemradio', { name: 'Anthem' }).click();
    await row('Anthem').getByText('Master · 1 mix').waitFor();
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    const card = engineer.getByRole('region', { name: 'Anthem' });
    await card.getByRole('button', { name: 'Track of bounce 7.wav' }).click();
    await engineer.getByRole('menuitemradio', { name: 'No track' }).click();
    await row('bounce 7').waitFor();
    await engineer
      .getByRole('region', { name: 'bounce 7' })
      .getByRole('button', { name: /^Track of/ })
      .click();
    await engineer.getByRole('menuitemradio', { name: 'Ballad' }).click();
    await row('Ballad').getByText('Master · 1 mix').waitFor();
  });

  it('are seen by the engineer as the client sees them, and nothing can be changed there', async () => {
    await engineer.getByRole('link', { name: 'See as the client' }).click();
    await engineer.getByText('You see the record as Demo Client does.').waitFor();
    const seen = engineer.locator('[data-track]').filter({ hasText: 'Ballad' });
    await seen.getByText('Master · 1 mix').waitFor();
    await seen.getByRole('button', { name: 'Files of Ballad' }).click();
    await engineer.locator('[data-file]').filter({ hasText: 'bounce 7' }).waitFor();
    await screenshot(engineer, 'mixes-as-client');
    await eventually(async () =>
      expect(await engineer.getByRole('button', { name: /^(Delete|Track of|Change order)/ }).count()).toBe(0),
    );
    await engineer.getByRole('link', { name: 'Back to your view' }).click();
    await engineer.getByRole('tab', { name: 'Files', selected: true }).waitFor();
  });

  it('are discussed with people who are picked from a list, and notified', async () => {
    await row('Ballad').getByRole('link', { name: 'Ballad', exact: true }).click();
    await client.getByRole('button', { name: 'Add Comment at Current Time' }).click();
    const box = client.getByRole('textbox', { name: 'Comment' });
    await box.pressSequentially('Warmer, @demo e');
    await client.getByRole('option', { name: 'Demo Engineer' }).waitFor();
    await screenshot(client, 'mentions-list', false);
    await box.press('Enter');
    await eventually(async () => expect(await box.inputValue()).toBe('Warmer, @Demo Engineer '));
    await box.pressSequentially('please');
    await box.press('Enter');
    await client.getByRole('paragraph').filter({ hasText: 'Warmer, @Demo Engineer please' }).waitFor();
    await engineer.goto(`${appUrl}/app/notifications`);
    await engineer.getByText(/mentioned you on .*Ballad/).waitFor();
  });
});
