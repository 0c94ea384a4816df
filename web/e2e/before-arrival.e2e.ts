import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { type AudioFileSettings, makeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const TITLES = ['Ember', 'Low Tide', 'Glass Orchard', 'Northbound', 'Paper Moon', 'Salt Road', 'Half Awake'];
const MORE = ['Copper Sky', 'Night Drive', 'Last Light', 'Undertow'];
/** The seventh track gets no file. */
const SPARED = 7;
const VERSIONS: { ending: string; slotType: string; sound: AudioFileSettings }[] = [
  { ending: '.wav', slotType: 'streaming_master', sound: { format: 'wav', bits: 24, sampleRateHz: 48000 } },
  { ending: ' HiRes.wav', slotType: 'hires_master', sound: { format: 'wav', bits: 24, sampleRateHz: 96000 } },
  { ending: ' CD.aiff', slotType: 'cd_master', sound: { format: 'aiff', bits: 16, sampleRateHz: 44100 } },
  {
    ending: ' Instrumental.flac',
    slotType: 'instrumental_master',
    sound: { format: 'flac', bits: 24, melody: 'absent' },
  },
];
/** Slow enough that no upload finishes before the plan is made, even if that takes minutes. */
const SLOW_BYTES_S = 8_000;
/** Fast enough to show progress soon, and too slow for any file to arrive meanwhile. */
const RESUMED_BYTES_S = 40_000;
const UPLOADED_MS = 240_000;

interface ListedFile {
  stagingFiles: Row[];
  incoming: Row[];
}
interface Row {
  originalName: string;
  status: string;
  assignment: { trackNumber: number; slotType: string } | null;
}

describeInBrowser('a batch that is planned before it is uploaded', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let line: CDPSession;
  let dir: string;
  let projectUrl: string;
  const expected: Record<string, string> = {};
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-plan-'));
    await mkdir(join(dir, 'Night Drive', 'Masters'), { recursive: true });
    const titles = [...TITLES, ...MORE];
    for (const [index, title] of titles.entries()) {
      if (index + 1 === SPARED) continue;
      for (const { ending, slotType, sound } of VERSIONS) {
        const name = `${String(index + 1).padStart(2, '0')} ${title}${ending}`;
        const folder = slotType === 'streaming_master' ? 'Night Drive' : 'Night Drive/Masters';
        makeAudioFile(join(dir, folder, name), { durationS: 2 + index / 10, seed: 30 + index, ...sound });
        expected[name] = `${index + 1} ${slotType}`;
      }
    }
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    line = await context.newCDPSession(page);
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app`);
    await page.getByRole('button', { name: 'New project' }).waitFor();
    const projectId = await page.evaluate(async (names) => {
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await reply.json()).data;
      };
      const client = { name: 'Mara', email: 'mara@example.com' };
      const data = await post('/api/projects', { title: 'Planned before it arrives', client });
      const id = String(data.project?.id ?? data.id);
      for (const [index, title] of names.entries())
        await post(`/api/tracks/projects/${id}`, { trackNumber: index + 1, title });
      return id;
    }, titles);
    projectUrl = `${appUrl}/app/projects/${projectId}?tab=staging`;
    await page.goto(projectUrl);
    await page.getByText('No files in staging').waitFor();
  }, 300_000);

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function throttle(bytesPerSecond: number): Promise<void> {
    const conditions = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
    await line.send('Network.emulateNetworkConditions', conditions);
  }

  async function chooseFolder(): Promise<void> {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a folder' }).click(),
    ]);
    await chooser.setFiles(join(dir, 'Night Drive'));
  }

  const list = (): Promise<ListedFile> =>
    page.evaluate(async () => {
      const reply = await fetch(`/api/staging/projects/${location.pathname.split('/').at(-1)}`);
      return (await reply.json()).data;
    });
  const placesOf = (rows: Row[]) =>
    Object.fromEntries(
      rows.map(({ originalName, assignment }) => [
        originalName,
        assignment && `${assignment.trackNumber} ${assignment.slotType}`,
      ]),
    );

  it('shows the suggested slot of each file while nothing is uploaded yet', async () => {
    await throttle(SLOW_BYTES_S);
    await chooseFolder();
    await page.getByText('40 files for 11 tracks: all have their place, track 7 has no file').waitFor();
    await page.getByText('40 files on their way').waitFor();
    const { stagingFiles, incoming } = await list();
    expect(stagingFiles).toEqual([]);
    expect(incoming).toHaveLength(40);
    await page.locator('tr[data-row]').filter({ hasText: '01 Ember HiRes.wav' }).getByText('WAV 24/96').waitFor();
    await screenshot(page, 'plan-suggested', false);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it('keeps accepted, moved and cancelled files, and shows them in another tab', async () => {
    await page.getByRole('button', { name: 'Auto-Assign' }).click();
    await page.getByText('High-confidence files have been assigned').waitFor();
    const moved = page.locator('tr[data-row]').filter({ hasText: '01 Ember CD.aiff' });
    await moved.hover();
    await moved.getByRole('button', { name: 'Choose a slot for 01 Ember CD.aiff' }).click();
    await page.getByLabel('Search track or slot').fill('ember vinyl');
    await page.getByRole('option', { name: /Vinyl Master/ }).click();
    await moved.getByText('Track 1 - Vinyl Master').waitFor();
    expected['01 Ember CD.aiff'] = '1 vinyl_master';
    const gone = page.locator('tr[data-row]').filter({ hasText: '02 Low Tide CD.aiff' });
    await gone.hover();
    await gone.getByRole('button', { name: 'Cancel 02 Low Tide CD.aiff' }).click();
    await page.getByText('39 files for 11 tracks: all have their place, track 7 has no file').waitFor();
    delete expected['02 Low Tide CD.aiff'];
    const other = await context.newPage();
    await other.goto(projectUrl);
    await other.getByText('39 files on their way').waitFor();
    await other
      .locator('tr[data-row]')
      .filter({ hasText: '01 Ember CD.aiff' })
      .getByText('Track 1 - Vinyl Master')
      .waitFor();
    await other.locator('tr[data-row]').filter({ hasText: '01 Ember CD.aiff' }).getByText('Not here yet').waitFor();
    await other.close();
    const { stagingFiles, incoming } = await list();
    expect(stagingFiles).toEqual([]);
    expect(placesOf(incoming)).toEqual(expected);
  });

  it('keeps the plan after a reload, and resumes when the same folder is dropped again', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText(/^39 files for 11 tracks: all have their place/).waitFor();
    await page.getByText('39 uploads were interrupted').waitFor();
    await rm(join(dir, 'Night Drive', 'Masters', '02 Low Tide CD.aiff'));
    await throttle(RESUMED_BYTES_S);
    await chooseFolder();
    await page
      .getByText(/^Uploading [1-9]\d*%/)
      .first()
      .waitFor();
    // Small files may have arrived already.
    await eventually(async () => {
      const { incoming, stagingFiles } = await list();
      expect(placesOf([...incoming, ...stagingFiles])).toEqual(expected);
    });
  });

  it('survives a lost connection, and assigns every file as planned', async () => {
    await context.setOffline(true);
    await page.getByText(/^Paused at \d+%: no connection/).waitFor();
    await screenshot(page, 'plan-paused', false);
    await context.setOffline(false);
    await throttle(-1);
    await page.getByText('39 files in staging: 0 pending, 39 assigned').waitFor({ timeout: UPLOADED_MS });
    const { stagingFiles, incoming } = await list();
    expect(incoming).toEqual([]);
    expect(placesOf(stagingFiles)).toEqual(expected);
    expect(new Set(stagingFiles.map(({ status }) => status))).toEqual(new Set(['assigned']));
    await screenshot(page, 'plan-arrived', false);
    expect(errors).toEqual([]);
  });
});
