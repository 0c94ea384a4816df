import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const NETWORK_ERROR = 'Network error: Unable to connect to server';

describeInBrowser('a page without a connection', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const sent: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    // Playwright does not see what shared workers request, and waits for their script for ever.
    await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role: 'client' } });
    page = await context.newPage();
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  });

  afterAll(() => browser.close());

  const offlineBar = () => page.getByRole('status').filter({ hasText: 'You are offline' });

  it('needs few requests and less than 250 kB of JavaScript to show the home on a first visit', async () => {
    const requests: Request[] = [];
    const record = (request: Request) => void requests.push(request);
    page.on('request', record);
    await page.goto(`${appUrl}/app`);
    await page.getByRole('heading', { level: 2, name: 'Current Projects' }).waitFor();
    page.off('request', record);
    const pathOf = (request: Request) => new URL(request.url()).pathname;
    expect(requests.filter((request) => !pathOf(request).startsWith('/api/')).length).toBeLessThan(32);
    // Later requests load other pages ahead.
    const needed = requests.slice(0, requests.map(pathOf).indexOf('/api/projects'));
    const scripts = needed.filter((request) => request.resourceType() === 'script');
    const sizes = await Promise.all(scripts.map(async (request) => (await request.sizes()).responseBodySize));
    expect(Math.max(...sizes)).toBeGreaterThan(50_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
  });

  it('fails to send a comment at once and keeps the text', async () => {
    await page
      .getByRole('link', { name: /^View Project/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('The second verse is too loud');
    await page.waitForFunction(() => document.querySelectorAll('link[rel=modulepreload]').length > 10);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await offlineBar().waitFor();
    await page.getByRole('button', { name: 'Add Comment' }).click();
    await page.getByRole('alert').filter({ hasText: NETWORK_ERROR }).waitFor();
    await eventually(async () => expect(await comment.inputValue()).toBe('The second verse is too loud'));
    await screenshot(page, 'offline', false);
  });

  it('still navigates between pages', async () => {
    await page.getByRole('link', { name: 'Notifications' }).first().click();
    await page.waitForURL(/notifications/);
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Add Comment' }).waitFor();
  });

  it('sends nothing automatically when the connection is back', async () => {
    sent.length = 0;
    const answered = page.waitForResponse(/\/api\//);
    await context.setOffline(false);
    await offlineBar().waitFor({ state: 'detached' });
    await answered;
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
  });

  it('refuses to pay while offline, and pays later only on a new click', async () => {
    await page.goto(`${appUrl}/app/payment/${await payable()}`);
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    await pay.waitFor();
    await context.setOffline(true);
    await pay.click();
    await page.getByRole('alert').filter({ hasText: 'Payment Failed' }).filter({ hasText: NETWORK_ERROR }).waitFor();
    await context.setOffline(false);
    await offlineBar().waitFor({ state: 'detached' });
    await pay.waitFor();
    expect(sent.filter((path) => path.endsWith('/pay'))).toEqual([]);
  });

  it('gets updates again after a proxy has answered 502 for the restarting server', async () => {
    const projectId = await payable();
    await page.route('**/api/events', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), { times: 1 });
    const refused = page.waitForResponse((response) => response.url().endsWith('/api/events'));
    const reopened = page.waitForResponse(
      (response) => response.url().endsWith('/api/events') && response.status() === 200,
    );
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=timeline`);
    expect((await refused).status()).toBe(502);
    await reopened;
    await page.getByRole('button', { name: 'Add Comment' }).waitFor();
    await page.waitForLoadState('networkidle');
    const comment = 'The second verse is right now';
    await context.request.post(`${appUrl}/api/comments`, {
      data: { projectId, comment },
      headers: { origin: appUrl },
    });
    await page.getByRole('paragraph').filter({ hasText: comment }).waitFor();
  });

  /** A project of the demo client with an unpaid invoice. */
  async function payable(): Promise<string> {
    const reply = await context.request.get(`${appUrl}/api/projects`);
    const { data } = (await reply.json()) as { data: { id: string; invoice_status: string | null }[] };
    const due = data.find(({ invoice_status }) => invoice_status === 'pending' || invoice_status === 'overdue');
    if (!due) throw new Error('No project is to be paid');
    return due.id;
  }
});
