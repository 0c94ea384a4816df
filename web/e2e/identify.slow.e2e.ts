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
const FIRST: AudioFileSettings = { ...SOUND, seed: 1, lufs: -18 };
const SECOND: AudioFileSettings = { ...SOUND, seed: 1, lufs: -14 };

describeInBrowser('the dialog that recognises files', () => {
  let browser: Browser;
  let engineer: BrowserContext;
  let page: Page;
  let dir: string;
  let projectId: string;
  let finalId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-identify-'));
    browser = await launchBrowser();
    engineer = await browser.newContext({ reducedMotion: 'reduce' });
    await signIn(engineer, 'engineer');
    projectId = await makeProject(engineer, 'Night Songs');
    const { track } = await send<{ track: { id: string } }>(engineer, 'POST', `tracks/projects/${projectId}`, {
      trackNumber: 3,
      title: 'Ember',
    });
    const place = { trackId: track.id, slotType: 'streaming_master' } as const;
    for (const [name, sound] of [
      ['Ember v1.wav', FIRST],
      ['Ember v2.wav', SECOND],
    ] as const) {
      const id = await stage(engineer, projectId, name, place, sound);
      await send(engineer, 'POST', `staging/projects/${projectId}/release`, { stagingFileIds: [id] });
    }
    const files = await send<{ id: string; current: boolean }[]>(engineer, 'GET', `files/project/${projectId}`);
    finalId = files.find(({ current }) => current)!.id;
    const client = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await signIn(client, 'client');
    page = await client.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    await page.addStyleTag({ content: '* { transition: none !important; }' });
    await page.getByRole('button', { name: 'What is this file?' }).click();
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
    const dialog = page.getByRole('dialog', { name: 'What is this file?' });
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await dialog.getByText(name, { exact: true }).waitFor();
    await dialog.getByText(sentence).waitFor();
  }

  const NEWEST = 'track 3 “Ember”, Streaming Master, edition 2';

  it('names the same file under another name', async () => {
    await answers('downloaded (1).wav', await made(SECOND), `This is ${NEWEST}.`);
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `identify-${scheme}`, false);
      const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    }
  });

  it('names a copy with other tags', async () => {
    const copy = await engineer.request.get(`${appUrl}/api/files/${finalId}/tagged`);
    expect(copy.ok()).toBe(true);
    await answers('tagged.wav', await copy.body(), `The samples are those of ${NEWEST}. Only tags or headers differ.`);
  });

  it('names a FLAC and an AIFF of it by their samples', async () => {
    const flac = await made({ ...SECOND, format: 'flac' });
    await answers('song.flac', flac, `This is a FLAC with exactly the samples of ${NEWEST}.`);
    const aiff = await made({ ...SECOND, format: 'aiff' });
    await answers('song.aiff', aiff, `This is an AIFF with exactly the samples of ${NEWEST}.`);
  });

  it('names an MP3, an AAC file and a shorter FLAC of it, also when it is cut short', async () => {
    await answers('song.mp3', await made({ ...SECOND, format: 'mp3' }), `This is an MP3 of ${NEWEST}.`);
    await answers('song.m4a', await made({ ...SECOND, format: 'm4a' }), `This is an AAC file of ${NEWEST}.`);
    const flac = await made({ ...SECOND, format: 'flac', bits: 16 });
    await answers('short.flac', flac, `This is the same recording in another form as ${NEWEST}.`);
    const wave = await made(SECOND);
    await answers('half.wav', wave.subarray(0, wave.length / 2), /Ember.*It lasts 0:10 instead of 0:20\./);
  });

  it('names an older version', async () => {
    await answers(
      'old.wav',
      await made(FIRST),
      'This is an older version of track 3 “Ember”, Streaming Master, edition 1.',
    );
  });

  it('recognises an unrelated file, silence, an empty file and a text', async () => {
    await answers('stranger.wav', await made({ ...SOUND, seed: 99 }), /not from here: neither its bytes/);
    await answers('silence.wav', await made({ ...SOUND, kind: 'silence', seed: 1 }), /no sound that can be compared/);
    await answers('notes.txt', Buffer.from('Turn it up.'), /This file is not from here\./);
    await answers('nothing.wav', Buffer.alloc(0), 'This file is empty.');
    expect(errors).toEqual([]);
  });
});
