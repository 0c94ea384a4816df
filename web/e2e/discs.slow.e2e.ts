import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright-core';
import { digestsOf, filesOf } from '../../services/ddp/built.testing.js';
import { checkDdp } from '../../services/ddp/check.js';
import { readDdp } from '../../services/ddp/read.js';
import { layOutZip } from '../../services/platform/zip/layout.js';
import { pdfText } from '../../services/testing/pdf-text.js';
import { unpacked } from '../../services/testing/unpacked.js';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, stage } from './listening-fixture.js';
import { longestSilence, recordOutputs, takeRecording } from './recorder.js';

const TITLES = ['Ember', 'Ash'];
const ISRCS = ['GBABC2600001', 'GBABC2600002'];
const UPC = '5012345678900';
const RATE = 44_100;

function zipOf(folder: Record<string, Buffer>): Buffer {
  const entries = Object.entries(folder).map(([name, source]) => ({
    name,
    sizeBytes: source.length,
    crc32: crc32(source),
    modifiedAt: new Date('2026-11-20T00:00:00Z'),
    source,
  }));
  return Buffer.concat(layOutZip(entries).pieces.map(({ bytes, source }) => bytes ?? source));
}

describeInBrowser('the CD of a project', () => {
  let browser: Browser;
  let engineer: BrowserContext;
  let page: Page;
  let projectId: string;
  let archive: Buffer;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    engineer = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      acceptDownloads: true,
      bypassCSP: true,
    });
    await signIn(engineer, 'engineer');
    await recordOutputs(engineer);
    projectId = await makeProject(engineer, 'Night Songs');
    const tracks = TITLES.map((title, index) => ({ trackNumber: index + 1, title, isrc: ISRCS[index] }));
    const made = await send<{ tracks: { track: { id: string }; slots: { id: string; slotType: string }[] }[] }>(
      engineer,
      'POST',
      `tracks/projects/${projectId}/batch`,
      { tracks },
    );
    await send(engineer, 'PUT', `projects/${projectId}/metadata`, { release: { artist: 'Ada', upc: UPC } });
    const stagingFileIds: string[] = [];
    for (const [index, { track, slots }] of made.tracks.entries()) {
      // This record only has CD masters.
      const { id: slotId } = slots.find(({ slotType }) => slotType === 'streaming_master')!;
      await send(engineer, 'PUT', `tracks/slots/${slotId}`, { isRequired: false });
      const sound = { format: 'wav', bits: 16, durationS: 5, seed: index + 1 } as const;
      const place = { trackId: track.id, slotType: 'cd_master' as const };
      const id = await stage(engineer, projectId, `${TITLES[index]}.wav`, place, sound);
      stagingFileIds.push(id);
    }
    await send(engineer, 'POST', `staging/projects/${projectId}/release`, { stagingFileIds });
    page = await engineer.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=cd`);
    await page.getByRole('table', { name: 'Tracks of CD' }).waitFor();
  });

  afterAll(() => browser.close());

  const downloaded = async (press: () => Promise<void>): Promise<Download> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    return download;
  };
  const bytesOf = async (download: Download) => readFile(await download.path());

  async function look(name: string): Promise<void> {
    for (const width of [1440, 834, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const scheme of ['light', 'dark'] as const) {
        await page.evaluate(
          (value) => document.documentElement.setAttribute('data-mantine-color-scheme', value),
          scheme,
        );
        await screenshot(page, `discs-${name}-${width}-${scheme}`);
        expect(await accessibilityFindings(page, scheme, (axe) => axe.include('[aria-labelledby=discs]'))).toEqual([]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('shows times, codes and findings in all widths and colours', async () => {
    const rows = page.getByRole('table', { name: 'Tracks of CD' }).getByRole('row');
    expect(await rows.nth(1).innerText()).toMatch(/1\s+Ember\s+Ada\s+GBABC2600001\s+00:02:00\s+00:02:00\s+00:05:00/);
    expect(await rows.nth(2).innerText()).toMatch(/2\s+Ash\s+Ada\s+GBABC2600002\s+00:02:00\s+00:09:00\s+00:05:00/);
    await look('made');
  });

  it('plays the image with the gap between its tracks', async () => {
    await takeRecording(page);
    await page.getByRole('button', { name: 'Play track 1' }).click();
    const second = page.getByRole('row').filter({ hasText: 'Ash' });
    await eventually(async () => expect(await second.getAttribute('aria-current')).toBe('true'));
    await page.getByText(/^00:1\d:\d\d \//).waitFor();
    await page.getByRole('button', { name: 'Pause the disc' }).click();
    const silence = longestSilence(await takeRecording(page));
    expect(Math.abs(silence - 2 * RATE)).toBeLessThan(RATE / 10);
  });

  it('is downloaded as a DDP that is read back without an error', async () => {
    await page.getByRole('button', { name: 'Prepare DDP' }).click();
    const link = page.getByRole('link', { name: /^Download DDP/ });
    await link.waitFor();
    archive = await bytesOf(await downloaded(() => link.click()));
    const folder = await unpacked(archive);
    const ddp = (await readDdp(filesOf(folder)))!;
    const expected = { upc: UPC, tracks: TITLES.map((title, at) => ({ title, isrc: ISRCS[at]! })) };
    const findings = checkDdp(ddp, { digests: digestsOf(folder), expected });
    expect(findings.map(({ code }) => code)).toEqual(['cdtext_latin']);
  });

  async function uploadDdp(originalName: string, bytes: Buffer): Promise<Locator> {
    const base = `staging/projects/${projectId}`;
    const named = { originalName, sizeBytes: bytes.length, contentType: 'application/zip' };
    const { uploads } = await send<{ uploads: { r2Key: string; fileName: string; uploadUrl: string }[] }>(
      engineer,
      'POST',
      `${base}/upload-urls`,
      { files: [named] },
    );
    const { uploadUrl, r2Key, fileName } = uploads[0]!;
    const headers = { 'content-type': 'application/zip' };
    const put = await engineer.request.put(new URL(uploadUrl, appUrl).href, { data: bytes, headers });
    expect(put.ok()).toBe(true);
    await send(engineer, 'POST', `${base}/bulk-upload`, { files: [{ ...named, r2Key, fileName }] });
    return page.getByRole('region', { name: originalName });
  }

  it('compares an uploaded DDP with the masters', async () => {
    const card = await uploadDdp('NL001 DDP.zip', archive);
    await card.getByText('Identical to the masters').waitFor();
    await look('uploaded');
    await card.getByRole('button', { name: 'Play track 2' }).click();
    const row = card.getByRole('row').filter({ hasText: 'Ash' });
    await eventually(async () => expect(await row.getAttribute('aria-current')).toBe('true'));
    await card.getByRole('button', { name: 'Pause the disc' }).click();
  });

  it('names sound that is in no master, plays it, and warns of it at release', async () => {
    const { 'IMAGE.DAT': image, 'CHECKSUM.MD5': sums, ...rest } = await unpacked(archive);
    for (let at = 0; at < RATE * 4; at += 4) image!.writeInt16LE(at % 20_000, at);
    const md5 = createHash('md5').update(image!).digest('hex');
    const listed = Buffer.from(sums!.toString().replace(/\w{32} \*IMAGE\.DAT/, `${md5} *IMAGE.DAT`));
    const card = await uploadDdp('Haunted DDP.zip', zipOf({ ...rest, 'IMAGE.DAT': image!, 'CHECKSUM.MD5': listed }));
    await card.getByText('Not only the masters').waitFor();
    const stray = /^There is sound in the gap before track 1 that is in no master: 1\.0 s from 00:00:00 on/;
    await card.getByText(stray).waitFor();
    await look('stray');
    await card.getByRole('button', { name: 'Play from 00:00:00' }).click();
    await card.getByRole('button', { name: 'Pause the disc' }).click();

    const staging = await engineer.newPage();
    await staging.goto(`${appUrl}/app/projects/${projectId}?tab=release`);
    await staging.getByRole('button', { name: 'Select All Ready' }).click();
    await staging.getByRole('button', { name: /^Release Selected/ }).click();
    await staging.getByRole('dialog').getByText(stray).waitFor();
    await screenshot(staging, 'discs-release-warning', false);
    expect(await staging.getByRole('dialog').getByLabel('Reason').count()).toBe(0);
    await staging.close();
  });

  it('shows nothing of a DDP with errors in green', async () => {
    const broken = Buffer.from(archive);
    const at = broken.indexOf('*IMAGE.DAT') - 10;
    broken.write(broken.toString('latin1', at, at + 1) === '0' ? '1' : '0', at);
    const card = await uploadDdp('Broken DDP.zip', broken);
    await card.getByText('The sound is identical to the masters').waitFor();
    const colorOf = (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).color);
    const identical = card.getByRole('table').getByText('Identical').filter({ visible: true }).first();
    expect(await colorOf(identical)).toBe(await colorOf(card.getByRole('heading')));
    await look('broken');
  });

  it('does not call an uploaded DDP identical after the metadata have changed', async () => {
    const card = page.getByRole('region', { name: 'NL001 DDP.zip' });
    await send(engineer, 'PUT', `projects/${projectId}/metadata`, { release: { catalogueNumber: 'NL002' } });
    await page.reload();
    await card.getByText('Something has changed since this DDP was checked').waitFor();
    const table = card.getByRole('table');
    expect(await table.getByText('Out of date').filter({ visible: true }).count()).toBe(2);
    expect(await card.getByText('Identical').count()).toBe(0);
    await look('outdated');
  });

  it('has a PQ sheet', async () => {
    await page.getByRole('button', { name: 'Sheets' }).click();
    await screenshot(page, 'discs-sheets', false);
    const sheet = page.getByRole('menuitem', { name: /^PQ sheet \(PDF\)/ });
    const { text } = await pdfText(await bytesOf(await downloaded(() => sheet.click())));
    for (const part of ['PQsheet', 'Ember', ...ISRCS, UPC, '00:09:00']) expect(text).toContain(part);
    expect(errors).toEqual([]);
  });
});
