import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { redPng } from '../../services/platform/pictures/picture.testing.js';
import { unpacked } from '../../services/testing/unpacked.js';
import { until } from '../../services/testing/until.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, stage } from './listening-fixture.js';

const TITLES = ['Ember', 'Ash'];
const FORMATS = {
  streaming_master: { format: 'wav', bits: 24, sampleRateHz: 48_000 },
  hires_master: { format: 'flac', bits: 24, sampleRateHz: 96_000 },
} as const;
const SIZES = { 1440: 900, 390: 844 };

const run = promisify(execFile);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (download: Download) => readFile(await download.path());

/** MD5 of the decoded samples; null if FFmpeg is not installed. */
const decodedMd5 = (path: string): Promise<string | null> =>
  run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 'md5', '-']).then(
    ({ stdout }) => stdout,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );

describeInBrowser('a delivery from the release to the receipt', () => {
  let browser: Browser;
  let engineer: BrowserContext;
  let client: BrowserContext;
  let stranger: BrowserContext;
  let page: Page;
  let projectId: string;
  let path: string;
  let folder: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'lacquer-delivery-'));
    engineer = await windowOf({});
    await signIn(engineer, 'engineer');
    projectId = await makeProject(engineer, 'Night Songs');
    const tracks = TITLES.map((title, index) => ({ trackNumber: index + 1, title, isrc: `GBABC260000${index + 1}` }));
    const made = await send<{ tracks: { track: { id: string } }[] }>(
      engineer,
      'POST',
      `tracks/projects/${projectId}/batch`,
      { tracks },
    );
    const stagingFileIds: string[] = [];
    for (const [index, { track }] of made.tracks.entries()) {
      for (const [slotType, sound] of Object.entries(FORMATS)) {
        const place = { trackId: track.id, slotType: slotType as keyof typeof FORMATS };
        const name = `${TITLES[index]} ${slotType}.${sound.format}`;
        stagingFileIds.push(await stage(engineer, projectId, name, place, { ...sound, durationS: 6, seed: index + 1 }));
      }
    }
    await send(engineer, 'PUT', `projects/${projectId}/metadata`, {
      release: {
        artist: 'Ada and the Engines',
        label: 'Night Records',
        upc: '5012345678900',
        releaseDate: '2026-12-04',
      },
    });
    await engineer.request.put(`${appUrl}/api/projects/${projectId}/metadata/cover`, { data: redPng(1600, 1600) });
    await send(engineer, 'POST', `staging/projects/${projectId}/release`, { stagingFileIds });
    const link = { projectId, purpose: 'delivery', name: 'Label' };
    path = new URL((await send<{ url: string }>(engineer, 'POST', 'share-links', link)).url).pathname;
    stranger = await windowOf({ javaScriptEnabled: false });
    page = await open(stranger);
  });

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  const windowOf = (settings: { javaScriptEnabled?: boolean }) =>
    browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...settings });

  async function open(context: BrowserContext): Promise<Page> {
    const opened = await context.newPage();
    opened.on('pageerror', (error) => errors.push(error.message));
    return opened;
  }

  async function fetched(on: Page, press: () => Promise<void>): Promise<Buffer> {
    const [download] = await Promise.all([on.waitForEvent('download'), press()]);
    return bytesOf(download);
  }

  async function look(on: Page, name: string): Promise<void> {
    for (const [width, height] of Object.entries(SIZES)) {
      await on.setViewportSize({ width: Number(width), height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await on.emulateMedia({ colorScheme });
        await screenshot(on, `delivery-${name}-${width}-${colorScheme}`);
      }
    }
    await on.setViewportSize({ width: 1440, height: 900 });
  }

  it('is opened by the client, who learns what unlocks it', async () => {
    client = await windowOf({});
    await signIn(client, 'client');
    const shown = await open(client);
    await shown.goto(`${appUrl}/d/${projectId}`);
    await shown.getByText('The finals are locked until').waitFor();
    expect(await shown.getByRole('button', { name: /^Play (?!all)/ }).count()).toBe(TITLES.length * 2);
    await look(shown, 'locked');
    await send(engineer, 'PUT', `projects/${projectId}`, { status: 'delivered' });
    await shown.reload();
    await shown.getByRole('link', { name: 'Download all' }).waitFor();
    expect((await new AxeBuilder({ page: shown }).analyze()).violations).toEqual([]);
    await look(shown, 'client');
  });

  it('is downloaded by a stranger with the link without JavaScript: a file, a format, a track', async () => {
    await page.goto(appUrl + path);
    expect(await page.locator('audio[controls]').count()).toBe(TITLES.length * 2);
    expect(await page.getByRole('button').count()).toBe(0);
    const file = await fetched(page, () => page.getByRole('link', { name: /^Download Ember streaming/ }).click());
    const sum = page.getByText(sha256(file));
    await sum.waitFor();
    await page.setViewportSize({ width: 390, height: SIZES[390] });
    await sum.waitFor({ state: 'hidden' });
    await page.getByLabel(/^Checksums of Ember streaming/).click();
    await sum.waitFor();
    await page.setViewportSize({ width: 1440, height: SIZES[1440] });
    const format = await unpacked(await fetched(page, () => page.getByRole('link', { name: 'Hi-Res Master' }).click()));
    expect(Object.keys(format).filter((name) => name.endsWith('.flac'))).toHaveLength(TITLES.length);
    const track = await unpacked(
      await fetched(page, () =>
        page
          .getByRole('link', { name: /All formats of this track/ })
          .first()
          .click(),
      ),
    );
    expect(Object.keys(track).filter((name) => /\.(flac|wav)$/.test(name))).toHaveLength(2);
    expect(Object.values(track).map(sha256)).toContain(sha256(file));
  });

  it('has tagged copies whose decoded samples are those of the files as uploaded', async () => {
    await page.getByRole('link', { name: 'Tagged' }).click();
    await until('the copies', async () => {
      if ((await page.getByText('are being prepared').count()) === 0) return true;
      await page.reload();
      return false;
    });
    await look(page, 'tagged');
    for (const name of ['Ember streaming_master.wav', 'Ember hires_master.flac']) {
      const tagged = await fetched(page, () => page.getByRole('link', { name: `Download ${name}` }).click());
      await page.getByText(sha256(tagged)).waitFor();
      expect(tagged.includes('Ada and the Engines')).toBe(true);
      await page.getByRole('link', { name: 'As uploaded' }).click();
      const plain = await fetched(page, () => page.getByRole('link', { name: `Download ${name}` }).click());
      await writeFile(join(folder, `tagged ${name}`), tagged);
      await writeFile(join(folder, name), plain);
      expect(await decodedMd5(join(folder, `tagged ${name}`))).toBe(await decodedMd5(join(folder, name)));
      await page.getByRole('link', { name: 'Tagged' }).click();
    }
  });

  it('has a receipt that checks files offline', async () => {
    const zip = await fetched(page, () => page.getByRole('link', { name: 'Download all, tagged' }).click());
    const files = await unpacked(zip);
    for (const [name, bytes] of Object.entries(files)) {
      await mkdir(dirname(join(folder, 'zip', name)), { recursive: true });
      await writeFile(join(folder, 'zip', name), bytes);
    }
    const own = Object.keys(files).find((name) => name.endsWith('.wav'))!;
    const offline = await windowOf({});
    await offline.setOffline(true);
    const receipt = await open(offline);
    await receipt.goto(`file://${join(folder, 'zip/receipt.html')}`);
    await receipt.getByText(/signature.* is valid/).waitFor();
    const choose = receipt.getByLabel(/Choose files to check/);
    await choose.setInputFiles(join(folder, 'zip', own));
    await receipt.getByText('Checked: unchanged').waitFor();
    await choose.setInputFiles(join(folder, 'Ember streaming_master.wav'));
    await receipt.getByText(/as it was uploaded/).waitFor();
    const changed = Buffer.from(files[own]!);
    changed[changed.length - 1]! ^= 1;
    await choose.setInputFiles({ name: own.split('/').at(-1)!, mimeType: 'audio/wav', buffer: changed });
    await receipt.getByText(/is not the file of this receipt/).waitFor();
    await receipt.reload();
    const total = await receipt.locator('#files li').count();
    const said = (unchanged: number, changed: number, missing: number) =>
      `Of the ${total} files of this receipt: unchanged: ${unchanged}, changed: ${changed}, missing among the chosen files: ${missing}.`;
    await choose.setInputFiles(join(folder, 'zip', own));
    await receipt.getByText(said(1, 0, total - 1)).waitFor();
    expect(await receipt.getByText('Missing among the chosen files', { exact: true }).count()).toBe(total - 1);
    await receipt.reload();
    const whole = receipt.getByLabel('Or choose the whole unpacked folder');
    await whole.setInputFiles(join(folder, 'zip'));
    await receipt.getByText(said(total, 0, 0)).waitFor();
    await receipt.getByText('receipt.html belongs to the receipt itself.').waitFor();
    await receipt.reload();
    await writeFile(join(folder, 'zip', own), changed);
    await rm(
      join(
        folder,
        'zip',
        Object.keys(files).find((name) => name.endsWith('.flac'))!,
      ),
    );
    await whole.setInputFiles(join(folder, 'zip'));
    await receipt
      .getByRole('status')
      .getByText(said(total - 2, 1, 1))
      .waitFor();
    await receipt.evaluate(() => {
      const unreadable = new File([], 'Night Songs');
      unreadable.stream = () => {
        throw new Error('a folder');
      };
      const input = document.querySelector<HTMLInputElement>('#choose')!;
      Object.defineProperty(input, 'files', { value: [unreadable] });
      input.dispatchEvent(new Event('change'));
    });
    await receipt.getByText('Night Songs could not be read. Use the second button for a folder.').waitFor();
    await look(receipt, 'receipt');
    expect((await new AxeBuilder({ page: receipt }).analyze()).violations).toEqual([]);
    await offline.close();
  });

  it('shows the engineer what was fetched through the link, and ends when it is revoked', async () => {
    const shown = await open(engineer);
    await shown.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    const listed = () =>
      send<{ links: { id: string; timesOpened: number; fetches: { percent: number }[] }[] }>(
        engineer,
        'GET',
        `share-links/project/${projectId}`,
      );
    // The sent bytes are recorded after each download.
    await eventually(async () =>
      expect((await listed()).links[0]!.fetches.map(({ percent }) => percent)).toEqual([100, 100, 100, 100]),
    );
    await engineer.request.delete(`${appUrl}/api/share-links/${(await listed()).links[0]!.id}`);
    await page.goto(appUrl + path);
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor();
    await look(page, 'ended');
    expect(errors).toEqual([]);
  });
});
