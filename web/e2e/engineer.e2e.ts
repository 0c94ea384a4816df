import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, pressGoKeys, screenshot } from './browser.js';
import { drag } from './drag.js';
import { makeProject, send, signIn, stage } from './listening-fixture.js';

const SOUND = { format: 'wav', bits: 24, sampleRateHz: 44100, durationS: 60 } as const;
const TITLES = ['Anthem', 'Ballad'];

describeInBrowser('listening and reviewing as an engineer', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let dir: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-engineer-'));
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Heard before the client does');
    for (const [seed, title] of TITLES.entries()) {
      const { track } = await send<{ track: { id: string } }>(context, 'POST', `tracks/projects/${projectId}`, {
        trackNumber: seed + 1,
        title,
      });
      const masterOf = (name: string, slotType: 'streaming_master' | 'cd_master', lufs: number) =>
        stage(context, projectId, name, { trackId: track.id, slotType }, { ...SOUND, seed, lufs });
      await masterOf(`${title}.wav`, 'streaming_master', -10);
      if (seed === 0) await masterOf(`${title} CD.wav`, 'cd_master', -16);
    }
    page = await context.newPage();
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  const bar = () => page.getByRole('region', { name: 'Player' });
  const shown = (name: string) =>
    bar()
      .getByTitle(name, { exact: true })
      .or(bar().getByText(name, { exact: true }))
      .first()
      .waitFor();

  async function soundOf(name: string, seed: number, durationS = 4): Promise<Buffer> {
    const path = join(dir, name);
    makeAudioFile(path, { ...SOUND, durationS, seed });
    return readFile(path);
  }

  it('plays on release, and compares with keys at matched loudness', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=release`);
    await page.getByRole('button', { name: 'Play Anthem.wav' }).first().press('Enter');
    await shown('Anthem.wav');
    await bar().getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('.');
    await shown('Anthem CD.wav');
    await page.keyboard.press(',');
    await shown('Anthem.wav');
    await bar().getByRole('button', { name: 'Compare with other versions' }).click();
    // The louder one is turned down by the difference.
    await page
      .getByRole('menuitemradio', { name: 'Anthem.wav' })
      .getByText(/^−6\.\d/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    await bar().getByRole('button', { name: 'Play', exact: true }).waitFor();
    await screenshot(page, 'engineer-release', false);
  });

  it('takes a file from the desktop into a slot', async () => {
    const cell = page.getByRole('button', { name: /^Ballad, Vinyl Master:/ });
    const sound = await soundOf('any name.wav', 1);
    await drag(cell, 'dragenter', 'any name.wav', sound);
    await page.getByLabel('Drop the files to stage them, or one file into its slot').waitFor();
    await drag(cell, 'dragover', 'any name.wav', sound);
    const isOnTop = () =>
      cell.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 8, top + 8));
      });
    await eventually(async () => expect(await isOnTop()).toBe(true));
    await screenshot(page, 'engineer-drop', false);
    await drag(cell, 'drop', 'any name.wav', sound);
    await page.getByRole('button', { name: 'Ballad, Vinyl Master: any name.wav, to release' }).waitFor();
    await page.getByLabel('Drop the files to stage them, or one file into its slot').waitFor({ state: 'detached' });
    const { stagingFiles } = await send<{
      stagingFiles: { originalName: string; assignment: { slotType: string; trackNumber: number } | null }[];
    }>(context, 'GET', `staging/projects/${projectId}`);
    expect(stagingFiles.find(({ originalName }) => originalName === 'any name.wav')?.assignment).toMatchObject({
      slotType: 'vinyl_master',
      trackNumber: 2,
    });
  });

  it('refuses what no slot can hold', async () => {
    const cell = page.getByRole('button', { name: /^Ballad, CD Master:/ });
    const text = Buffer.from('%PDF-1.7');
    for (const [name, why] of [
      ['Lyrics.pdf', 'Only masters have a slot; drop it beside the table'],
      ['Sleeve.exe', /^File type must be one of/],
    ] as const) {
      await drag(cell, 'dragenter', name, text);
      await drag(cell, 'drop', name, text);
      await page.getByRole('alert').filter({ hasText: name }).getByText(why).waitFor();
    }
    await page.getByRole('button', { name: 'Ballad, CD Master: No file assigned' }).waitFor();
  });

  it('uses G and a letter for navigation, even if the letter has a meaning of its own', async () => {
    await page.getByRole('tab', { name: 'Staging' }).click();
    await page.locator('tr[data-row]').first().focus();
    await pressGoKeys(page, 'p');
    await page.waitForURL(/\/app\/projects$/);
  });

  it('goes to the rows with arrows, instead of scrolling, after a button was pressed', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    await page.locator('tr[data-row]').first().waitFor();
    for (const name of ['Refresh', 'File Name']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(() => document.activeElement?.hasAttribute('data-row'));
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('shows the whole table and the end of the page above the player', async () => {
    await page.getByRole('button', { name: 'Play Anthem CD.wav' }).first().click();
    await shown('Anthem CD.wav');
    const footer = () => page.locator('.mantine-AppShell-footer').evaluate((each) => each.getBoundingClientRect().top);
    const strip = page.getByRole('complementary', { name: 'Review of the current file' });
    await eventually(async () => {
      const bottom = await strip.evaluate((each) => each.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThanOrEqual(await footer());
    });
    for (const width of [834, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const last = page
        .getByRole('listitem', { name: '' })
        .filter({ has: page.getByRole('checkbox') })
        .last();
      await last.waitFor();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await eventually(async () => {
        const end = await page
          .locator('#main > div')
          .first()
          .evaluate((each) => each.getBoundingClientRect().bottom);
        expect(end).toBeLessThanOrEqual(await footer());
      });
      await screenshot(page, `engineer-staging-${width}`, false);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Close the player' }).click();
  });

  it('leads from a release to the client’s view, the files and the invoice', async () => {
    await page.getByRole('tab', { name: 'Release' }).click();
    await page.getByRole('button', { name: 'Select All Ready' }).click();
    await page.getByRole('button', { name: /^Release Selected/ }).click();
    await page.getByRole('button', { name: 'Confirm Release' }).click();
    await page.getByRole('link', { name: 'See it as the client' }).waitFor();
    await screenshot(page, 'engineer-released', false);
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('tab', { name: 'Files', selected: true }).waitFor();
  });

  it('plays in Files and in technical sheets, at matched loudness', async () => {
    await page.getByRole('button', { name: 'Technical sheet of Anthem CD.wav' }).click();
    const sheet = page.getByRole('dialog', { name: 'Anthem CD.wav' });
    await sheet.getByRole('button', { name: 'Play Anthem CD.wav' }).press('Enter');
    await sheet.getByRole('button', { name: 'Pause Anthem CD.wav' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('.');
    await shown('Anthem.wav');
    await bar().getByRole('button', { name: 'Compare with other versions' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Match Loudness', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close the player' }).click();
  });

  it('plays every file of a proposed track, and compares them', async () => {
    const proposed = await makeProject(context, 'Without tracks yet');
    await page.goto(`${appUrl}/app/projects/${proposed}?tab=staging`);
    const files = await Promise.all(
      ['01 Comet - CD.wav', '01 Comet - Master.wav'].map(async (name, seed) => ({
        name,
        mimeType: 'audio/wav',
        buffer: await soundOf(name, seed, 20),
      })),
    );
    await page.locator('input[type=file]').first().setInputFiles(files);
    await page.getByText('2 files uploaded and analyzed').waitFor();
    await page.getByRole('button', { name: /^Your files name 1 track/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Create tracks from these files' });
    await dialog.getByRole('button', { name: 'Play 01 Comet - CD.wav' }).click();
    await dialog.getByRole('button', { name: 'Pause 01 Comet - CD.wav' }).waitFor();
    await dialog.getByRole('button', { name: 'Play 01 Comet - Master.wav' }).waitFor();
    await screenshot(page, 'engineer-proposals', false);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('.');
    await shown('01 Comet - Master.wav');
  });
});
