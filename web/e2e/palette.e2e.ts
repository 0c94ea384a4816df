import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser } from './browser.js';
import { makeProject, send, signIn } from './listening-fixture.js';

describeInBrowser('keyboard shortcuts', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'By the keys');
    page = await context.newPage();
  });

  afterAll(() => browser.close());

  const palette = () => page.getByRole('dialog', { name: 'Search or do something' });

  it('close the palette with Escape, and return the focus', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}`);
    const comment = page.getByRole('textbox', { name: 'Comment' });
    for (const word of ['one', ' two']) {
      await comment.pressSequentially(word);
      await page.keyboard.press('Control+k');
      await palette().getByRole('textbox').fill('theme');
      await page.keyboard.press('Escape');
      await palette().waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    }
    await page.keyboard.type(' three');
    await eventually(async () => expect(await comment.inputValue()).toBe('one two three'));
  });

  it('go where the palette shows', async () => {
    await page.goto(`${appUrl}/app/invoices`);
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.waitForURL(/\/app\/storage$/);
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL(/\/app\/settings\/theme$/);
  });

  it('accept, place and delete every selected file of staging', async () => {
    await send(context, 'POST', `tracks/projects/${projectId}`, { trackNumber: 1, title: 'Harbour' });
    await send(context, 'POST', `tracks/projects/${projectId}`, { trackNumber: 2, title: 'Lantern' });
    await send(context, 'POST', `staging/projects/${projectId}/upload-urls`, {
      files: ['01 Harbour.wav', '02 Lantern.wav'].map((originalName) => ({
        originalName,
        sizeBytes: 1_000_000,
        contentType: 'audio/wav',
      })),
    });
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    const row = (name: string) => page.locator('tr[data-row]').filter({ hasText: name });
    for (const name of ['Harbour', 'Lantern'])
      await row(name)
        .getByText(/^→ Track/)
        .waitFor();
    await page.keyboard.press('Control+k');
    await palette().getByRole('textbox').fill('lantern');
    await page.getByRole('option', { name: /02 Lantern\.wav/ }).waitFor();
    await palette().getByRole('textbox').fill('staging');
    await page.getByRole('option', { name: /^Staging/ }).waitFor();
    await page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
    await row('Harbour').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Enter');
    for (const name of ['Harbour', 'Lantern'])
      await row(name)
        .getByText(/^Track \d - Streaming Master/)
        .waitFor();
    await page.keyboard.press('2');
    for (const name of ['Harbour', 'Lantern'])
      await row(name)
        .getByText(/^Track \d - Vinyl Master/)
        .waitFor();
    await page.keyboard.press('Delete');
    for (const name of ['Harbour', 'Lantern']) await row(name).waitFor({ state: 'detached' });
  });
});
