import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityFindings, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeDataDir, removeDataDir, startInProduction } from './launcher.mjs';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse';

describeInBrowser('two-step sign-in that a studio requires', () => {
  let browser: Browser;
  let dataDir: string;
  let portal: Awaited<ReturnType<typeof startInProduction>>;
  let page: Page;
  let recoveryCodes: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    dataDir = await makeDataDir();
    portal = await startInProduction(dataDir);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    const data = { name: 'Ada', email: EMAIL, password: PASSWORD, studioName: 'Ada Mastering' };
    await context.request.post(`${portal.url}/api/setup`, { data, headers: { origin: portal.url } });
  });

  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await removeDataDir(dataDir);
  });

  async function look(name: string): Promise<void> {
    await page.addStyleTag({ content: '* { transition: none !important; }' });
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await screenshot(page, `two-step-${name}-${scheme}-${width}`);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(tooWide).toBeLessThanOrEqual(0);
      }
      expect(await accessibilityFindings(page, scheme)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  /** Goes through the steps in the page or dialog, from the password to the recovery codes. */
  async function setUp(root: Locator, name?: string): Promise<void> {
    await root.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await root.getByRole('button', { name: 'Continue' }).click();
    const secret = (await root.locator('code').innerText()).replace(/\s/g, '');
    if (name) await look(`${name}-app`);
    await root.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await root.getByRole('button', { name: 'Switch on' }).click();
    await root.getByText('Keep these recovery codes').waitFor();
    recoveryCodes = await root.locator('li').allInnerTexts();
    if (name) await look(`${name}-recovery`);
    await root.getByRole('button', { name: 'I have saved them' }).click();
  }

  const openStudioSettings = async () => {
    await page.goto(`${portal.url}/app/settings/theme?tab=studio`);
    await page.getByRole('heading', { name: 'Signing in' }).waitFor();
  };
  const requirement = () => page.getByRole('switch', { name: 'Require two-step sign-in for everyone in the studio' });

  it('cannot be required by somebody who has not set it up', async () => {
    await openStudioSettings();
    await eventually(async () => expect(await requirement().isDisabled()).toBe(true));
    await look('settings-before');
    await page.getByRole('link', { name: 'set it up in your profile' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await setUp(page.getByRole('dialog'));
  });

  it('is required with the password', async () => {
    await openStudioSettings();
    await requirement().click({ force: true });
    await look('settings');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You are changing how your engineers sign in.').waitFor();
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('The current password is not correct').waitFor();
    // A toast would be there before the field's error.
    await eventually(async () => expect(await page.getByText('The current password is not correct').count()).toBe(1));
    await look('wrong-password');
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await eventually(async () => expect(await requirement().isChecked()).toBe(true));
  });

  it('is asked for with a new password and a new address; a wrong code shows at its field', async () => {
    await page.goto(`${portal.url}/app/profile`);
    const password = page.getByRole('region', { name: 'Change password' });
    await password.getByLabel('Current password').fill(PASSWORD);
    await password.getByLabel('New password').first().fill('battery staple');
    await password.getByLabel('Confirm new password').fill('battery staple');
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByText('Enter the code').waitFor();
    await password.getByLabel('Code').fill('000000');
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.getByText('This code is not valid').waitFor();
    await look('new-password');

    await page.getByRole('button', { name: 'Change address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New address').fill('ada@new.example');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await dialog.getByLabel('Code').fill('000000');
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await dialog.getByText('The current password is not correct').waitFor();
    await look('new-address');
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByLabel('Code').fill(recoveryCodes[1]!);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await dialog.getByText('We sent a link to').waitFor();
  });

  it('is asked for before the account is deleted; a wrong code shows at its field', async () => {
    await page.goto(`${portal.url}/app/profile`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/to confirm/).fill(EMAIL);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await eventually(async () => expect(await confirm.isDisabled()).toBe(true));
    await dialog.getByLabel('Code').fill('000000');
    await confirm.click();
    await dialog.getByText('This code is not valid').waitFor();
    await look('delete-account');
  });

  it('is set up again at once by somebody who switches it off', async () => {
    await page.goto(`${portal.url}/app/profile`);
    await page.getByRole('button', { name: 'Switch off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('so you set it up again at once').waitFor();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0]!);
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
    await look('required');
  });

  it('comes after signing in and before anything else, and then leads where the person was going', async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${portal.url}/app/invoices?status=paid`);
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
    await page.goto(`${portal.url}/app/clients`);
    await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
    await page.goto(`${portal.url}/app/invoices?status=paid`);
    await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
    await setUp(page.getByRole('main'), 'required');
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
    expect(page.url()).toContain('/app/invoices?status=paid');
    await page.goto(`${portal.url}/sign-in/two-step`);
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(errors).toEqual([]);
  });
});
