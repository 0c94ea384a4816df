import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { appUrl, describeInBrowser, launchBrowser, screenshot } from './browser.js';

describeInBrowser('the front page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows itself without an error in the console', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(appUrl);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await screenshot(page, 'front-page');
    expect(errors).toEqual([]);
  });
});
