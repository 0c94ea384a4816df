import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { SlotType } from '../../services/platform/domain-words.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, stage } from './listening-fixture.js';

describeInBrowser('a quote with lines', () => {
  let browser: Browser;
  let context: BrowserContext;
  let engineer: Page;
  let client: Page;
  let projectId: string;
  let trackIds: Map<string, string>;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Night Songs');
    const tracks = ['Ember', 'Ash'].map((title, index) => ({ trackNumber: index + 1, title }));
    const made = await send<{ tracks: { track: { id: string; title: string } }[] }>(
      context,
      'POST',
      `tracks/projects/${projectId}/batch`,
      { tracks },
    );
    trackIds = new Map(made.tracks.map(({ track }) => [track.title, track.id]));
    engineer = await open(context);
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await signIn(phone, 'client');
    client = await open(phone);
  });

  afterAll(() => browser.close());

  async function open(within: BrowserContext): Promise<Page> {
    const page = await within.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=quote`);
    await page.getByRole('heading', { name: 'Quote', exact: true }).waitFor();
    await page.addStyleTag({ content: '* { transition: none !important; }' });
    return page;
  }

  async function look(page: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `orders-${name}-${scheme}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${name} ${scheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      ).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }

  const sound = (seed: number) => ({ format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 8, seed }) as const;
  const place = (title: string, slotType: SlotType) => ({ trackId: trackIds.get(title)!, slotType });
  const release = (stagingFileIds: string[], reason = '') =>
    send(context, 'POST', `staging/projects/${projectId}/release`, { stagingFileIds, reason });
  const cell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  async function setDelivered(): Promise<void> {
    await engineer.getByRole('button', { name: 'Set status' }).click();
    await engineer.getByRole('menuitem', { name: 'Delivered' }).click();
    await engineer.getByRole('button', { name: 'Deliver unpaid' }).click();
  }

  it('is written line by line, and shows its sum', async () => {
    await engineer.getByRole('button', { name: 'Send Quote' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Send Quote' });
    await dialog.getByRole('button', { name: 'Add lines' }).click();
    await dialog.getByLabel('Ordered item of line 1').click();
    await engineer.getByRole('option', { name: 'Streaming Master' }).click();
    expect(await dialog.getByLabel('Description of line 1').inputValue()).toBe('Streaming Master');
    expect(await dialog.getByLabel('Quantity of line 1').inputValue()).toBe('2');
    await dialog.getByLabel('Unit price of line 1').fill('45.50');
    await dialog.getByRole('button', { name: 'Add line' }).click();
    await dialog.getByLabel('Description of line 2').fill('Vinyl cut');
    await dialog.getByLabel('Ordered item of line 2').click();
    await engineer.getByRole('option', { name: 'Vinyl Master' }).click();
    await dialog.getByLabel('Tracks of line 2').click();
    await engineer.getByRole('option', { name: '2 Ash' }).click();
    await engineer.keyboard.press('Escape');
    await dialog.getByLabel('Unit price of line 2').fill('30');
    await dialog.getByRole('button', { name: 'Add line' }).click();
    await dialog.getByLabel('Ordered item of line 3').click();
    await engineer.getByRole('option', { name: 'Vinyl sides' }).click();
    await dialog.getByLabel('Unit price of line 3').fill('40');
    await dialog.getByText('Sum $161.00').waitFor();
    await look(engineer, 'dialog');
    await dialog.getByLabel('Quantity of line 2').fill('0');
    await dialog.getByRole('button', { name: 'Send Quote' }).click();
    await dialog.getByText('The quantity must be a whole number from 1').waitFor();
    await dialog.getByLabel('Quantity of line 2').fill('1');
    await dialog.getByRole('button', { name: 'Send Quote' }).click();
    await engineer.getByText('The quote has been sent to the client').waitFor();
  });

  it('shows the client on a phone what they accept', async () => {
    await client.getByText('Your quote: $161.00').waitFor();
    await look(client, 'client-quote');
    await client.getByRole('button', { name: 'Accept' }).click();
    const dialog = client.getByRole('dialog', { name: 'Accept the quote of $161.00?' });
    await dialog.getByText('2 × $45.50 · Streaming Master of every track').waitFor();
    await dialog.getByText('Vinyl Master of “Ash”').waitFor();
    await look(client, 'client-accept');
    await dialog.getByRole('button', { name: 'Accept for $161.00' }).click();
    await client.getByRole('heading', { name: 'Your order' }).waitFor();
    await cell(client, 'Ash, Vinyl Master: In the works').waitFor();
    await look(client, 'client-order');
    await client.getByText('Next: send your mixes').waitFor();
    expect(await client.getByRole('link', { name: 'Send your mixes' }).getAttribute('href')).toMatch(/tab=files$/);
  });

  it('is compared with what is staged and released', async () => {
    await cell(engineer, 'Ember, Streaming Master: Missing').waitFor();
    const staged = [
      await stage(context, projectId, 'Ember v1.wav', place('Ember', 'streaming_master'), sound(1)),
      await stage(context, projectId, 'Ash v1.wav', place('Ash', 'streaming_master'), sound(2)),
    ];
    await cell(engineer, 'Ember, Streaming Master: Staged').waitFor();
    await cell(client, 'Ember, Streaming Master: In the works').waitFor();
    await cell(engineer, 'Ash, Streaming Master: Staged').click();
    await engineer.getByRole('menuitem', { name: 'Open it in staging' }).click();
    await engineer.locator(`tr[data-row="${staged[1]}"]:focus`).waitFor();
    await engineer.getByRole('tab', { name: 'Quote' }).click();
    await release(staged);
    await cell(engineer, 'Ember, Streaming Master: Released').waitFor();
    await cell(client, 'Ember, Streaming Master: Here').waitFor();
    await look(engineer, 'matrix');
    await cell(engineer, 'Ash, Vinyl Master: Missing').click();
    await engineer.getByRole('menuitem', { name: 'Quote that orders it' }).click();
    await engineer.getByRole('dialog', { name: 'Quote History' }).getByText('Vinyl cut').waitFor();
    await engineer.keyboard.press('Escape');
  });

  it('leads from each state to what it is about', async () => {
    const files = await send<{ id: string; originalName: string }[]>(context, 'GET', `files/project/${projectId}`);
    const { id } = files.find(({ originalName }) => originalName === 'Ember v1.wav')!;
    await send(client.context(), 'PUT', `files/${id}/approval`, { verdict: 'approved' });
    for (const name of ['Ember, Streaming Master: Approved', 'Ash, Streaming Master: Released']) {
      await cell(engineer, name).click();
      await engineer.getByRole('menuitem', { name: 'Open the released file' }).click();
      await engineer.waitForURL(`**/projects/${projectId}/tracks/*`);
      await engineer.goBack();
    }
    await cell(engineer, 'Ash, Vinyl Master: Missing').click();
    await engineer.getByRole('menuitem', { name: 'Upload it in staging' }).click();
    await engineer.getByRole('tab', { name: 'Staging', selected: true }).waitFor();
    await engineer.getByRole('tab', { name: 'Quote' }).click();
  });

  it('keeps the project from being delivered until everything is released, which may have errors', async () => {
    await setDelivered();
    await engineer.getByText('Not released yet: Vinyl Master of “Ash”, Vinyl sides.').waitFor();
    await engineer.getByText('Ordered and not released yet: Vinyl Master of “Ash” and Vinyl sides').waitFor();
    const id = await stage(context, projectId, 'Ash vinyl.wav', place('Ash', 'vinyl_master'), sound(2));
    const side = await stage(context, projectId, 'Side A.wav', place('Ember', 'vinyl_master'), sound(3));
    await send(context, 'PUT', `staging/projects/${projectId}/files/${side}/deliverable`, {
      deliverable: { kind: 'vinyl_side', side: 'A' },
    });
    await cell(engineer, 'Album, Vinyl sides: Staged').waitFor();
    await release([id]);
    await cell(engineer, 'Ash, Vinyl Master: Released').waitFor();
    await look(engineer, 'sides');
    await release([side], 'It is a test pressing.');
    await cell(engineer, 'Album, Vinyl sides: Released, with errors').waitFor();
    const errorsOf = engineer.getByRole('list', { name: 'Errors in released files' });
    await errorsOf.getByText('Side A.wav: None of the tracks was found on it.').waitFor();
    await cell(client, 'Album, Vinyl sides: Here').waitFor();
    await look(engineer, 'errors');
    await setDelivered();
    await engineer.locator('.mantine-Badge-root', { hasText: 'Delivered' }).first().waitFor();
    await eventually(async () => expect(errors).toEqual([]));
  });
});
