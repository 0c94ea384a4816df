import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { until } from '../../services/testing/until.js';
import { describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeDataDir, removeDataDir, startInProduction } from './launcher.mjs';

const CLIENT = 'ines@example.com';

describeInBrowser('a production portal with an empty data folder', () => {
  let browser: Browser;
  let dataDir: string;
  let portal: Awaited<ReturnType<typeof startInProduction>>;
  let engineer: Page;
  let client: Page;
  let resetLink: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    dataDir = await makeDataDir();
    portal = await startInProduction(dataDir);
    engineer = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    client = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await removeDataDir(dataDir);
  });

  /** Link with that path in the newest mail to the client, once it has been sent. */
  async function mailed(path: string): Promise<string> {
    const folder = join(dataDir, 'mail');
    for (;;) {
      for (const name of await readdir(folder).catch(() => [])) {
        const mail = await PostalMime.parse(await readFile(join(folder, name)));
        const [link] = new RegExp(`http\\S+/${path}/\\S+`).exec(mail.text ?? '') ?? [];
        if (link && mail.to?.[0]?.address === CLIENT) return link;
      }
      await engineer.waitForTimeout(100);
    }
  }

  it('begins with the owner and the studio’s brand', async () => {
    await engineer.goto(`${portal.url}/`);
    await engineer.getByLabel('Studio name').fill('Ada Mastering');
    await engineer.getByLabel('Your name').fill('Ada');
    await engineer.getByLabel('E-mail').fill('ada@example.com');
    await engineer.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await engineer.getByRole('button', { name: 'Create account' }).click();
    await engineer.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    const brand = await engineer.request.put(`${portal.url}/api/studio/settings`, {
      data: { brandName: 'Ada & Daughters' },
      headers: { origin: portal.url },
    });
    expect(brand.status()).toBe(200);
  });

  it('offers a new client for the first project', async () => {
    await engineer.goto(`${portal.url}/app/projects`);
    await engineer.getByRole('button', { name: 'New project' }).first().click();
    const dialog = engineer.getByRole('dialog', { name: 'Create Project' });
    await dialog.getByLabel("Client's e-mail").waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('invites a client by mail, whose page shows the studio’s name', async () => {
    await engineer.goto(`${portal.url}/app/clients`);
    await engineer.getByRole('button', { name: 'Add client' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Add client' });
    await dialog.getByLabel('Name').fill('Ines');
    await dialog.getByLabel('E-mail').fill(CLIENT);
    await dialog.getByLabel('E-mail').press('Enter');
    await client.goto(await mailed('invite'));
    await client.getByRole('heading', { name: 'Ada & Daughters invites you' }).waitFor();
    await client.getByLabel('Choose a password').fill('battery staple');
    await client.getByRole('button', { name: 'Accept invitation' }).click();
    await client.getByRole('heading', { level: 1, name: 'Welcome, Ines' }).waitFor();
  });

  it('warns that no mail is sent, and offers links to pass on', async () => {
    await client.getByRole('link', { name: 'Ines, my profile' }).click();
    await client.getByRole('button', { name: 'Sign out', exact: true }).click();
    await client.goto(`${portal.url}/sign-in`);
    await client.getByRole('link', { name: 'Forgot password?' }).waitFor();
    await eventually(async () =>
      expect(await client.getByRole('button', { name: 'E-mail me a link instead' }).count()).toBe(0),
    );
    await client.getByRole('link', { name: 'Forgot password?' }).click();
    await client.getByText('This portal does not send e-mail.').waitFor();
    await engineer.goto(`${portal.url}/app/clients`);
    await engineer.getByText('Copy each invitation link from the client’s menu').waitFor();
    await engineer.goto(`${portal.url}/app/operator`);
    await engineer.getByText('This portal does not send e-mail').waitFor();
    await screenshot(engineer, 'operator-no-mail');
    await engineer.getByLabel('E-mail of an account').fill(CLIENT);
    await engineer.getByRole('button', { name: 'Make password link' }).click();
    resetLink = await engineer.getByLabel('Sets a new password, once, within an hour').inputValue();
    await client.goto(resetLink);
    await client.getByLabel('New password').fill('correct battery');
    await client.getByRole('button', { name: 'Set password' }).click();
    await client.getByRole('heading', { level: 1, name: 'Welcome, Ines' }).waitFor();
  });

  it('shows that a used link no longer works before asking for a password', async () => {
    await client.goto(resetLink);
    await client.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await eventually(async () => expect(await client.getByLabel('New password').count()).toBe(0));
    await client.goto(`${portal.url}/sign-in/link/${'x'.repeat(43)}`);
    await client.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  });

  it('shows that an inaccessible track was not found, with a way back', async () => {
    const id = '01900000-0000-7000-8000-00000000abcd';
    await client.goto(`${portal.url}/app/projects/${id}/tracks/${id}`);
    await client.getByRole('heading', { name: 'Track not found' }).waitFor();
    await client.getByRole('link', { name: 'Back to Projects' }).click();
    await client.getByRole('heading', { level: 1, name: 'Welcome, Ines' }).waitFor();
  });

  it('shows a server-side error of the website at its field', async () => {
    await client.goto(`${portal.url}/app/profile`);
    await client.getByLabel('Website').fill('https://[');
    await client.getByRole('button', { name: 'Save changes' }).click();
    await client.getByText('The website must be an address such as https://example.com').first().waitFor();
    await eventually(async () => expect(await client.getByLabel('Website').getAttribute('aria-invalid')).toBe('true'));
  });

  it('preselects the only client for a new project', async () => {
    await engineer.goto(`${portal.url}/app/projects`);
    await engineer.getByRole('button', { name: 'New project' }).first().click();
    const dialog = engineer.getByRole('dialog', { name: 'Create Project' });
    await until('the only client', async () =>
      (await dialog.getByRole('combobox', { name: 'Client' }).inputValue()).startsWith('Ines ('),
    );
  });
});
