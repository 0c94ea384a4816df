import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { synthesise } from '../../services/platform/audio/synth.js';
import { makeAudioFile, writeAudioFile } from '../../services/testing/audio/audio.js';
import { pdfText } from '../../services/testing/pdf-text.js';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const TITLE = 'Everything in Files';
const STILL = '* { transition: none !important; }';
const DEMO_CLIENT = '01900000-0000-7000-8000-000000000002';
const names = ['Harbour.wav', 'Low Tide.wav', 'Harbour Master.wav', 'Harbour rev2.wav'];

/** Writes three seconds of music that clip at one second. */
function makeClippedFile(path: string): void {
  const music = { kind: 'music', sampleRateHz: 44100, channels: 2, durationS: 3, seed: 3, frequencyHz: 0 } as const;
  const channels = synthesise(music).map((samples) =>
    samples.map((sample, at) => (at >= 2 * 44100 && at < 2 * 44100 + 8 ? 1 : sample * 0.1)),
  );
  writeAudioFile(path, channels, { format: 'wav', bits: 24, sampleRateHz: 44100 });
}

describeInBrowser('the Files tab in two windows', () => {
  let browser: Browser;
  let engineer: Page;
  let client: Page;
  let dir: string;
  const errors: string[] = [];
  const reloads: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-files-'));
    names.forEach((name, seed) => makeAudioFile(join(dir, name), { format: 'wav', durationS: 3, seed }));
    makeClippedFile(join(dir, 'Harbour rev2.wav'));
    browser = await launchBrowser();
    [engineer, client] = await Promise.all([windowOf('engineer'), windowOf('client')]);
    const created = await engineer.context().request.post(`${appUrl}/api/projects`, {
      data: { title: TITLE, clientId: DEMO_CLIENT },
    });
    const { data } = (await created.json()) as { data: { id: string } };
    for (const page of [engineer, client]) {
      await page.goto(`${appUrl}/app/projects/${data.id}?tab=files`);
      await page.getByText(/^No files yet\./).waitFor();
    }
    for (const page of [engineer, client]) {
      // Turns off transitions, so that screenshots never show them half-way.
      await page.addStyleTag({ content: STILL });
    }
    client.on('load', () => reloads.push(client.url()));
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function windowOf(role: 'engineer' | 'client'): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role } });
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  }

  async function look(page: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `files-${name}-${scheme}`);
      // Axe only recognises a skip link before all other links, but links of a dialog come first.
      expect(await accessibilityFindings(page, scheme, (axe) => axe.exclude('[href="#main"]'))).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await screenshot(page, `files-${name}-phone`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  const send = (page: Page, ...chosen: string[]) =>
    page.locator('input[type=file]').setInputFiles(chosen.map((name) => join(dir, name)));
  const row = (page: Page, name: string) => page.locator('[data-file]').filter({ hasText: name });
  const track = (page: Page, title: string) => page.locator('[data-track]').filter({ hasText: title });
  async function openFiles(page: Page, title: string): Promise<void> {
    await page.getByRole('button', { name: `Files of ${title}` }).click();
    await page.mouse.move(0, 0);
    await page.locator('[role=tooltip]').waitFor({ state: 'hidden' });
  }

  it('takes originals from the client; the engineer sees them at once and downloads them as a ZIP', async () => {
    await look(client, 'empty');
    await send(client, 'Harbour.wav', 'Low Tide.wav');
    await client.getByText('2 files uploaded').waitFor();
    await openFiles(client, 'Harbour');
    await openFiles(client, 'Low Tide');
    for (const page of [client, engineer]) {
      await row(page, 'Harbour.wav').getByText('Unfinished Master').waitFor();
      await row(page, 'Low Tide.wav').getByRole('img', { name: 'Waveform of Low Tide.wav' }).waitFor();
    }
    await engineer.getByText('2 originals from the client').waitFor();
    const [zip] = await Promise.all([
      engineer.waitForEvent('download'),
      engineer.getByRole('link', { name: 'Download all originals' }).click(),
    ]);
    expect(zip.suggestedFilename()).toBe(`${TITLE} originals.zip`);
  });

  it('lists refused files with the reason', async () => {
    await client.locator('input[type=file]').setInputFiles({
      name: 'cover.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('no sound'),
    });
    await client.getByText('File type must be one of .wav, .aiff, .flac, .mp3').waitFor();
    const alert = client.getByRole('alert').filter({ hasText: '1 file was not taken' });
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('groups a master with the original of the same name, and puts a revision before the replaced file', async () => {
    await send(engineer, 'Harbour Master.wav');
    const harbour = track(client, 'Harbour');
    await harbour.getByText('New', { exact: true }).waitFor();
    await harbour.getByText('Master · 1 mix', { exact: true }).waitFor();
    await openFiles(client, 'Harbour');
    await row(client, 'Harbour Master.wav')
      .getByRole('note', { name: /is locked until payment/ })
      .waitFor();
    await engineer.getByText('Revision', { exact: true }).click();
    await send(engineer, 'Harbour rev2.wav');
    await row(client, 'Harbour rev2.wav').waitFor();
    await harbour.getByText('Master v2 · 1 mix', { exact: true }).waitFor();
    await row(client, 'Harbour Master.wav').waitFor();
    await row(client, 'Harbour rev2.wav')
      .getByRole('img', { name: /^Waveform/ })
      .waitFor();
    await look(client, 'client-locked');
    await look(engineer, 'engineer');
  });

  it('shows the technical sheet of a file', async () => {
    await row(engineer, 'Harbour rev2.wav')
      .getByRole('button', { name: 'Technical sheet of Harbour rev2.wav' })
      .click();
    const sheet = engineer.getByRole('dialog', { name: 'Harbour rev2.wav' });
    await sheet.getByText('Integrated loudness').waitFor();
    await sheet.getByRole('row', { name: /^Spotify −14\.0 LUFS/ }).waitFor();
    await look(engineer, 'sheet');
  });

  it('links from a warning to its position on the track page', async () => {
    await engineer.getByRole('dialog').getByRole('link', { name: '0:02' }).first().click();
    await engineer.waitForURL(/\/tracks\/.*\?t=2$/);
    await engineer.getByRole('timer', { name: 'Time' }).getByText('0:02 / 0:03').waitFor();
    await engineer.getByRole('link', { name: 'Back to Files' }).click();
    await row(engineer, 'Harbour rev2.wav').waitFor();
  });

  it('lets the engineer download the report', async () => {
    const [report] = await Promise.all([
      engineer.waitForEvent('download'),
      engineer.getByRole('link', { name: 'Mastering report (PDF)' }).click(),
    ]);
    expect(report.suggestedFilename()).toBe(`${TITLE} report.pdf`);
    const { text } = await pdfText(await readFile(await report.path()));
    expect(text).toContain('Harbourrev2.wav');
    await eventually(async () =>
      expect(await client.getByRole('link', { name: 'Mastering report (PDF)' }).count()).toBe(0),
    );
  });

  it('lists an interrupted upload until it is dismissed', async () => {
    const { request } = client.context();
    const projectId = new URL(client.url()).pathname.split('/').at(-1);
    await request.post(`${appUrl}/api/files/upload-url`, {
      data: {
        projectId,
        fileType: 'upload',
        fileName: 'Long mix.wav',
        sizeBytes: 50_000_000,
        lastModified: 1_700_000_000_000,
        resumable: true,
      },
    });
    const page = await client.context().newPage();
    await page.goto(client.url());
    const notice = page.getByRole('alert').filter({ hasText: '1 upload was interrupted' });
    await notice.getByText('Long mix.wav').waitFor();
    await page.addStyleTag({ content: STILL });
    await look(page, 'interrupted');
    await notice.getByRole('button', { name: 'Discard it' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.close();
  });

  it('withdraws a wrong release from the client, and notifies them', async () => {
    await row(engineer, 'Harbour rev2.wav').getByRole('button', { name: 'Delete Harbour rev2.wav' }).click();
    await engineer.getByRole('dialog', { name: 'Withdraw this file?' }).waitFor();
    await screenshot(engineer, 'files-withdraw', false);
    await engineer.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await row(client, 'Harbour rev2.wav').waitFor({ state: 'detached' });
    await row(client, 'Harbour Master.wav').waitFor();
    await client
      .getByRole('link', { name: /notification/i })
      .first()
      .waitFor();
  });

  it('takes a comment on a file', async () => {
    await row(client, 'Harbour Master.wav').getByRole('button', { name: 'Comment on Harbour Master.wav' }).click();
    const dialog = client.getByRole('dialog');
    await dialog.getByLabel('Comment', { exact: true }).fill('The bass is too loud here.');
    await dialog.getByRole('button', { name: 'Add Comment' }).click();
    await dialog.waitFor({ state: 'detached' });
    await engineer.getByRole('tab', { name: 'Timeline' }).click();
    await engineer.getByText('The bass is too loud here.').waitFor();
    await engineer.getByRole('tab', { name: 'Files' }).click();
  });

  it("unlocks in the client's open window when the project is delivered", async () => {
    await engineer.getByRole('button', { name: 'Set status' }).click();
    await engineer.getByRole('menuitem', { name: 'Delivered' }).click();
    await engineer.getByRole('button', { name: 'Deliver unpaid' }).click();
    await row(client, 'Harbour Master.wav').getByRole('link', { name: 'Download Harbour Master.wav' }).waitFor();
    const [zip] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('link', { name: 'Download all' }).click(),
    ]);
    expect(zip.suggestedFilename()).toBe(`${TITLE} finals.zip`);
    await look(client, 'client-unlocked');
  });

  it('lists the findings of a staged master, and who accepted them', async () => {
    const { request } = engineer.context();
    const projectId = new URL(engineer.url()).pathname.split('/').at(-1);
    const made = await request.post(`${appUrl}/api/tracks/projects/${projectId}`, {
      data: { trackNumber: 1, title: 'Harbour' },
    });
    const { track } = ((await made.json()) as { data: { track: { id: string } } }).data;
    await engineer.getByRole('tab', { name: 'Staging' }).click();
    await engineer.getByText('Drag master files here or click to select').waitFor();
    await send(engineer, 'Harbour Master.wav');
    await engineer.getByText('1 file uploaded and analyzed').waitFor();
    const listed = await request.get(`${appUrl}/api/staging/projects/${projectId}`);
    const { stagingFiles } = ((await listed.json()) as { data: { stagingFiles: { id: string }[] } }).data;
    await request.post(`${appUrl}/api/staging/projects/${projectId}/files/${stagingFiles[0]?.id}/assign`, {
      data: { trackId: track.id, slotType: 'streaming_master' },
    });
    await engineer.getByText('1/1 required slots filled (1/6 total)').waitFor();
    await engineer.getByRole('tab', { name: 'Release' }).click();
    const checks = engineer.getByRole('region', { name: 'Less than 24 bit: 1 file' });
    await checks.getByText('Expected: at least 24 bit').first().waitFor();
    await look(engineer, 'checks');
    await checks.getByRole('button', { name: 'Accept: Less than 24 bit: 1 file' }).click();
    await engineer.getByLabel('Reason').fill('The client sent 16 bit');
    await engineer.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await engineer
      .getByRole('region', { name: 'Less than 24 bit: 1 file, accepted' })
      .getByText('Accepted by Demo Engineer: The client sent 16 bit')
      .waitFor();
    await eventually(async () =>
      expect(await engineer.getByRole('button', { name: 'Select All Ready' }).isEnabled()).toBe(true),
    );
    await screenshot(engineer, 'files-checks-accepted', false);
  });

  it('did all this without reloads or errors', () => {
    expect(reloads).toEqual([]);
    expect(errors).toEqual([]);
  });
});
