import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const pages = [
  { path: '/', name: 'landing', title: 'Lacquer: Deliver masters, not links', heading: 'Deliver masters, not links' },
  { path: '/about', name: 'about', title: 'About · Lacquer', heading: 'About Lacquer' },
  { path: '/privacy', name: 'privacy', title: 'Privacy Policy · Lacquer', heading: 'Privacy Policy' },
  { path: '/cookies', name: 'cookies', title: 'Cookie Policy · Lacquer', heading: 'Cookie Policy' },
];

/** Mantine classes on the page without a rule in any style sheet. */
function withoutStyles(): string[] {
  const rules = (list: CSSRuleList): string => [...list].map(({ cssText }) => cssText).join('\n');
  const styles = [...document.styleSheets].map(({ cssRules }) => rules(cssRules)).join('\n');
  const used = [...document.querySelectorAll('[class*="m_"]')].flatMap(({ classList }) => [...classList]);
  return [...new Set(used)].filter((name) => /^m_[0-9a-f]{8}$/.test(name) && !styles.includes(name));
}

/** Transferred size of scripts. */
function scriptBytes(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return loaded.reduce((sum, { name, encodedBodySize }) => sum + (name.endsWith('.js') ? encodedBodySize : 0), 0);
}

describeInBrowser('the public site', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    await context?.close();
    context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' });
    page = await context.newPage();
    errors.length = 0;
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  });

  it.each(pages)('$path works without JavaScript, with all metadata for search engines', async (each) => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const read = await plain.newPage();
    await read.goto(appUrl + each.path);
    expect(await read.title()).toBe(each.title);
    await eventually(async () => expect(await read.getByRole('heading', { level: 1 }).innerText()).toBe(each.heading));
    const attribute = (selector: string, name: string) => read.locator(selector).first().getAttribute(name);
    const address = `http://localhost:${new URL(appUrl).port}${each.path}`;
    expect(await attribute('link[rel=canonical]', 'href')).toBe(address);
    expect(await attribute('meta[property="og:url"]', 'content')).toBe(address);
    expect((await attribute('meta[name=description]', 'content'))?.length).toBeGreaterThan(50);
    const preview = new URL((await attribute('meta[property="og:image"]', 'content')) ?? '').pathname;
    const image = await plain.request.get(appUrl + preview);
    expect(image.headers()['content-type']).toBe('image/png');
    const data = (await read.locator('script[type="application/ld+json"]').allInnerTexts()).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    );
    expect(data).toContainEqual(
      each.path === '/'
        ? expect.objectContaining({
            '@type': 'SoftwareApplication',
            offers: expect.objectContaining({ price: '0', priceCurrency: 'USD' }),
          })
        : expect.objectContaining({
            '@type': 'BreadcrumbList',
            itemListElement: [expect.anything(), expect.objectContaining({ item: address })],
          }),
    );
    await eventually(async () =>
      expect(await read.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('mailto:lacquer@localhost'),
    );
    await plain.close();
  });

  it.each(pages)('$path is dark with any system setting, and passes axe', async (each) => {
    await page.goto(appUrl + each.path);
    await page.waitForLoadState('networkidle');
    await eventually(async () =>
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark'),
    );
    await eventually(async () => expect(await page.locator('html').getAttribute('data-public')).toBe('true'));
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    expect(await page.evaluate(withoutStyles)).toEqual([]);
    const scripts = await page.evaluate(scriptBytes);
    expect(scripts).toBeGreaterThan(0);
    expect(scripts).toBeLessThan(20_000);
    await screenshot(page, `site-${each.name}`);
    await page.setViewportSize({ width: 360, height: 780 });
    await screenshot(page, `site-${each.name}-phone`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
  });

  it('takes a sign-up from either button, shows missing fields, and thanks', async () => {
    await page.clock.install();
    await page.goto(appUrl);
    const events: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/analytics/events')) events.push(request.postDataJSON());
    });
    await page.getByRole('button', { name: 'Get Started' }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: 'Register for Early Access' });
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name'),
    );
    await dialog.getByLabel('Email').fill('no address');
    await submit.click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByText('Enter one email address, such as kim@example.org').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Register for Early Access' }).click();
    await dialog.getByLabel('Name').fill('Zoë');
    await dialog.getByLabel('Email').fill('zoe@example.com');
    await page.route('**/api/mailing-list', (route) => route.abort(), { times: 1 });
    await submit.click();
    await dialog.getByText('Network error. Please check your connection and try again.').waitFor();
    await eventually(async () => expect(await dialog.getByLabel('Name').inputValue()).toBe('Zoë'));
    const [sent] = await Promise.all([page.waitForRequest('**/api/mailing-list'), submit.click()]);
    expect(sent.postDataJSON()).toMatchObject({ name: 'Zoë', email: 'zoe@example.com', source: 'final_cta' });
    expect(sent.headers()).not.toHaveProperty('cookie');
    await dialog.getByText('Thank you for your interest!').waitFor();
    await screenshot(page, 'site-thanks', false);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Get Started' }).click();
    await eventually(async () => expect(await dialog.getByLabel('Name').inputValue()).toBe(''));
    await eventually(async () =>
      expect(events).toMatchObject([
        { name: 'cta_click', source: 'hero', pageType: 'public', path: '/' },
        { name: 'modal_open', source: 'hero' },
        { name: 'cta_click', source: 'final_cta' },
        { name: 'modal_open', source: 'final_cta' },
        { name: 'error', label: 'Network error. Please check your connection and try again.' },
        { name: 'signup', source: 'final_cta' },
        { name: 'cta_click', source: 'hero' },
        { name: 'modal_open', source: 'hero' },
      ]),
    );
    expect(await context.cookies()).toEqual([]);
  });

  it('links its pages, and marks only them as public', async () => {
    await page.goto(`${appUrl}/get-started`);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('link', { name: 'Learn More' }).click();
    await page.getByRole('heading', { level: 1, name: 'About Lacquer' }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deliver masters, not links' }).waitFor();
    await page.goto(`${appUrl}/sign-in`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(async () => expect(await page.locator('html').getAttribute('data-public')).toBeNull());
    await eventually(async () =>
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light'),
    );
  });

  it('lists all pages for search engines', async () => {
    const address = `http://localhost:${new URL(appUrl).port}`;
    const robots = await (await page.request.get(`${appUrl}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${address}/sitemap.xml`);
    const sitemap = await (await page.request.get(`${appUrl}/sitemap.xml`)).text();
    expect([...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url)).toEqual(
      pages.map(({ path }) => address + path),
    );
  });
});
