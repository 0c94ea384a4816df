import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const TITLE = 'Harbour Lights';
const MASTER = '01 Harbour.wav';

describeInBrowser('from a quote to the payment', () => {
  let browser: Browser;
  let engineer: Page;
  let client: Page;
  let dir: string;
  let projectUrl: string;
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-commerce-'));
    makeAudioFile(join(dir, MASTER), {
      format: 'wav',
      bits: 24,
      sampleRateHz: 48000,
      durationS: 8,
      lufs: -14,
      seed: 9,
    });
    browser = await launchBrowser();
    [engineer, client] = await Promise.all([windowOf('engineer'), windowOf('client')]);
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** A separate signed-in window on the projects page. */
  async function windowOf(role: 'engineer' | 'client'): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role } });
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle(page);
    return page;
  }

  /** Turns off transitions, so that screenshots never show them half-way. */
  const settle = (page: Page) => page.addStyleTag({ content: '* { transition: none !important; }' });

  async function look(page: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `commerce-${name}-${scheme}`);
      expect(await accessibilityFindings(page, scheme)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await screenshot(page, `commerce-${name}-phone`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  const toast = (page: Page, title: string, message: string) =>
    page.getByRole('status').filter({ hasText: title }).filter({ hasText: message }).first().waitFor();
  const badge = (page: Page, status: string) =>
    page.locator('.mantine-Badge-root', { hasText: status }).first().waitFor();
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

  it('begins with a project and a quote, which the client sees without reloading', async () => {
    await engineer.getByRole('button', { name: 'New project' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Create Project' });
    await dialog.getByLabel('Title').fill(TITLE);
    await dialog.getByRole('combobox', { name: 'Client' }).click();
    await engineer.getByRole('option', { name: /Demo Client/ }).click();
    await dialog.getByLabel('Send a quote with it').check();
    await dialog.getByLabel('Amount').fill('450.50');
    await dialog.getByRole('button', { name: 'Create Project' }).click();
    await engineer.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    projectUrl = engineer.url();
    await badge(engineer, 'Quoted');
    await client.getByText('Awaiting your approval').first().waitFor();
    await look(client, 'dashboard');
    await client.getByRole('link', { name: `View Project ${TITLE}` }).click();
    await client.getByText('Your quote: $450.50').waitFor();
    await look(client, 'pending-quote');
  });

  it('answers a question beside it', async () => {
    await client.getByRole('button', { name: 'Ask a question' }).click();
    const dialog = client.getByRole('dialog', { name: 'Ask about the quote' });
    await dialog.getByLabel('Question or request').fill('Is a vinyl master included?');
    await look(client, 'quote-question');
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await toast(client, 'Question Sent', 'You get an email when it is answered');
    await tab(engineer, 'Quote');
    const questions = engineer.getByRole('region', { name: 'Questions' });
    await questions.getByText('Is a vinyl master included?').waitFor();
    await questions.getByRole('button', { name: 'Reply' }).click();
    await questions.getByRole('textbox', { name: 'Reply' }).fill('Yes, for both sides.');
    await questions.getByRole('button', { name: 'Reply' }).click();
    await client.getByRole('link', { name: 'Read the quote' }).click();
    await client.getByText('Yes, for both sides.').waitFor();
    await look(client, 'quote-answer');
    await tab(client, 'Files');
  });

  it('continues after a revision that the client requested', async () => {
    await client.getByRole('button', { name: 'Reject', exact: true }).click();
    await client.getByRole('dialog', { name: 'Reject Quote' }).getByLabel('Reason (Optional)').fill('One song less');
    await client.getByRole('button', { name: 'Reject Quote' }).click();
    await toast(client, 'Quote Rejected', 'The quote has been rejected');
    await client.getByText('Your quote:').waitFor({ state: 'detached' });
    const placeOfTabs = () => client.getByRole('tablist').boundingBox();
    const before = await placeOfTabs();
    await tab(engineer, 'Quote');
    await engineer.getByText('One song less').first().waitFor();
    await engineer.getByText('A quote must be accepted before an invoice can be created.').waitFor();
    await engineer.getByRole('button', { name: 'Revise' }).first().click();
    const dialog = engineer.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('400');
    await dialog.getByRole('button', { name: 'Create Revision' }).click();
    await toast(engineer, 'Quote Revised', 'A new version of the quote has been created');
    await look(engineer, 'quote');
    await client.getByText('Your quote: $400.00').waitFor();
    // It arrives while the page is read, and moves nothing.
    expect(await placeOfTabs()).toEqual(before);
    await look(client, 'arrived-quote');
    await client.getByRole('button', { name: 'Accept', exact: true }).click();
    await client.getByText(`You agree to pay $400.00 for “${TITLE}”.`).waitFor();
    await look(client, 'accept');
    await client.getByRole('button', { name: 'Accept for $400.00' }).click();
    await toast(client, 'Quote Accepted', 'The quote has been accepted. Work will begin soon!');
    await badge(engineer, 'Quote accepted');
    await engineer.getByText('Upload preview files before sending invoice').waitFor();
  });

  it('lets both comment', async () => {
    await tab(engineer, 'Timeline');
    await tab(client, 'Timeline');
    await engineer.getByLabel('Comment', { exact: true }).fill('First masters this week.');
    await engineer.getByRole('button', { name: 'Add Comment' }).click();
    await client.getByText('First masters this week.').waitFor();
    await client.getByLabel('Comment', { exact: true }).fill('Looking forward.');
    await client.getByRole('button', { name: 'Add Comment' }).click();
    await engineer.getByText('Looking forward.').waitFor();
    await look(engineer, 'timeline');
  });

  it('delivers previews, and locks masters until they are paid', async () => {
    await tab(engineer, 'Staging');
    await engineer.getByRole('button', { name: 'Add Track' }).click();
    const modal = engineer.getByRole('dialog', { name: 'Create New Track' });
    await modal.getByLabel('Title').fill('Harbour');
    await modal.getByRole('button', { name: 'Create Track' }).click();
    await modal.waitFor({ state: 'detached' });
    await engineer.locator('input[type=file]').setInputFiles(join(dir, MASTER));
    await engineer.getByRole('button', { name: `Accept suggestion for ${MASTER}` }).click();
    await engineer.getByText('1/1 required slots filled (1/6 total)').waitFor();
    await tab(client, 'Files');
    await client.getByText('No files yet. Send your originals; released masters appear here.').waitFor();
    await tab(engineer, 'Release');
    await engineer.getByRole('button', { name: 'Select All Ready' }).click();
    await engineer.getByRole('button', { name: 'Release Selected (1)' }).click();
    await engineer.getByRole('button', { name: 'Confirm Release' }).click();
    await badge(client, 'Preview ready');
    await client.getByText(/^1 file, .*, locked until payment: no invoice yet$/).waitFor();
    await eventually(async () => expect(await client.getByRole('link', { name: /^Pay/ }).count()).toBe(0));
  });

  it('invoices, and asks before unlocking unpaid masters', async () => {
    await engineer.getByRole('button', { name: 'Send Invoice' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Send Invoice' });
    await expect(dialog.getByLabel('Amount').inputValue()).resolves.toBe('$400.00');
    await dialog.getByRole('button', { name: 'Send Invoice' }).click();
    await toast(engineer, 'Invoice Created', 'Invoice has been sent to the client');
    await badge(client, 'Awaiting payment');
    await client.getByText('Payment is due').waitFor();
    await tab(engineer, 'Quote');
    await look(engineer, 'invoice');
    const question = engineer.getByRole('dialog', { name: 'Deliver without payment?' });
    await engineer.getByRole('button', { name: 'Set status' }).click();
    await engineer.getByRole('menuitem', { name: 'Delivered' }).click();
    await question.getByText('$400.00 not paid yet').waitFor();
    await question.getByText(`1 file: ${MASTER}`).waitFor();
    await screenshot(engineer, 'commerce-unpaid-delivery');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await badge(engineer, 'Awaiting payment');
  });

  it('also asks in the list, for one project and for several', async () => {
    const list = await engineer.context().newPage();
    await list.goto(`${appUrl}/app/projects`);
    const row = list.getByRole('row').filter({ hasText: TITLE });
    await row.getByRole('button', { name: `Status of ${TITLE}` }).click();
    await list.getByRole('menuitem', { name: 'Delivered' }).click();
    const question = list.getByRole('dialog', { name: 'Deliver without payment?' });
    await question.getByText('$400.00 not paid yet').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await row.getByRole('checkbox').check();
    await list.getByRole('button', { name: 'Set status' }).click();
    await list.getByRole('menuitem', { name: 'Delivered' }).click();
    await question.getByText(`1 file: ${MASTER}`).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await list.close();
  });

  it('lets the engineer undo a mark as paid before it is sent', async () => {
    const sent: string[] = [];
    engineer.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await engineer.getByRole('button', { name: 'Mark as paid' }).click();
    await engineer.getByRole('button', { name: 'Undo paid' }).waitFor();
    await engineer
      .getByRole('status')
      .filter({ hasText: 'Marking as paid' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await engineer.getByRole('button', { name: 'Mark as paid' }).waitFor();
    await engineer.getByRole('button', { name: 'Mark as paid' }).click();
    await engineer.getByRole('button', { name: 'Undo paid' }).click();
    await engineer.getByRole('button', { name: 'Mark as paid' }).waitFor();
    expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('lets the client pay', async () => {
    await client.getByRole('link', { name: 'Pay $400.00' }).click();
    await client.waitForURL('**/app/payment/*');
    await client.getByText('Demo — no real payment is processed').waitFor();
    await look(client, 'payment');
    const sent: string[] = [];
    client.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const number = (await client.getByLabel('Card number').inputValue()).replace(/\D/g, '');
    expect(number).toHaveLength(16);
    await client.getByRole('button', { name: 'Pay $400.00 (demo)' }).click();
    await toast(
      client,
      'Payment Successful!',
      'Your payment has been processed. Final files are now available for download.',
    );
    expect(sent.filter((request) => request.replace(/[\s-]/g, '').includes(number))).toEqual([]);
    await badge(engineer, 'Paid');
  });

  it('unlocks the finals at once, and is delivered when the last byte is downloaded', async () => {
    await client.waitForURL(`${projectUrl.replace(/\?.*/, '')}?tab=files`);
    await client.getByRole('button', { name: /^Files of/ }).click();
    const [download] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('link', { name: `Download ${MASTER}` }).click(),
    ]);
    expect(sha256(await readFile(await download.path()))).toBe(sha256(await readFile(join(dir, MASTER))));
    await badge(engineer, 'Delivered');
  });

  it('mails what each step is about', async () => {
    const mailbox = await engineer.context().newPage();
    await mailbox.goto(`${appUrl}/app/dev/mailbox`);
    await settle(mailbox);
    const mails: [name: string, subject: RegExp, said: string[]][] = [
      ['quote', /^New quote for/, [`Project: ${TITLE}`, 'Valid until: ', 'Sum: $450.50']],
      ['question', /commented on the quote in .*vinyl/, ['Is a vinyl master included?']],
      ['answer', /answered you on the quote in .*both sides/, ['answered you', 'Yes, for both sides.', '> Is a vinyl']],
      ['masters', /new master is available in/, ['1. Harbour: Streaming Master', '/tracks/']],
      ['invoice', /^Invoice #\d+ for .*: \$400/, ['Due: ', 'Amount: $400.00', 'How to pay']],
      ['paid', /is paid: your finals of/, ['Your finals are ready', '1. Harbour', 'Download: ']],
    ];
    for (const [name, subject, said] of mails) {
      await mailbox.getByRole('button').filter({ hasText: TITLE }).filter({ hasText: subject }).first().click();
      await mailbox.getByRole('heading', { level: 2, name: subject }).waitFor();
      await mailbox.getByText('Replies to ').waitFor();
      await screenshot(mailbox, `mail-${name}-light`);
      await mailbox.emulateMedia({ colorScheme: 'dark' });
      await screenshot(mailbox, `mail-${name}-dark`);
      await mailbox.emulateMedia({ colorScheme: 'light' });
      await mailbox.setViewportSize({ width: 390, height: 844 });
      await screenshot(mailbox, `mail-${name}-phone`);
      await mailbox.getByText('Text', { exact: true }).click();
      for (const text of said) await mailbox.getByText(text).filter({ visible: true }).first().waitFor();
      await screenshot(mailbox, `mail-${name}-text`);
      await mailbox.getByText('HTML', { exact: true }).click();
      await mailbox.setViewportSize({ width: 1280, height: 900 });
    }
    await mailbox.close();
  });

  it('shows correct totals and notifications', async () => {
    const open = async (page: Page, path: string) => {
      await page.goto(`${appUrl}${path}`);
      await settle(page);
    };
    await open(engineer, '/app/invoices');
    await engineer.getByRole('row').filter({ hasText: TITLE }).getByText('$400.00').waitFor();
    await look(engineer, 'invoices');
    await open(engineer, '/app/projects');
    await engineer.getByRole('row').filter({ hasText: TITLE }).waitFor();
    await look(engineer, 'projects');
    await open(engineer, '/app/projects/overview');
    await engineer.getByRole('heading', { name: 'Your turn' }).waitFor();
    await look(engineer, 'overview');
    await open(engineer, '/app/notifications');
    for (const news of ['paid', 'accepted', 'rejected'])
      await engineer
        .getByText(new RegExp(`${news}.*${TITLE}|${TITLE}.*${news}`))
        .first()
        .waitFor();
    await open(client, '/app/projects');
    await client.getByRole('heading', { name: 'Recently Completed' }).waitFor();
    await look(client, 'completed');
    expect(errors).toEqual([]);
  });
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
