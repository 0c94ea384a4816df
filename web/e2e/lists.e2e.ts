import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, pressGoKeys, screenshot } from './browser.js';

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

  const shows = async (wanted: string[]) => {
    await page.waitForFunction(
      (list) =>
        JSON.stringify(
          [...document.querySelectorAll('tbody a[title]')]
            .map(({ textContent }) => textContent)
            .filter((text) => /Quarry|Zinc/.test(text ?? '')),
        ) === JSON.stringify(list),
      wanted,
    );
  };

  it('keep typed text when a filter is chosen right after', async () => {
    await page.goto(`${appUrl}/app/projects`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Search projects').fill('Quarry');
    await page.getByRole('combobox', { name: 'Project status' }).click();
    await page.getByRole('option', { name: 'Created' }).click();
    await page.waitForURL(/search=Quarry.*status=created/);
    await shows([TITLES[0]!]);
  });

  it('stay empty after clearing', async () => {
    const addresses: string[] = [];
    await page.getByLabel('Search projects').fill('Quarry Songs');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(`${appUrl}/app/projects`);
    page.on('framenavigated', () => addresses.push(page.url()));
    await shows([TITLES[1]!, TITLES[0]!]);
    // The cleared text would have been in the URL before this second search.
    await page.getByLabel('Search projects').fill('Zinc');
    await page.waitForURL(/search=Zinc$/);
    expect(addresses.filter((address) => address.includes('Quarry'))).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(`${appUrl}/app/projects`);
  });

  it('are sorted by their column headers', async () => {
    const head = page.getByRole('columnheader', { name: 'Title' });
    await head.getByRole('button').click();
    await page.waitForURL(/sort=title&order=asc/);
    await shows(TITLES);
    await eventually(async () => expect(await head.getAttribute('aria-sort')).toBe('ascending'));
    await head.getByRole('button').click();
    await shows([...TITLES].reverse());
  });

  it('are searched and left by keyboard', async () => {
    await page.goto(`${appUrl}/app/projects`);
    await page.getByLabel('Search projects').waitFor();
    await page.keyboard.press('/');
    await page.locator(':focus').and(page.getByLabel('Search projects')).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Create Project' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressGoKeys(page, 'i');
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
  });

  it('are left through the palette, which finds projects, clients and commands', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const input = page.getByLabel('Search or do something').and(page.locator('input'));
    await input.fill('quarry');
    await page.getByRole('option', { name: TITLES[0]! }).first().waitFor();
    await screenshot(page, 'palette', false);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: TITLES[0]! }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await input.fill('listed-1@');
    await page.getByRole('option').filter({ hasText: 'listed-1@example.com' }).click();
    await page.getByRole('row', { name: /Listed Client 1/ }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  });
});
