import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { appUrl, describeInBrowser, launchBrowser, screenshot } from './browser.js';

const MIN_NAME = 180;
const TITLES = ['Quarry Songs and Other Long Names', 'Zinc Hours'];

describeInBrowser('the lists of the studio', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role: 'engineer' } });
    for (const [index, title] of TITLES.entries()) {
      const client = { name: `Listed Client ${index}`, email: `listed-${index}@example.com` };
      await context.request.post(`${appUrl}/api/projects`, { data: { title, client } });
    }
    page = await context.newPage();
  });

  afterAll(() => browser.close());

  it.each([768, 834, 1024, 1280])('show at least 180 px of every name at %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, heading] of [
      ['/app/projects', 'Projects'],
      ['/app/clients', 'Clients'],
      ['/app/invoices', 'Invoices'],
    ] as const) {
      await page.goto(`${appUrl}${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const names = page.locator('tbody tr, main li').locator('a[title], button[title]');
      await names.first().waitFor();
      const widths = await names.evaluateAll((links) =>
        links
          .filter((link) => !link.getAttribute('aria-label'))
          .map((link) => (link.closest('td') ?? link.closest('li')!).getBoundingClientRect().width)
          // Narrow windows hide some columns.
          .filter((each) => each > 0),
      );
      expect({ path, narrowest: Math.min(...widths) >= MIN_NAME || widths }).toEqual({ path, narrowest: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await screenshot(page, `lists-${heading.toLowerCase()}-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it.each([768, 834, 1024, 1280])('show at least 180 px of every file name at %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${appUrl}/app/projects`);
    await page.getByRole('link', { name: 'Northern Line EP' }).first().click();
    await page.getByRole('tab', { name: 'Files' }).click();
    const names = page.locator('[data-file] a [title]');
    await names.first().waitFor();
    const shortened = await names.evaluateAll((all) =>
      all
        .filter(({ firstElementChild: start }) => start!.scrollWidth > start!.clientWidth)
        .map((name) => name.getBoundingClientRect().width),
    );
    expect(shortened.filter((each) => each < MIN_NAME)).toEqual([]);
  });
});
