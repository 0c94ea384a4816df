import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, pressGoKeys } from './browser.js';
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
    await pressGoKeys(page, 's');
    await page.waitForURL(/\/app\/storage$/);
    await pressGoKeys(page, 't');
    await page.waitForURL(/\/app\/settings\/theme$/);
    await page.keyboard.press('Control+k');
    const options = page.getByRole('option', { name: /G [A-Z]$/ });
    await options.nth(6).waitFor();
    const labels = await options.allInnerTexts();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    for (const label of labels) {
      const [name, keys] = label.split('\n').filter(Boolean) as [string, string];
      await page.goto(`${appUrl}/app/profile`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name }).click();
      await page.waitForURL((url) => !url.pathname.endsWith('/profile'));
      const there = page.url();
      await page.goto(`${appUrl}/app/profile`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await pressGoKeys(page, keys.toLowerCase().split(' ')[1]!);
      await page.waitForURL(there);
    }
  });

  it('find tracks and files of all projects', async () => {
    const elsewhere = await makeProject(context, 'Elsewhere');
    await send(context, 'POST', `tracks/projects/${elsewhere}`, { trackNumber: 1, title: 'Comet over Kiel' });
    await page.goto(`${appUrl}/app/invoices`);
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette().getByRole('textbox').fill('comet kiel');
    await page.getByRole('option', { name: /Comet over Kiel\s*Elsewhere/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/app/projects/${elsewhere}\\?tab=release$`));
  });

  it('find titles of two letters and Chinese ones', async () => {
    const elsewhere = await makeProject(context, 'Short names');
    for (const [index, title] of ['Qi', '夜航船'].entries())
      await send(context, 'POST', `tracks/projects/${elsewhere}`, { trackNumber: index + 1, title });
    await page.goto(`${appUrl}/app/invoices`);
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    await page.keyboard.press('Control+k');
    for (const [typed, title] of [
      ['qi', 'Qi'],
      ['航', '夜航船'],
    ] as const) {
      await palette().getByRole('textbox').fill(typed);
      await page.getByRole('option', { name: new RegExp(`${title}\\s*Short names`) }).waitFor();
    }
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  it('fit a phone, whatever is found', async () => {
    const title = 'A rather long name of a project which no phone shows in one line';
    await makeProject(context, title);
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Search or do something' }).click();
    await palette().getByRole('textbox').fill('rather long');
    const found = page.getByRole('option', { name: new RegExp(title) });
    await found.waitFor();
    const [option, dialog] = [(await found.boundingBox())!, (await palette().boundingBox())!];
    expect(option.x + option.width).toBeLessThanOrEqual(dialog.x + dialog.width);
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    await page.setViewportSize(wide);
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

  it('do nothing on the page while a dialog, a menu or the palette is open', async () => {
    const originalName = '02 Lantern late.wav';
    await send(context, 'POST', `staging/projects/${projectId}/upload-urls`, {
      files: [{ originalName, sizeBytes: 1_000_000, contentType: 'audio/wav' }],
    });
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    const row = page.locator('tr[data-row]').filter({ hasText: originalName });
    await row.getByText(/^→ Track 2/).waitFor();
    await row.focus();
    await page.keyboard.press('Enter');
    await row.getByText(/^Track 2 - Streaming Master/).waitFor();
    await page.getByText('Saving…').waitFor({ state: 'detached' });
    const before = await row.innerText();
    const address = page.url();
    const pressAll = async () => {
      const open = await page.locator('[role="dialog"], [role="menu"]').count();
      expect(open).toBe(1);
      for (const key of ['c', '/', '?', 'p', 'l', '2', 'Delete', 'g', 's', 'g', 'o', 'Control+z'])
        await page.keyboard.press(key);
      expect(await page.locator('[role="dialog"], [role="menu"]').count()).toBe(1);
      expect(page.url()).toBe(address);
      expect(await row.innerText()).toBe(before);
    };

    await row.focus();
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    // Until the palette has the focus, Tab would still be a key of the page.
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
    await pressAll();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await pressAll();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await row.getByRole('button', { name: `Analysis of ${originalName}` }).click();
    await page.getByRole('dialog').waitFor();
    await pressAll();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menu').waitFor();
    await pressAll();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // A checkbox uses only Space.
    await row.getByRole('checkbox').check();
    await page.keyboard.press('Control+z');
    await row.getByText(/^→ Track 2/).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});
