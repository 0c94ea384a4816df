import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { writeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, playedTo } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';
import { recordOutputs, takeRecording } from './recorder.js';

const RATE = 48000;
const SECONDS = 12;
const C = Math.SQRT1_2;

/** A tone of each channel by its level and what it contributes to the left. */
type Channels = [hertz: number, level: number, gainLeft: number][];

const MASTERS: Record<string, { channels: Channels; float?: boolean; loweredDb: number }> = {
  'Dual mono': { channels: [[440, 0.97, 1], [440, 0.97, 0]], loweredDb: 0 }, // prettier-ignore
  'Five channels': {
    channels: [[400, 0.5, 1], [500, 0.5, 0], [600, 0.5, C], [700, 0.5, C], [800, 0.5, 0]], // prettier-ignore
    loweredDb: 2,
  },
  Float: { channels: [[440, 1.8, 1], [550, 1.8, 0]], float: true, loweredDb: 6 }, // prettier-ignore
};

function write(path: string, channels: Channels, float: boolean): void {
  const sound = channels.map(([hertz, level]) =>
    Float64Array.from({ length: SECONDS * RATE }, (_, at) => level * Math.sin((2 * Math.PI * hertz * at) / RATE)),
  );
  if (float) sound[0]![RATE] = Infinity;
  const form = { bits: float ? 32 : 24, float, dither: false } as const;
  writeAudioFile(path, sound, { format: 'wav', sampleRateHz: RATE, ...form });
}

/** Level of the left side of the file itself, mixed to stereo, in decibels. */
function expectedDb({ channels }: { channels: Channels }): number {
  return 10 * Math.log10(channels.reduce((sum, [, level, gain]) => sum + (level * gain) ** 2 / 2, 0));
}

