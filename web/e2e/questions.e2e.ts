import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { type AudioFileSettings, makeAudioFile } from '../../services/testing/audio/audio.js';
import { accessibilityFindings, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeDataDir, removeDataDir, startInProduction } from './launcher.mjs';

const ALBUMS = [
  ['Ember', 'Low Tide', 'Nightjar'],
  ['Copper Sky', 'Undertow', 'Last Light'],
];
/** The answer is neither the first choice nor the one that a studio without habits would get. */
const CASES: [string, AudioFileSettings, (title: string, n: number) => string, RegExp, string][] = [
  [
    'a batch of one format',
    { format: 'wav', bits: 16, sampleRateHz: 44100 },
    (title, n) => `0${n} ${title}.wav`,
    /^These 3 files are 16-bit \/ 44\.1 kHz\. Are they .+ masters\?$/,
    'CD Master',
  ],
  [
    'a house code',
    { format: 'wav', bits: 24, sampleRateHz: 96000 },
    (title, n) => `0${n} ${title} PM.wav`,
    /^What does “PM” mean here \(3 files\)\?$/,
    'Vinyl Master',
  ],
];

describeInBrowser('a question about a whole batch', () => {
  let browser: Browser;
  let dataDir: string;
  let soundDir: string;
  let portal: Awaited<ReturnType<typeof startInProduction>>;
  let context: BrowserContext;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    soundDir = await mkdtemp(join(tmpdir(), 'lacquer-questions-'));
    dataDir = await makeDataDir();
    portal = await startInProduction(dataDir);
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', studioName: 'Ada Mastering' };
    await send('setup', owner);
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
  });

  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await removeDataDir(dataDir);
    await rm(soundDir, { recursive: true, force: true });
  });

  async function send<T>(path: string, data: object): Promise<T> {
    const reply = await context.request.post(`${portal.url}/api/${path}`, { data, headers: { origin: portal.url } });
    if (!reply.ok()) throw new Error(await reply.text());
    return ((await reply.json()) as { data: T }).data;
  }

  const question = (): Locator => page.getByRole('region', { name: 'Question' });
  const row = (name: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });

  /** Drops a file for each title into the staging area of a new project with these tracks. */
  async function drop(titles: string[], settings: AudioFileSettings, nameOf: (title: string, n: number) => string) {
    const client = { name: 'Mara', email: 'mara@example.com' };
    const { id } = await send<{ id: string }>('projects', { title: titles[0], client });
    const tracks = titles.map((title, index) => ({ trackNumber: index + 1, title }));
    await send(`tracks/projects/${id}/batch`, { tracks });
    const names = titles.map((title, index) => nameOf(title, index + 1));
    for (const [index, name] of names.entries())
      makeAudioFile(join(soundDir, name), { durationS: 3 + index, seed: 50 + index, ...settings });
    await page.goto(`${portal.url}/app/projects/${id}?tab=staging`);
    await page.getByText('No files in staging').waitFor();
    await page
      .locator('input[type=file]:not([webkitdirectory])')
      .first()
      .setInputFiles(names.map((name) => join(soundDir, name)));
    for (const name of names) await row(name).getByText(/LUFS/).waitFor();
    return names;
  }

  async function look(name: string): Promise<void> {
    await page.addStyleTag({ content: '* { transition: none !important; }' });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await screenshot(page, `question-${name}-${scheme}`, false);
      expect(await accessibilityFindings(page, scheme, (axe) => axe.include('[aria-label="Question"]'))).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await question().waitFor();
    await screenshot(page, `question-${name}-phone`, false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  describe.each(CASES)('%s', (what, settings, nameOf, text, slot) => {
    it('is asked once, settles all rows by a key, and can be undone and answered again by a click', async () => {
      const names = await drop(ALBUMS[0]!, settings, nameOf);
      const isOpen = async () => {
        await question().getByText(text).waitFor();
        await eventually(async () => expect(await question().count()).toBe(1));
        for (const name of names)
          await row(name)
            .getByText(/^([1-6]?\d|70)%$/)
            .waitFor();
        // Below the rows, which it must not move when it appears.
        const rows = await Promise.all(names.map((name) => row(name).boundingBox()));
        const { y: top } = (await question().boundingBox())!;
        expect(Math.max(...rows.map((box) => box!.y + box!.height))).toBeLessThanOrEqual(top);
      };
      await isOpen();
      await look(what.replaceAll(' ', '-'));
      const choice = question().getByRole('button', { name: slot });
      const key = (await choice.getAttribute('aria-keyshortcuts'))!;
      const byKey = () => page.keyboard.press(key.replace(/\d$/, 'Digit$&'));
      const answer = async (give: () => Promise<void>) => {
        await give();
        await question().getByText(`means ${slot} in your studio.`).waitFor();
        for (const [index, name] of names.entries()) {
          await row(name)
            .getByText(`→ Track ${index + 1} - ${slot}`)
            .waitFor();
          await row(name)
            .getByText(/^(7[1-9]|[89]\d)%$/)
            .waitFor();
        }
      };
      await answer(byKey);
      await page.keyboard.press('Shift+Z');
      await isOpen();
      await answer(() => choice.click());
    });

    it('is not asked again: the next batch is assigned', async () => {
      const names = await drop(ALBUMS[1]!, settings, nameOf);
      for (const [index, name] of names.entries())
        await row(name)
          .getByText(`→ Track ${index + 1} - ${slot}`)
          .waitFor();
      await eventually(async () => expect(await question().count()).toBe(0));
      await page.getByRole('button', { name: 'Auto-Assign' }).click();
      for (const name of names) await row(name).getByText('Assigned').waitFor();
      expect(errors).toEqual([]);
    });
  });
});
