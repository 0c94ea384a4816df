import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser } from './browser.js';
import { makeDataDir, removeDataDir, startInProduction, startPortal } from './launcher.mjs';

const owner = { 'Studio name': 'Ada Mastering', 'Your name': 'Ada', 'E-mail': 'ada@example.com' };
const PASSWORD = 'correct horse';

describeInBrowser('signing in and out', () => {
  let browser: Browser;
  let dataDir: string;
  let portal: Awaited<ReturnType<typeof startPortal>>;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    dataDir = await makeDataDir();
    const tried = await startPortal(dataDir);
    await tried.stop();
    portal = await startInProduction(dataDir);
    page = await newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await removeDataDir(dataDir);
  });

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const opened = await context.newPage();
    opened.on('pageerror', (error) => errors.push(error.message));
    opened.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(message.text());
    });
    return opened;
  }

  const signIn = async () => {
    await page.getByLabel('E-mail').fill(owner['E-mail']);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  it('completes the first run after a trial in Dev Mode', async () => {
    await page.goto(`${portal.url}/app`);
    await page.getByRole('heading', { name: 'Set up your studio' }).waitFor();
    for (const [label, value] of Object.entries(owner)) await page.getByLabel(label).fill(value);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(portal.said()).toMatch(/set it up at http:\/\/localhost:\d+\/setup with the code [A-Z\d-]{14}\./);
  });

  it('redirects a person who is already signed in', async () => {
    await page.goto(`${portal.url}/sign-in?next=%2Fapp%2Fclients`);
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    await page.goto(`${portal.url}/setup`);
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  });

  it('returns to the requested page after signing out and in', async () => {
    await page.getByRole('link', { name: 'Ada, my profile' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${portal.url}/app/invoices`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn();
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
  });

  it('says that cookies are blocked', async () => {
    const visitor = await newPage();
    await visitor.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { value: false }));
    await visitor.goto(`${portal.url}/sign-in`);
    await visitor.getByRole('alert').getByText('Your browser blocks cookies for this site.').waitFor();
    await visitor.context().close();
  });

  it('does not let the last operator delete the account, and asks for the password', async () => {
    await page.goto(`${portal.url}/app/profile`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/to confirm/).fill(owner['E-mail']);
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await eventually(async () => expect(await confirm.isDisabled()).toBe(true));
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await confirm.click();
    await page.getByText('You are the only operator of this portal').first().waitFor();
  });

  it('stays signed out in Dev Mode until a demo person is chosen', async () => {
    page = await newPage();
    await page.goto(`${appUrl}/app`);
    await page.getByRole('link', { name: 'Demo Engineer, my profile' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${appUrl}/app/clients`);
    await page.getByRole('button', { name: 'Demo engineer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  });

  it('runs only scripts of the page itself', async () => {
    await page.goto(portal.url);
    await page.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
  });
});