describeInBrowser('the level of what is played', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let clients: BrowserContext;
  let projectId: string;
  const ids = new Map<string, string>();
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    const size = { viewport: { width: 1280, height: 900 }, bypassCSP: true };
    [engineers, clients] = await Promise.all([browser.newContext(size), browser.newContext(size)]);
    for (const context of [engineers, clients]) await recordOutputs(context);
    await Promise.all([signIn(engineers, 'engineer'), signIn(clients, 'client')]);
    projectId = await makeProject(engineers, 'At one level');
    await send(engineers, 'PUT', `projects/${projectId}`, { losslessListening: true });
    for (const [name, { channels, float = false }] of Object.entries(MASTERS)) {
      const body = { projectId, fileType: 'master', fileName: `${name}.wav` } as const;
      ids.set(name, await upload(engineers, body, (path) => write(path, channels, float)));
    }
  });

  afterAll(() => browser.close());

  async function open(context: BrowserContext, name: string): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${ids.get(name)}`);
    await page.getByRole('group', { name: /^Waveform of/ }).first().waitFor(); // prettier-ignore
    return page;
  }

  /** Level and peak of the left side. The recorder starts during the first sound, which is not measured. */
  async function heard(page: Page): Promise<{ db: number; peak: number }> {
    await page.getByRole('slider', { name: 'Position' }).press('Home');
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    await playedTo(page, 4);
    await page.getByRole('main').getByRole('button', { name: 'Pause', exact: true }).click();
    const sound = (await takeRecording(page)).slice(-2.5 * RATE, -RATE / 2).filter((sample) => !Number.isNaN(sample));
    expect(sound.length).toBeGreaterThan(RATE);
    const power = sound.reduce((sum, sample) => sum + sample ** 2, 0) / sound.length;
    return { db: 10 * Math.log10(power), peak: sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) };
  }

  async function switchTo(page: Page, quality: 'Original' | 'Lossless'): Promise<void> {
    const button = (pressed: boolean) => page.getByRole('main').getByRole('button', { name: quality, pressed });
    await button(false).click();
    await button(true).waitFor();
  }

  it.each(Object.keys(MASTERS))('is the same in every quality: %s', async (name) => {
    const master = MASTERS[name]!;
    const found: Record<string, number> = {};
    const measure = async (quality: string, page: Page) => {
      const { db, peak } = await heard(page);
      found[quality] = db - expectedDb(master) + master.loweredDb;
      expect(peak).toBeLessThan(1.01);
    };
    const engineer = await open(engineers, name);
    await measure('preview', engineer);
    await switchTo(engineer, 'Original');
    await measure('original', engineer);
    await engineer.close();
    const client = await open(clients, name);
    await switchTo(client, 'Lossless');
    await measure('lossless', client);
    await client.close();
    for (const [quality, off] of Object.entries(found)) {
      expect({ quality, off: Math.abs(off) < 0.05 ? 0 : off }).toEqual({ quality, off: 0 });
    }
  });

  it('is lower for a version beside one that is played lower, and says so', async () => {
    const plain: Channels = [[440, 0.9, 1], [550, 0.9, 0]]; // prettier-ignore
    const parentFileId = ids.get('Float')!;
    const body = { projectId, fileType: 'revision', fileName: 'Plain.wav', parentFileId } as const;
    await upload(engineers, body, (path) => write(path, plain, false));
    const page = await open(engineers, 'Float');
    const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await rows.filter({ hasText: 'Plain' }).getByLabel('Turned down by 6.0 dB').waitFor();
    await rows.filter({ hasText: 'Float' }).getByLabel('Turned down by 6.0 dB').waitFor();
    const levels = [await heard(page)];
    await rows.filter({ hasText: 'Plain' }).getByRole('button').first().click();
    levels.push(await heard(page));
    expect(levels[0]!.db - levels[1]!.db).toBeCloseTo(20 * Math.log10(1.8 / 0.9), 1);
    await page.keyboard.press('l');
    await rows.filter({ hasText: 'Plain' }).getByLabel('Turned down by 6.0 dB').waitFor({ state: 'detached' });
    const matched = await heard(page);
    expect(matched.db - levels[0]!.db).toBeCloseTo(0, 1);
  });

  it('keeps its relation between the tracks of links', async () => {
    const album = await makeProject(engineers, 'One track of floats');
    const wave = (level: number): Channels => [[440, level, 1], [550, level, 0]]; // prettier-ignore
    for (const [fileName, level, float] of [
      ['01 Plain.wav', 0.9, false],
      ['02 Float.wav', 1.8, true],
    ] as const) {
      const body = { projectId: album, fileType: 'master', fileName } as const;
      await upload(engineers, body, (path) => write(path, wave(level), float));
    }
    await send(engineers, 'PUT', `projects/${album}`, { status: 'delivered' });
    const visitors = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
    await recordOutputs(visitors);
    const relationOn = async (purpose: string, play: (page: Page, track: number) => Promise<void>) => {
      const body = { projectId: album, purpose, name: purpose };
      const { url } = await send<{ url: string }>(engineers, 'POST', 'share-links', body);
      const page = await visitors.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${appUrl}${new URL(url).pathname}`);
      const levels: number[] = [];
      for (const track of [0, 1]) {
        await play(page, track);
        const sound = (await takeRecording(page)).slice(-2 * RATE, -RATE / 2).filter((sample) => !Number.isNaN(sample));
        levels.push(10 * Math.log10(sound.reduce((sum, sample) => sum + sample ** 2, 0) / sound.length));
      }
      await page.close();
      return levels[1]! - levels[0]!;
    };
    const listening = await relationOn('listening', async (page, track) => {
      await page.getByRole('button', { name: track === 0 ? 'Play all' : 'Next track' }).click();
      await playedTo(page, 4);
    });
    expect(listening).toBeCloseTo(20 * Math.log10(1.8 / 0.9), 1);
    const delivery = await relationOn('delivery', async (page, track) => {
      await page.getByRole('button', { name: /^Play 0/ }).first().click(); // prettier-ignore
      const seconds = page.getByRole('slider').first();
      await page.getByRole('button', { name: `Pause 0${track + 1}`, exact: false }).waitFor();
      await eventually(async () => expect(Number(await seconds.inputValue())).toBeGreaterThanOrEqual(4));
    });
    expect(delivery).toBeCloseTo(20 * Math.log10(1.8 / 0.9), 1);
    await visitors.close();
  });

  it('is heard without an error', () => expect(errors).toEqual([]));
});
