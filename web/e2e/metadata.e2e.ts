import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { redPng } from '../../services/platform/pictures/picture.testing.js';
import type { AudioFileSettings } from '../../services/testing/audio/audio.js';
import { bextChunk } from '../../services/testing/audio/audio-containers.js';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, stage, upload } from './listening-fixture.js';

const TRACKS = 40;
/** A sound of which a tagged copy leaves something out, with an old title. */
const STRANGE: AudioFileSettings = {
  format: 'wav',
  bits: 24,
  sampleRateHz: 48000,
  durationS: 3,
  wave: { before: [bextChunk('Old mix 3'), { id: '\u0001abc', body: Buffer.from('unnamed!') }] },
};

describeInBrowser('the metadata sheet', () => {
  let browser: Browser;
  let engineer: BrowserContext;
  let page: Page;
  let projectId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    engineer = await windowOf('engineer', { width: 1440, height: 900 });
    projectId = await makeProject(engineer, 'Night Songs');
    const tracks = Array.from({ length: TRACKS }, (_, index) => ({
      trackNumber: index + 1,
      title: index === 2 ? 'The long way home through the harbour at night' : `Song ${index + 1}`,
    }));
    await send(engineer, 'POST', `tracks/projects/${projectId}/batch`, { tracks });
    page = await open(engineer);
  });

  afterAll(() => browser.close());

  async function windowOf(role: 'engineer' | 'client', viewport: { width: number; height: number }) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', acceptDownloads: true });
    await signIn(context, role);
    return context;
  }

  async function open(context: BrowserContext): Promise<Page> {
    const opened = await context.newPage();
    opened.on('pageerror', (error) => errors.push(error.message));
    await opened.goto(`${appUrl}/app/projects/${projectId}?tab=metadata`);
    await opened.getByRole('heading', { name: 'Release', exact: true }).waitFor();
    await opened.addStyleTag({ content: '* { transition: none !important; }' });
    return opened;
  }

  /** All rows are alike: the checker takes long for hundreds of fields. */
  async function look(on: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await on.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(on, `metadata-${name}-${scheme}`, false);
      expect(await accessibilityFindings(on, scheme, (axe) => axe.exclude('tbody tr:nth-child(n + 4)'))).toEqual([]);
    }
  }

  const cell = (label: string, track: number) =>
    page.getByRole('table', { name: 'Tracks' }).getByLabel(new RegExp(`^${label}, track ${track}(\\.|$)`));
  const paste = (text: string) =>
    page.evaluate((plain) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The sheet is up to date').first().waitFor();
    await page.getByText(/unsaved change/).waitFor({ state: 'detached' });
  };

  it('takes cells of a spreadsheet, a cover and what is typed', async () => {
    await page.getByRole('textbox', { name: 'Artist', exact: true }).fill('Ada and the Engines');
    await page.getByRole('textbox', { name: 'UPC or EAN' }).fill('5012345678901');
    await cell('ISRC', 1).focus();
    const isrcs = Array.from({ length: TRACKS - 2 }, (_, index) => `GBABC26${String(index + 1).padStart(5, '0')}`);
    await paste([...isrcs.map((isrc) => `${isrc}\t\tBo, Cy\tAda Byron`), 'not an isrc\t\t\t'].join('\r\n'));
    await page.getByText('39 lines pasted').waitFor();
    await page.locator('input[type=file][accept*=png]').setInputFiles({
      name: 'cover.png',
      mimeType: 'image/png',
      buffer: redPng(1600, 1600),
    });
    await page.getByText('1600 × 1600 px').waitFor();
    await page.getByRole('button', { name: 'Add: lyrics of track 1', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Lyrics' }).fill('One\nTwo');
    await page.getByRole('button', { name: 'Done' }).click();
    await look(page, 'unsaved');
    await save();
    await page.getByText('it would have to be 0').first().waitFor();
    await cell('ISRC', 39).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => {
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^ISRC, track 40/);
    });
    await page.evaluate(() => window.scrollTo(0, 0));
    await look(page, 'saved');
  });

  it('is exported, edited elsewhere and imported again', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /This sheet/ }).click(),
    ]);
    const sheet = await readFile(await download.path(), 'utf8');
    expect(sheet.trim().split('\r\n')).toHaveLength(TRACKS + 1);
    const choose = (text: string) =>
      page
        .locator('input[type=file][accept*=csv]')
        .setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const take = () => page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await choose(`Track,Title\n${'1,Ember\n'.repeat(10_000)}`);
    await take();
    await page.getByText('This file has 10,000 lines').waitFor();
    await choose(
      sheet.replaceAll('","', '";"').replace('Song 2"', '=SUM(A1)"').replaceAll('5012345678901', '5012345678900'),
    );
    await take();
    await page.getByText('2 unsaved changes').waitFor();
    await save();
    expect(await cell('Title', 2).inputValue()).toBe('=SUM(A1)');
    await page.getByText('it would have to be 0').waitFor({ state: 'detached' });
  });

  it('takes a file in another encoding with columns that were chosen, and knows them the next time', async () => {
    const choose = (song: number[]) =>
      page.locator('input[type=file][accept*=csv]').setInputFiles({
        name: 'band.csv',
        mimeType: 'text/csv',
        buffer: Buffer.concat([Buffer.from('Track,Song Name,BPM\n1,'), Buffer.from(song), Buffer.from(',120\n')]),
      });
    const dialog = page.getByRole('dialog');
    const column = dialog.getByRole('combobox', { name: 'Column Song Name' });
    // “Été” as a Mac saves it.
    await choose([0x83, 0x74, 0x8e]);
    await dialog.getByText('Été').waitFor();
    expect(await dialog.getByRole('combobox', { name: 'Encoding' }).inputValue()).toContain('Western (Mac)');
    expect(await column.inputValue()).toBe('Not imported');
    await column.click();
    await page.getByRole('option', { name: 'Title', exact: true }).click();
    await look(page, 'import');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('1 unsaved change').waitFor();
    expect(await cell('Title', 1).inputValue()).toBe('Été');
    await save();
    await choose([0x45]);
    await dialog.waitFor();
    await eventually(async () => expect(await column.inputValue()).toBe('Title'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('shows a release date as it was written, also if it is not a day', async () => {
    await send(engineer, 'PUT', `projects/${projectId}/metadata`, { release: { releaseDate: 'Spring 2027' } });
    await page.reload();
    const date = page.getByLabel('Release date', { exact: true });
    await page.getByText('The release date must be a day').first().waitFor();
    expect(await date.inputValue()).toBe('Spring 2027');
    await date.fill('2027-03-01');
    await eventually(async () => expect(await date.inputValue()).toBe('Mar 1, 2027'));
    await save();
  });

  it('is added to a final whose samples stay the same', async () => {
    await upload(
      engineer,
      { projectId, fileType: 'master', fileName: 'Night Songs sampler.wav' },
      { ...STRANGE, seed: 5 },
    );
    await page.getByRole('tab', { name: 'Files' }).click();
    const ways = page.getByRole('button', { name: 'Ways to download Night Songs sampler.wav' });
    await ways.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Tagged/ }).click(),
    ]);
    const copy = await readFile(await download.path());
    expect(copy.includes('Ada and the Engines')).toBe(true);
    await ways.click();
    await screenshot(page, 'metadata-ways', false);
    await page.getByRole('menuitem', { name: /^Compare both/ }).click();
    await page.getByText('The samples are identical').waitFor();
    await page.getByText('The tagged copy leaves out chunks without a readable name.').waitFor();
    await page.getByText(createHash('sha256').update(copy).digest('hex')).waitFor();
    await look(page, 'compared');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Metadata' }).click();
    await cell('Title', 1).waitFor();
  });

  it('says before the release what tagged copies leave out and what it cannot replace', async () => {
    const { tracks } = await send<{ tracks: { trackId: string }[] }>(engineer, 'GET', `projects/${projectId}/metadata`);
    const place = { trackId: tracks[2]!.trackId, slotType: 'streaming_master' } as const;
    await stage(engineer, projectId, 'Harbour.wav', place, { ...STRANGE, seed: 6 });
    await page.reload();
    const checks = page.getByRole('region', { name: 'To check' });
    for (const line of [
      'Track 3, File: The tagged copy of “Harbour.wav” leaves out chunks without a readable name.',
      'Track 3, Title: The bext of “Harbour.wav” says “Old mix 3”.',
    ])
      await checks.getByText(line).waitFor();
    await look(page, 'copies');
  });

  it('is filled in by the client on a phone, and unsaved changes survive a reload', async () => {
    const phone = await open(await windowOf('client', { width: 390, height: 844 }));
    await phone.getByRole('button', { name: /GBABC2600001/ }).click();
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Version' }).fill('Live at the Harbour');
    await look(phone, 'phone-track');
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await look(phone, 'phone');
    await phone.reload();
    await phone.getByText('1 unsaved change', { exact: true }).waitFor();
    await phone.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => expect(await cell('Version', 1).inputValue()).toBe('Live at the Harbour'));
    expect(errors).toEqual([]);
  });
});
