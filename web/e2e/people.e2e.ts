import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, signIn } from './listening-fixture.js';

const NAME = 'Ines Valadão';
const EMAIL = 'ines@example.com';
const FIRST_PASSWORD = 'a first password';
const PASSWORD = 'a second password';

describeInBrowser('from an invitation to an account', () => {
  let browser: Browser;
  let engineer: Page;
  let client: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    const context = await newContext();
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role: 'engineer' } });
    engineer = await windowOf(context);
    client = await windowOf(await newContext());
  });

  afterAll(() => browser.close());

  const newContext = () => browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });

  async function windowOf(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  }

  /** Turns off transitions, so that screenshots never show them half-way. */
  async function open(page: Page, path: string, title: string): Promise<void> {
    await page.goto(`${appUrl}${path}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.addStyleTag({ content: '* { transition: none !important; }' });
  }

  async function look(page: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `people-${name}-${scheme}`);
      expect(await accessibilityFindings(page, scheme)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await screenshot(page, `people-${name}-phone`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  const toast = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title }).first().waitFor();
  const standing = (status: string) =>
    engineer.getByRole('row').filter({ hasText: EMAIL }).getByText(status, { exact: true }).waitFor();

  it('begins with adding a client and inviting them by mail', async () => {
    await open(engineer, '/app/clients', 'Clients');
    await engineer.getByRole('button', { name: 'Add client' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Add client' });
    await dialog.getByLabel('Name').fill(NAME);
    await dialog.getByLabel('E-mail').fill(EMAIL);
    await dialog.getByLabel('E-mail').press('Enter');
    await toast(engineer, 'Client Added');
    await standing('Invited');
    await look(engineer, 'clients');
  });

  it('leads from the mail to a password and into the portal; the engineer sees it without reloading', async () => {
    const mailbox = await windowOf(engineer.context());
    await open(mailbox, '/app/dev/mailbox', 'Mailbox');
    await mailbox.getByRole('list', { name: 'Mails' }).getByRole('button').filter({ hasText: EMAIL }).click();
    await mailbox.getByText('Text', { exact: true }).click();
    const link = await mailbox
      .getByRole('link', { name: /\/invite\// })
      .first()
      .getAttribute('href');
    await look(mailbox, 'mailbox');
    await mailbox.close();

    await open(client, new URL(link ?? '').pathname, 'Demo Mastering invites you');
    await look(client, 'invite');
    await client.getByLabel('Choose a password').fill('short');
    await client.getByRole('button', { name: 'Accept invitation' }).click();
    await client.getByText('Password must be at least 8 characters long').waitFor();
    await client.locator(':focus').and(client.getByLabel('Choose a password')).fill(FIRST_PASSWORD);
    await client.getByRole('button', { name: 'Accept invitation' }).click();
    await client.getByRole('heading', { level: 1, name: `Welcome, ${NAME}` }).waitFor();
    await client.getByText('No projects yet').waitFor();
    await standing('Active');
    await open(client, new URL(link ?? '').pathname, 'Invitation already used');
  });

  it('lets the client fill in a profile, which the engineer sees', async () => {
    await open(client, '/app/profile', 'My profile');
    await client.getByLabel('Company').fill('Valadão Records');
    await client.getByLabel('Website').fill('valadao.example');
    await client.getByRole('button', { name: 'Save changes' }).click();
    await toast(client, 'Profile Updated');
    await look(client, 'profile');
    await engineer.getByRole('button', { name: NAME, exact: true }).click();
    await engineer.getByText('Valadão Records').waitFor();
    await engineer.getByRole('link', { name: 'https://valadao.example' }).waitFor();
    await engineer.keyboard.press('Escape');
  });

  it('changes the password, and only the new one works', async () => {
    const change = async (current: string, wanted: string, confirmed: string) => {
      await client.getByLabel('Current password').fill(current);
      await client.getByLabel('New password').first().fill(wanted);
      await client.getByLabel('Confirm new password').fill(confirmed);
      await client.getByRole('button', { name: 'Change password' }).click();
    };
    await change(FIRST_PASSWORD, PASSWORD, `${PASSWORD}!`);
    await client.getByText('New passwords do not match').waitFor();
    await change(FIRST_PASSWORD, PASSWORD, PASSWORD);
    await toast(client, 'Password Changed');
    const { request } = await newContext();
    const signIn = (password: string) =>
      request.post(`${appUrl}/api/auth/sign-in/email`, {
        data: { email: EMAIL, password },
        headers: { origin: appUrl },
      });
    expect((await signIn(FIRST_PASSWORD)).status()).toBe(401);
    expect((await signIn(PASSWORD)).status()).toBe(200);
  });

  it('keeps the studio’s settings', async () => {
    await open(engineer, '/app/settings/theme?tab=studio', 'Theme Settings');
    await engineer.getByLabel('Tax ID').fill('PT 123 456 789');
    const names = engineer.getByLabel('File names');
    await engineer.getByText('01 Ember (Hi-Res 24-96).wav').waitFor();
    await names.fill('{slot}/{nn} {title');
    await engineer.getByText('A brace is missing').waitFor();
    await look(engineer, 'incomplete-file-names');
    await names.fill('{slot}/{nn} ');
    await engineer.getByRole('button', { name: 'Track title' }).click();
    await engineer.getByText('Streaming/02 Golden Hour.mp3').waitFor();
    await engineer.getByRole('button', { name: 'Save changes' }).click();
    await toast(engineer, 'Settings Saved');
    await open(engineer, '/app/settings/theme?tab=studio', 'Theme Settings');
    await eventually(async () => expect(await engineer.getByLabel('Tax ID').inputValue()).toBe('PT 123 456 789'));
    expect(await names.inputValue()).toBe('{slot}/{nn} {title}');
    await look(engineer, 'settings');
  });

  it('lets a project’s client invite people, whose rights change and end at once', async () => {
    const projectId = await makeProject(engineer.context(), 'Nocturne');
    const owning = await newContext();
    await signIn(owning, 'client');
    const owner = await windowOf(owning);
    await open(owner, `/app/projects/${projectId}`, 'Nocturne');
    await owner.getByRole('button', { name: 'People' }).click();
    const dialog = owner.getByRole('dialog', { name: 'People' });
    await dialog
      .getByRole('textbox', { name: 'Name' })
      .fill('Somebody with the Longest Name of the Whole Orchestra and Its Choir');
    await dialog.getByLabel('E-mail').fill('longest-address-of-all-the-orchestra@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('longest-address-of-all-the-orchestra@example.com').waitFor();
    await eventually(async () => expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(''));
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ines');
    await dialog.getByLabel('E-mail').fill(EMAIL);
    await dialog.getByText('Listens', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const ines = dialog.getByRole('listitem').filter({ hasText: EMAIL });
    await ines.waitFor();
    await look(owner, 'dialog');

    await client.goto(`${appUrl}/app/projects/${projectId}`);
    await client.getByRole('heading', { level: 1, name: 'Nocturne' }).waitFor();
    await client.getByRole('tab', { name: 'Timeline' }).click();
    expect(await client.getByRole('tab').allTextContents()).toEqual(['Timeline', 'Files', 'Info']);
    expect(await client.getByLabel('Comment').count()).toBe(0);
    await ines.getByText('Ines Valadão').waitFor();

    await ines.getByRole('combobox', { name: /Role of/ }).click();
    await owner.getByRole('option', { name: 'Comments' }).click();
    await client.getByLabel('Comment', { exact: true }).waitFor();
    await client.getByRole('button', { name: 'People' }).click();
    await look(client, 'dialog-of-a-person');
    await client.keyboard.press('Escape');

    await ines.getByRole('button', { name: /Remove/ }).click();
    await owner
      .getByRole('dialog', { name: /Remove/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await client.getByRole('heading', { level: 1, name: 'Project not found' }).waitFor();
    await owning.close();
  });

  it('shows notifications to both', async () => {
    await open(client, '/app/notifications', 'Notifications');
    await client.getByText('No notifications yet.').waitFor();
    await look(client, 'no-news');
    await open(engineer, '/app/notifications', 'Notifications');
    await look(engineer, 'notifications');
    await engineer.getByRole('button', { name: 'E-mail settings' }).click();
    await engineer.getByRole('switch', { name: 'Accepted quotes' }).waitFor();
    expect(errors).toEqual([]);
  });
});
