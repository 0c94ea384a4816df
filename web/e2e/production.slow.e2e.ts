import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { until } from '../../services/testing/until.js';
import { describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeDataDir, removeDataDir, startInProduction } from './launcher.mjs';

const TITLE = 'Harbour Lights';
const MASTER = '01 Harbour.wav';
const CLIENT = { name: 'Ines Valadão', email: 'ines@example.com' };
const PASSWORD = 'correct horse';
const HOW_TO_PAY = 'Please transfer the sum to DE02 1203 0000 0000 2020 51.';

describeInBrowser('a new installation in production', () => {
  let browser: Browser;
  let dataDir: string;
  let dir: string;
  let portal: Awaited<ReturnType<typeof startInProduction>>;
  let engineer: Page;
  let client: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-production-'));
    makeAudioFile(join(dir, MASTER), { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 8, seed: 9 });
    browser = await launchBrowser();
    dataDir = await makeDataDir();
    portal = await startInProduction(dataDir);
    // As if from another machine through a proxy, because a local person needs no code.
    engineer = await newPage({ 'X-Forwarded-For': '203.0.113.7' });
    client = await newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await removeDataDir(dataDir);
    await rm(dir, { recursive: true, force: true });
  });

  async function newPage(extraHTTPHeaders: Record<string, string> = {}): Promise<Page> {
    const viewport = { width: 1280, height: 900 };
    const context = await browser.newContext({
      viewport,
      acceptDownloads: true,
      reducedMotion: 'reduce',
      extraHTTPHeaders,
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
  const badge = (page: Page, status: string) =>
    page.locator('.mantine-Badge-root', { hasText: status }).first().waitFor();

  /** Link with that path in a mail to the client; mails are kept as files. */
  async function mailedLink(path: string): Promise<string> {
    const link = new RegExp(`${portal.url}${path}[\\w.~%/-]+`);
    const folder = join(dataDir, 'mail');
    let found: string | undefined;
    await until(`the mail with ${path}`, async () => {
      const names = await readdir(folder).catch(() => []);
      const mails = names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8'));
      const plain = (await Promise.all(mails)).map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
      found = plain.map((mail) => link.exec(mail)?.[0]).find((address) => address !== undefined);
      return found !== undefined;
    });
    return found!;
  }

  it('only admits a person who has read the console', async () => {
    await engineer.goto(`${portal.url}/app`);
    await heading(engineer, 'Set up your studio');
    await engineer.getByLabel('Studio name').fill('Ada Mastering');
    await engineer.getByLabel('Your name').fill('Ada');
    await engineer.getByLabel('E-mail').fill('ada@example.com');
    await engineer.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await engineer.getByLabel('Code from the console').fill('AAAA-BBBB-CCCC');
    await engineer.getByRole('button', { name: 'Create account' }).click();
    await engineer.getByRole('alert').waitFor();
    await screenshot(engineer, 'production-set-up');
    const [, code] = /with the code ([A-Z\d-]{14})/.exec(portal.said())!;
    await engineer.getByLabel('Code from the console').fill(code!);
    await engineer.getByRole('button', { name: 'Create account' }).click();
    await heading(engineer, 'Projects');
    await eventually(async () => expect(await engineer.getByText('Dev Mode').count()).toBe(0));
  });

  it("saves the studio's payment instructions", async () => {
    await engineer.goto(`${portal.url}/app/settings/theme?tab=studio`);
    await engineer.getByLabel('Payment instructions').fill(HOW_TO_PAY);
    await engineer.getByRole('button', { name: 'Save changes' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Confirm with your password' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await engineer.getByText('Settings Saved').first().waitFor();
  });

  it('creates a project for a new client, who joins by invitation and accepts the quote', async () => {
    await engineer.goto(`${portal.url}/app`);
    await engineer.getByRole('button', { name: 'New project' }).first().click();
    const dialog = engineer.getByRole('dialog', { name: 'Create Project' });
    await dialog.getByLabel('Title').fill(TITLE);
    await dialog.getByText('New client', { exact: true }).click();
    await dialog.getByLabel("Client's name").fill(CLIENT.name);
    await dialog.getByLabel("Client's e-mail").fill(CLIENT.email);
    await dialog.getByLabel('Send a quote with it').check();
    await dialog.getByLabel('Amount').fill('400');
    await dialog.getByRole('button', { name: 'Create Project' }).click();
    await heading(engineer, TITLE);

    await client.goto(await mailedLink('/invite/'));
    await client.getByLabel('Choose a password').fill(PASSWORD);
    await client.getByRole('button', { name: 'Accept invitation' }).click();
    await heading(client, TITLE);
    await client.getByText('Your quote: $400.00').waitFor();
    await client.getByRole('button', { name: 'Accept', exact: true }).click();
    await client.getByRole('button', { name: /^Accept for/ }).click();
    await badge(engineer, 'Quote accepted');
  });

  it('releases a master and sends the invoice', async () => {
    await tab(engineer, 'Staging');
    await engineer.getByRole('button', { name: 'Add Track' }).click();
    const modal = engineer.getByRole('dialog', { name: 'Create New Track' });
    await modal.getByLabel('Title').fill('Harbour');
    await modal.getByRole('button', { name: 'Create Track' }).click();
    await modal.waitFor({ state: 'detached' });
    await engineer.locator('input[type=file]').setInputFiles(join(dir, MASTER));
    await engineer.getByRole('button', { name: `Accept suggestion for ${MASTER}` }).click();
    await engineer.getByText('1/1 required slots filled (1/6 total)').waitFor();
    await tab(engineer, 'Release');
    await engineer.getByRole('button', { name: 'Select All Ready' }).click();
    await engineer.getByRole('button', { name: 'Release Selected (1)' }).click();
    await engineer.getByRole('button', { name: 'Confirm Release' }).click();
    await badge(client, 'Preview ready');
    await engineer.getByRole('button', { name: 'Send Invoice' }).first().click();
    const invoice = engineer.getByRole('dialog');
    await invoice.getByRole('button', { name: 'Send Invoice' }).click();
    await badge(client, 'Awaiting payment');
  });

  it('shows the client how to pay, without a card form', async () => {
    await client.getByRole('link', { name: 'How to pay' }).first().click();
    await client.waitForURL('**/app/payment/*');
    await client.getByText(HOW_TO_PAY).waitFor();
    await eventually(async () => expect(await client.getByLabel('Card number').count()).toBe(0));
    await screenshot(client, 'production-payment');
    await client.goBack();
  });

  it('returns the same bytes once the engineer has received the payment', async () => {
    await tab(engineer, 'Quote');
    await engineer.getByRole('button', { name: 'Mark as paid' }).click();
    await engineer.getByRole('button', { name: 'Undo paid' }).waitFor();
    // Leaving the page ends the grace period for undoing.
    await engineer.reload();
    await badge(client, 'Paid');
    await tab(client, 'Files');
    await client.getByRole('button', { name: /^Files of/ }).click();
    const [download] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('link', { name: `Download ${MASTER}` }).click(),
    ]);
    expect(sha256(await readFile(await download.path()))).toBe(sha256(await readFile(join(dir, MASTER))));
    await badge(engineer, 'Delivered');
    await screenshot(client, 'production-paid');
    expect(errors).toEqual([]);
  });
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
