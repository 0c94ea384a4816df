import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type AudioFileSettings, makeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, stage } from './listening-fixture.js';

const SOUND = { format: 'wav', bits: 24, sampleRateHz: 44100, durationS: 20 } as const;
const FIRST: AudioFileSettings = { ...SOUND, seed: 11, lufs: -18 };
const SECOND: AudioFileSettings = { ...SOUND, seed: 11, lufs: -14 };
/** Checksums and fingerprint as JSON; the smallest file here is larger. */
const MOST_SENT_BYTES = 16_000;

describeInBrowser('a visitor of a delivery page who drops a file', () => {
  let browser: Browser;
  let engineer: BrowserContext;
  let page: Page;
  let dir: string;
  let projectId: string;
  let linkId: string;
  const sent: { url: string; bytes: number }[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-visitor-'));
    browser = await launchBrowser();
    engineer = await browser.newContext();
    await signIn(engineer, 'engineer');
    projectId = await makeProject(engineer, 'Night Songs');
    const { track } = await send<{ track: { id: string } }>(engineer, 'POST', `tracks/projects/${projectId}`, {
      trackNumber: 3,
      title: 'Ember',
    });
    const place = { trackId: track.id, slotType: 'streaming_master' } as const;
    const link = await send<{ id: string; url: string }>(engineer, 'POST', 'share-links', {
      projectId,
      purpose: 'delivery',
      name: 'Label',
    });
    linkId = link.id;
    const path = new URL(link.url).pathname;
    const visitor = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    page = await visitor.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    visitor.on('request', (request) => {
      sent.push({ url: request.url(), bytes: request.postDataBuffer()?.length ?? 0 });
    });
    for (const [name, sound] of [
      ['Ember v1.wav', FIRST],
      ['Ember v2.wav', SECOND],
    ] as const) {
      const id = await stage(engineer, projectId, name, place, sound);
      await send(engineer, 'POST', `staging/projects/${projectId}/release`, { stagingFileIds: [id] });
      await page.goto(appUrl + path);
    }
    await page.getByText('The finals are locked').waitFor();
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function made(settings: AudioFileSettings): Promise<Buffer> {
    const path = join(dir, 'sound');
    makeAudioFile(path, settings);
    return readFile(path);
  }

  async function answers(name: string, buffer: Buffer, sentence: string | RegExp): Promise<void> {
    await page.getByLabel('What is this file?').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await page.getByText(name, { exact: true }).waitFor();
    await page.locator('#identify').getByText(sentence).waitFor();
  }

  const NEWEST = 'track 3 “Ember”, Streaming Master, edition 2';

  it('sees which locked final it is, and opens it', async () => {
    await answers('from the label.wav', await made(SECOND), `This is ${NEWEST}.`);
    await page.getByRole('link', { name: 'Show it' }).click();
    await page.locator('li:target').getByText('Ember v2.wav').waitFor();
    for (const [width, colorScheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.locator('#identify').scrollIntoViewIfNeeded();
      await screenshot(page, `identify-visitor-${width}-${colorScheme}`);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  it('recognises copies, an older version, and an unrelated file', async () => {
    await answers('a.flac', await made({ ...SECOND, format: 'flac' }), `This is a FLAC with exactly the samples of`);
    await answers('b.mp3', await made({ ...SECOND, format: 'mp3' }), `This is an MP3 of ${NEWEST}.`);
    await answers('c.m4a', await made({ ...SECOND, format: 'm4a' }), `This is an AAC file of ${NEWEST}.`);
    const tagged = await made({ ...SECOND, tags: { title: 'Another title' } });
    await answers('d.wav', tagged, `The samples are those of ${NEWEST}. Only tags or headers differ.`);
    await answers(
      'e.wav',
      await made(FIRST),
      /This is an older version of track 3 “Ember”, Streaming Master, edition 1\./,
    );
    await answers('f.wav', await made({ ...SOUND, seed: 98 }), /not from here: neither its bytes/);
    await answers('g.txt', Buffer.from('Turn it up.'), /This file is not from here\./);
    await answers('h.wav', Buffer.alloc(0), 'This file is empty.');
  });

  it('drops it anywhere on the page', async () => {
    const bytes = [...(await made({ ...SECOND, durationS: 1 })).subarray(0, 2_000)];
    await page.evaluate((given) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(given)], 'dropped.wav'));
      const heading = document.querySelector('h1')!;
      heading.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes);
    await page.getByText('dropped.wav', { exact: true }).waitFor();
    await page
      .locator('#identify')
      .getByText(/not from here/)
      .waitFor();
    expect(await page.locator('body.dropping').count()).toBe(0);
  });

  it('stops it, and sees that the link has ended meanwhile', async () => {
    await page.route('**/api/identify/**', () => undefined);
    const buffer = await made(SECOND);
    await page.getByLabel('What is this file?').setInputFiles({ name: 'late.wav', mimeType: 'audio/wav', buffer });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').waitFor();
    await page.unrouteAll();
    const ended = await engineer.request.delete(`${appUrl}/api/share-links/${linkId}`);
    expect(ended.ok()).toBe(true);
    await answers('again.wav', buffer, /Ask whoever sent it to you/);
  });

  it('has sent nothing of any file', () => {
    const asked = sent.filter(({ url }) => url.includes('/api/identify/links/'));
    expect(asked.length).toBeGreaterThan(10);
    expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(MOST_SENT_BYTES);
    expect(sent.every(({ url }) => url.startsWith(appUrl) || url.startsWith('blob:') || url.startsWith('data:'))).toBe(
      true,
    );
    expect(errors).toEqual([]);
  });
});
