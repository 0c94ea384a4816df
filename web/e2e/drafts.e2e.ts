import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

describeInBrowser('an unsent comment', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let fileId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const engineers = await browser.newContext();
    await signIn(engineers, 'engineer');
    projectId = await makeProject(engineers, 'Words in progress');
    fileId = await upload(
      engineers,
      { projectId, fileType: 'master', fileName: 'Ink.wav' },
      { format: 'wav', bits: 16, sampleRateHz: 44100, durationS: 10, seed: 4, lufs: -16 },
    );
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await signIn(context, 'client');
    await send(context, 'POST', 'comments', { projectId, fileId, timestampSeconds: 2, comment: 'The bell is loud' });
    page = await context.newPage();
  });

  afterAll(() => browser.close());

  const projectPage = (tab = '') => `${appUrl}/app/projects/${projectId}${tab}`;
  const comment = () => page.getByRole('textbox', { name: 'Comment' });
  const reply = () => page.getByRole('textbox', { name: 'Reply' });
  const thread = () => page.getByRole('region', { name: 'Comments' });

  it('is restored after switching tabs and after a reload', async () => {
    await page.goto(projectPage('?tab=timeline'));
    await comment().fill('Could the second verse breathe more?');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'Ink', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await eventually(async () => expect(await comment().inputValue()).toBe('Could the second verse breathe more?'));
    await page.reload();
    await eventually(async () => expect(await comment().inputValue()).toBe('Could the second verse breathe more?'));
  });

  it('is removed after sending', async () => {
    await comment().press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Could the second verse breathe more?' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')!.value === '');
    await page.reload();
    await eventually(async () => expect(await comment().inputValue()).toBe(''));
  });

  it('survives Escape in the reply editor, which does not close the dialog', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${fileId}`);
    await page.getByRole('button', { name: /The bell is loud/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('It is a ship, in truth');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Continue reply' }).click();
    await eventually(async () => expect(await reply().inputValue()).toBe('It is a ship, in truth'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
    await eventually(async () => expect(await reply().inputValue()).toBe(''));
  });

  it('survives Escape while editing, which does not close the dialog', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit comment' }).click();
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('The bell is too loud');
    await page.keyboard.press('Escape');
    await dialog.getByText('The bell is loud').waitFor();
    await dialog.getByRole('button', { name: 'Edit comment' }).click();
    await eventually(async () =>
      expect(await dialog.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('The bell is too loud'),
    );
  });

  it('opens its editor again after a reload, for a reply, an edit and a position', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await thread().getByRole('button', { name: 'Reply', exact: true }).click();
    await reply().fill('Or a buoy');
    await page.getByRole('button', { name: 'Add Comment at Current Time' }).click();
    const moment = page.getByRole('form', { name: 'New comment' });
    await moment.getByLabel('To (optional)').fill('0:05');
    await moment.getByLabel('Comment').fill('Softer here');
    await page.reload();
    await eventually(async () => expect(await reply().inputValue()).toBe('Or a buoy'));
    await eventually(async () => expect(await moment.getByLabel('Comment').inputValue()).toBe('Softer here'));
    await eventually(async () => expect(await moment.getByLabel('To (optional)').inputValue()).toBe('0:05'));
    await thread().getByRole('listitem').getByRole('textbox', { name: 'Comment' }).waitFor();
    await screenshot(page, 'drafts');
  });

  it('is not shown to the next person in the browser', async () => {
    await signIn(context, 'engineer');
    await page.reload();
    await thread().getByText('The bell is loud').waitFor();
    await eventually(async () => expect(await page.getByRole('textbox').count()).toBe(0));
    await signIn(context, 'client');
    await page.reload();
    await page.getByRole('form', { name: 'New comment' }).getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await reply().waitFor();
    await eventually(async () => expect(await page.getByRole('form', { name: 'New comment' }).count()).toBe(0));
  });

  it('keeps the text of a change request', async () => {
    await page.getByRole('button', { name: 'Ask for Changes' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('More air');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask for Changes' }).click();
    await eventually(async () =>
      expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('More air'),
    );
  });
});
