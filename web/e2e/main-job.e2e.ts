import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { type AudioFileSettings, makeAudioFile } from '../../services/testing/audio/audio.js';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

/** Four songs in four formats with different loudness. */
const masters: { title: string; name: string; lufs: number; sound: AudioFileSettings }[] = [
  { title: 'Ember', name: '01 Ember.wav', lufs: -14, sound: { format: 'wav', bits: 24, sampleRateHz: 48000, seed: 1 } },
  {
    title: 'Low Tide',
    name: '02 - Low Tide.flac',
    lufs: -16.5,
    sound: { format: 'flac', bits: 24, sampleRateHz: 48000, seed: 2 },
  },
  {
    title: 'Glass',
    name: '03_Glass_MASTER.aiff',
    lufs: -18,
    sound: { format: 'aiff', bits: 24, sampleRateHz: 48000, seed: 3 },
  },
  {
    title: 'Night Drive',
    name: '04 Night Drive.mp3',
    lufs: -20,
    sound: { format: 'mp3', sampleRateHz: 44100, seed: 4 },
  },
];

describeInBrowser('the main job', () => {
  let browser: Browser;
  let page: Page;
  let dir: string;
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-masters-'));
    for (const { name, lufs, sound } of masters) makeAudioFile(join(dir, name), { durationS: 12, lufs, ...sound });
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function become(role: 'Engineer' | 'Client'): Promise<void> {
    await page.getByRole('radiogroup', { name: 'Dev Mode: act as' }).getByText(role, { exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  async function openProject(tab: string): Promise<void> {
    await page.getByRole('link', { name: 'Ember and others' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Ember and others' }).waitFor();
    await page.getByRole('tab', { name: tab }).click();
  }

  /** Takes a screenshot and checks the screen with axe, in both colour schemes. */
  async function look(name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `main-job-${name}-${scheme}`);
      expect(await accessibilityFindings(page, scheme)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await screenshot(page, `main-job-${name}-phone`);
    await eventually(async () => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  const row = (name: string): Locator => page.getByRole('row').filter({ hasText: name });

  it('opens a project and creates its tracks', async () => {
    await page.goto(`${appUrl}/app`);
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Project' });
    await dialog.getByLabel('Title').fill('Ember and others');
    await dialog.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: /Demo Client/ }).click();
    await dialog.getByRole('button', { name: 'Create Project' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ember and others' }).waitFor();
    await page.getByRole('tab', { name: 'Staging' }).click();
    await page.getByText('No tracks yet. Create your first track to get started.').waitFor();
    await page.getByText('No files in staging. Upload files to get started.').waitFor();
    await look('empty-staging');
    for (const { title } of masters) {
      await page.getByRole('button', { name: 'Add Track' }).click();
      const modal = page.getByRole('dialog', { name: 'Create New Track' });
      await modal.getByLabel('Title').fill(title);
      await modal.getByRole('button', { name: 'Create Track' }).click();
      await modal.waitFor({ state: 'detached' });
    }
    await page.getByText('0/4 required slots filled (0/24 total)').waitFor();
  });

  it('drops a batch, and sees its analysis and suggestions', async () => {
    const announced = page.getByText('Upload Successful').first().waitFor();
    await page.locator('input[type=file]').setInputFiles(masters.map(({ name }) => join(dir, name)));
    for (const { name, title } of masters) {
      const file = row(name);
      await file.getByText(/LUFS/).waitFor();
      await file.getByText(`→ Track ${masters.findIndex((master) => master.title === title) + 1} - `).waitFor();
    }
    for (const { name, lufs } of masters) {
      await row(name)
        .getByRole('button', { name: new RegExp(`^Analysis of ${name}`) })
        .click();
      const details = page.getByRole('dialog', { name: `Analysis of ${name}` });
      const shown = await details
        .getByText(/^.\d+\.\d+ LUFS$/)
        .first()
        .innerText();
      expect(Math.abs(Number(shown.replace('−', '-').replace(' LUFS', '')) - lufs)).toBeLessThanOrEqual(0.1);
      await page.keyboard.press('Escape');
      await details.waitFor({ state: 'detached' });
    }
    await announced;
    await look('suggestions');
  });

  it('reports a file that is not audio, and accepts the others', async () => {
    const words = { name: 'notes.wav', mimeType: 'audio/wav', buffer: Buffer.from('only words '.repeat(99)) };
    await page.locator('input[type=file]').setInputFiles(words);
    await page.getByText('Upload Failed').waitFor();
    const failures = page.getByRole('alert').filter({ hasText: '1 file could not be uploaded' });
    await failures.getByText('notes.wav', { exact: true }).waitFor();
    await failures.getByRole('button', { name: 'Dismiss' }).click();
    await failures.waitFor({ state: 'detached' });
    await page.getByText('4 files in staging: 4 pending, 0 assigned').waitFor();
  });

  it('auto-assigns confident suggestions, and the rest manually', async () => {
    await page.getByRole('button', { name: 'Auto-Assign' }).click();
    await page.getByText('High-confidence files have been assigned').waitFor();
    const projectId = new URL(page.url()).pathname.split('/').at(-1);
    const staged = await page.request.get(`${appUrl}/api/staging/projects/${projectId}`);
    const { data } = (await staged.json()) as { data: { stagingFiles: { originalName: string; status: string }[] } };
    for (const { originalName, status } of data.stagingFiles) {
      const accept = page.getByRole('button', { name: `Accept suggestion for ${originalName}` });
      if (status === 'pending') await accept.first().click();
      await row(originalName).getByText('Assigned').waitFor();
    }
    await page.getByText('4/4 required slots filled (4/24 total)').waitFor();
    await page
      .getByRole('button', { name: `Play ${masters[0]!.name}` })
      .first()
      .click();
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close the player' }).click();
    await look('assigned');
  });

  it('reviews and releases', async () => {
    await page.getByRole('tab', { name: 'Release' }).click();
    await page.getByText('All validation checks passed! You can now release selected tracks to the client.').waitFor();
    await page.getByRole('button', { name: 'Select All Ready' }).click();
    await look('review');
    await page.getByRole('button', { name: 'Release Selected (4)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Release' });
    await dialog
      .getByText(
        'You are about to release 4 tracks to the client. This will make the master files available for download.',
      )
      .waitFor();
    await dialog.getByRole('button', { name: 'Confirm Release' }).click();
    await page.getByText('4 tracks released to client').waitFor();
    await page.getByText(/^The client has 4 files of 4 tracks/).waitFor();
    const checklist = page.getByRole('row').filter({ hasText: 'Track 1: Ember' });
    await checklist.getByText('Released', { exact: true }).waitFor();
    await eventually(async () => expect(await checklist.getByRole('checkbox').isDisabled()).toBe(true));
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Select All Ready' }).isDisabled()).toBe(true),
    );
    await look('released');
  });

  async function openFiles(): Promise<void> {
    const closed = page.getByRole('button', { name: /^Files of/, expanded: false });
    await page
      .getByRole('button', { name: /^Files of/ })
      .first()
      .waitFor();
    while ((await closed.count()) > 0) await closed.first().click();
    await page.mouse.move(0, 0);
    await page.locator('[role=tooltip]').waitFor({ state: 'hidden' });
  }

  it('shows the client the masters, locked', async () => {
    await become('Client');
    await look('client-projects');
    await openProject('Files');
    await openFiles();
    await page
      .getByRole('note', { name: /is locked until payment$/ })
      .nth(3)
      .waitFor();
    await look('client-locked');
  });

  it('returns the same bytes once the project is delivered', async () => {
    await become('Engineer');
    await openProject('Release');
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Delivered' }).click();
    await page.getByRole('button', { name: 'Deliver unpaid' }).click();
    await page.locator('.mantine-Badge-root', { hasText: 'Delivered' }).first().waitFor();
    await become('Client');
    await openProject('Files');
    await openFiles();
    for (const { name } of masters) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `Download ${name}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(name);
      expect(sha256(await readFile(await download.path()))).toBe(sha256(await readFile(join(dir, name))));
    }
    await look('client-unlocked');
    await page.goto(`${appUrl}/app/notifications`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('client-notifications');
    expect(errors).toEqual([]);
  });
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
