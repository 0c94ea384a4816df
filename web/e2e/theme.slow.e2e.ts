import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const KEY = 'lacquer.theme';

describeInBrowser('the theme', () => {
  let browser: Browser;
  let engineer: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    engineer = await open('engineer');
  });
  afterAll(() => browser.close());

  async function open(role: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role } });
    return context.newPage();
  }

  const schemeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
  const variable = (page: Page, name: string) =>
    page.evaluate(
      (each) => getComputedStyle(document.documentElement).getPropertyValue(each).trim().toLowerCase(),
      name,
    );
  const saved = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, KEY);

  it('follows the system until a scheme is chosen, and keeps the choice', async () => {
    await engineer.goto(`${appUrl}/app/settings/theme`);
    await engineer.getByRole('heading', { level: 1, name: 'Theme Settings' }).waitFor();
    await eventually(async () => expect(await schemeOf(engineer)).toBe('light'));
    expect(await saved(engineer)).toBeNull();
    await engineer.getByText('Dark', { exact: true }).click();
    await engineer.getByRole('radio', { name: 'Aurora purple' }).click();
    await engineer.getByRole('radio', { name: 'Shade 6' }).click();
    await engineer.getByText('XL', { exact: true }).click();
    await engineer.reload();
    await engineer.getByRole('heading', { level: 1, name: 'Theme Settings' }).waitFor();
    await eventually(async () => expect(await schemeOf(engineer)).toBe('dark'));
    expect(await saved(engineer)).toMatchObject({
      colorScheme: 'dark',
      primaryColor: 'purple',
      primaryShade: 6,
      borderRadius: 'xl',
    });
    await eventually(async () =>
      expect(await variable(engineer, '--mantine-primary-color-filled')).toBe(
        await variable(engineer, '--mantine-color-purple-6'),
      ),
    );
  });

  it('is never painted in the wrong scheme', async () => {
    const page = await engineer.context().newPage();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${appUrl}/app`, { waitUntil: 'domcontentloaded' });
    await eventually(async () => expect(await schemeOf(page)).toBe('dark'));
    await page.goto(appUrl, { waitUntil: 'domcontentloaded' });
    await eventually(async () => expect(await schemeOf(page)).toBe('dark'));
    await page.close();
  });

  it('derives ten shades of a colour, rejects invalid ones, and passes axe in both schemes', async () => {
    const add = async (name: string, hex: string) => {
      await engineer.getByLabel('Name', { exact: true }).fill(name);
      await engineer.getByLabel('Color', { exact: true }).fill(hex);
      await engineer.getByLabel('Color', { exact: true }).press('Escape');
      await engineer.getByRole('button', { name: 'Add color' }).click();
    };
    await add('dark', 'red');
    await engineer.getByText('Enter the color as #RRGGBB').waitFor();
    await engineer.getByText('There is already a color with this name').waitFor();
    await add('sunrise', '#ff8800');
    await engineer.getByRole('radio', { name: 'sunrise' }).click();
    const shades = [
      ...['#fff3e6', '#ffe7cc', '#ffcf99', '#ffb866', '#ffa033'],
      ...['#ff8800', '#d97400', '#b35f00', '#8c4b00', '#663600'],
    ];
    await eventually(async () =>
      expect(await saved(engineer)).toMatchObject({ primaryColor: 'sunrise', customColors: { sunrise: shades } }),
    );
    await eventually(async () => expect(await variable(engineer, '--mantine-color-sunrise-5')).toBe('#ff8800'));
    await engineer.addStyleTag({ content: '* { transition: none !important; }' });
    for (const scheme of ['Light', 'Dark']) {
      await engineer.getByText(scheme, { exact: true }).click();
      await engineer.mouse.move(0, 0);
      await screenshot(engineer, `theme-${scheme.toLowerCase()}`);
      const { violations } = await new AxeBuilder({ page: engineer }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    }
    await engineer.setViewportSize({ width: 360, height: 780 });
    await screenshot(engineer, 'theme-phone');
    expect(await engineer.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await engineer.setViewportSize({ width: 1280, height: 900 });
  });

  it('does not change the public site', async () => {
    const page = await engineer.context().newPage();
    await page.goto(appUrl);
    await page.waitForLoadState('networkidle');
    await eventually(async () =>
      expect(await variable(page, '--mantine-primary-color-filled')).toBe(
        await variable(page, '--mantine-color-teal-5'),
      ),
    );
    await page.close();
  });

  it('can be reset to defaults', async () => {
    await engineer.getByRole('button', { name: 'Reset to defaults' }).click();
    await engineer.getByRole('status').filter({ hasText: 'Theme Reset' }).first().waitFor();
    expect(await saved(engineer)).toBeNull();
    await eventually(async () => expect(await schemeOf(engineer)).toBe('light'));
    await engineer.reload();
    await engineer.getByRole('radio', { name: 'Brand teal', checked: true }).waitFor();
  });

  it('shows the studio’s brand to its clients, who can only choose light or dark', async () => {
    await engineer.getByLabel('Brand name').fill('Groove & Sons');
    await engineer.getByLabel('Brand color').fill('#7a1fa2');
    await engineer.getByLabel('Instagram').fill('@groove');
    await engineer.getByRole('button', { name: 'Save brand' }).click();
    await engineer.getByRole('status').filter({ hasText: 'Settings Saved' }).first().waitFor();
    const client = await open('client', 'dark');
    await client.goto(`${appUrl}/app`);
    await client.getByRole('link', { name: 'Groove & Sons home' }).waitFor();
    await eventually(async () =>
      expect(await client.getByRole('link', { name: 'Instagram: groove' }).getAttribute('href')).toBe(
        'https://instagram.com/groove',
      ),
    );
    await eventually(async () => expect(await variable(client, '--mantine-primary-color-filled')).toBe('#7a1fa2'));
    await screenshot(client, 'theme-client');
    await client.goto(`${appUrl}/app/settings/theme`);
    await client.getByText('Access Restricted').waitFor();
    await client.getByRole('button', { name: 'Switch to light mode' }).click();
    await eventually(async () => expect(await schemeOf(client)).toBe('light'));
    await engineer.request.put(`${appUrl}/api/studio/settings`, {
      data: { brandName: null, brandColor: null, instagram: null },
      headers: { origin: appUrl },
    });
  });
});
