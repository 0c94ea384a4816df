import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFindings, appUrl, describeInBrowser, launchBrowser, screenshot } from './browser.js';

describeInBrowser('the operator’s page', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role: 'engineer' } });
    page = await context.newPage();
    for (const [name, notes] of [
      ['Hanna Berg', 'I cut vinyl. Do you handle sides?'],
      ['=SUM(1)', ''],
      ['Averyveryverylongnamewithoutanyspaceinit'.repeat(3), 'x '.repeat(400)],
    ])
      await context.request.post(`${appUrl}/api/mailing-list`, {
        data: { name, email: `${name!.length}.operator@example.com`, source: 'hero', ...(notes && { notes }) },
      });
    const counted = { name: 'modal_open', pageType: 'public', path: '/', source: 'hero' };
    await context.request.post(`${appUrl}/api/analytics/events`, { data: counted });
  });
  afterAll(() => browser.close());

  it('lists sign-ups, which can be searched, exported and deleted', async () => {
    await page.goto(`${appUrl}/app/projects`);
    await page.getByRole('link', { name: 'Demo Engineer, my profile' }).click();
    await page.getByRole('link', { name: 'Operator' }).click();
    await page.getByRole('cell', { name: 'Hanna Berg' }).waitFor();
    await page.getByText(/^Lacquer \d.* · PostgreSQL \d.* · Node\.js \d/).waitFor();
    await page.getByText('Forms opened').first().waitFor();
    await page.addStyleTag({ content: '* { transition: none !important; }' });
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `operator-${scheme}`);
      expect(await accessibilityFindings(page, scheme)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await screenshot(page, 'operator-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('a[href="/api/mailing-list/export"]').click(),
    ]);
    expect(download.suggestedFilename()).toBe('mailing-list.csv');
    await page.getByLabel('Search sign-ups').fill('hanna');
    await page.getByText('=SUM(1)').waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Hanna Berg' });
    await row.hover();
    await row.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No sign-up matches.').waitFor();
  });

  it('shows how many emails the mail server took without an answer', async () => {
    const hourAgo = new Date(Date.now() - 3_700_000).toISOString();
    await page.route('**/api/operator/status', async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { data: object };
      const data = { ...body.data, unansweredMails: { count: 2, lastAt: hourAgo } };
      await route.fulfill({ response: reply, json: { ...body, data } });
    });
    await page.reload();
    await page.getByText('The server did not confirm 2 emails (last 1 hour ago): they may have arrived').waitFor();
    await screenshot(page, 'operator-unanswered');
    await page.unroute('**/api/operator/status');
  });

  it('invites another engineer, who creates a studio from the mail', async () => {
    await page.getByRole('button', { name: 'Invite engineer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Name').fill('Jo Ekström');
    await dialog.getByLabel('Email').fill('jo@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('row').filter({ hasText: 'jo@example.com' }).getByText('Invited', { exact: true }).waitFor();

    const mailbox = await page.context().newPage();
    await mailbox.goto(`${appUrl}/app/dev/mailbox`);
    await mailbox.getByRole('button').filter({ hasText: 'jo@example.com' }).click();
    await mailbox.getByText('Text', { exact: true }).click();
    const link = await mailbox.getByRole('link', { name: /\/join\// }).getAttribute('href');
    const other = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await other.goto(appUrl + new URL(link ?? '').pathname);
    await other.getByRole('heading', { name: 'Set up your studio' }).waitFor();
    await other.getByLabel('Studio name').fill('Ekström Mastering');
    await screenshot(other, 'operator-join', false);
    await other.getByRole('textbox', { name: 'Choose a password' }).fill('a good password');
    await other.getByRole('button', { name: 'Create studio' }).click();
    await other.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await other.getByText('Ekström Mastering').first().waitFor();
    await other.goto(`${appUrl}/app/operator`);
    await other.getByText('Access Restricted').waitFor();
  });
});
