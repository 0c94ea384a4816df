import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, playedTo, screenshot } from './browser.js';
import { makeProject, sendFile, signIn, upload } from './listening-fixture.js';
import { greatestStep, lagAt, longestSilence, recordOutputs, takeRecording } from './recorder.js';

const RATE = 48000;
const SOUND = { bits: 24, sampleRateHz: RATE, durationS: 30, seed: 21, lufs: -16 } as const;

describeInBrowser('playing more than the preview, or less', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let fileId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
    await recordOutputs(context);
    await context.addInitScript(() => Object.assign(navigator, { audioSession: { type: 'auto' } }));
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Heard whole');
    fileId = await master('Slate.wav', 'wav');
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
  });

  afterAll(() => browser.close());

  const master = (fileName: string, format: 'wav' | 'flac' | 'aiff', more: object = {}) =>
    upload(context, { projectId, fileType: 'master', fileName }, { format, ...SOUND, ...more });
  const main = () => page.getByRole('main');
  const time = () => page.getByRole('timer', { name: 'Time' });
  const seconds = async () => Number(/0:(\d+) /.exec(await time().innerText())?.[1]);
  const original = (pressed?: boolean) => main().getByRole('button', { name: 'Original', pressed });
  const press = (name: string) => main().getByRole('button', { name, exact: true }).click();
  async function open(id: string): Promise<void> {
    await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${id}`);
    await page.getByRole('group', { name: /^Waveform of/ }).waitFor();
  }
  async function playFromStart(): Promise<void> {
    await page.getByRole('slider', { name: 'Position' }).press('Home');
    await takeRecording(page);
    await press('Play');
  }
  async function stop(): Promise<Float32Array> {
    await press('Pause');
    const sound = await takeRecording(page);
    return sound.subarray(RATE / 10, sound.length - RATE / 2);
  }

  describe('the original', () => {
    it('is switched to and back at the same position, without a gap, a click or a shift', async () => {
      await open(fileId);
      // The recorder starts during the first sound.
      await playFromStart();
      await playedTo(page, 1);
      await stop();
      await playFromStart();
      await playedTo(page, 8);
      const alone = await stop();
      await playFromStart();
      await playedTo(page, 2);
      await original(false).click();
      await original(true).waitFor();
      await playedTo(page, 4);
      await original(true).click();
      await original(false).waitFor();
      await playedTo(page, 6);
      await original(false).click();
      await original(true).waitFor();
      await screenshot(page, 'quality-original', false);
      await playedTo(page, 8);
      const sound = await stop();
      expect(longestSilence(sound)).toBeLessThan(RATE / 100);
      expect(greatestStep(sound)).toBeLessThanOrEqual(greatestStep(alone) * 1.1);
      const lag = lagAt(alone, sound, RATE, 400);
      for (const second of [3, 5, 6.5]) {
        expect({ second, lag: lagAt(alone, sound, second * RATE, 400) }).toEqual({ second, lag });
      }
    });

    it('declares music playback, so that a muted iPhone plays it', async () => {
      expect(
        await page.evaluate(() => (navigator as unknown as { audioSession: { type: string } }).audioSession),
      ).toEqual({ type: 'playback' });
    });

    it.each([
      ['a FLAC of 96 kHz', 'Slate 96.flac', 'flac', { sampleRateHz: 96000 }],
      ['an AIFF of 44.1 kHz', 'Slate 44.aiff', 'aiff', { sampleRateHz: 44100 }],
    ] as const)('of %s plays on from where the preview was', async (_what, name, format, more) => {
      await open(await master(name, format, more));
      await press('Play');
      await playedTo(page, 3);
      const [before, from] = [await seconds(), performance.now()];
      await original(false).click();
      await original(true).waitFor();
      const at = await seconds();
      expect(at).toBeGreaterThanOrEqual(before);
      // The clock shows whole seconds.
      expect(at - before).toBeLessThan((performance.now() - from) / 1000 + 2);
      await playedTo(page, at + 2);
      await takeRecording(page);
      await playedTo(page, (await seconds()) + 2);
      expect(longestSilence(await stop())).toBeLessThan(RATE / 100);
    });

    it('that this browser cannot play keeps the preview, with a message', async () => {
      await open(fileId);
      await page.evaluate(() => {
        const decode = BaseAudioContext.prototype.decodeAudioData;
        BaseAudioContext.prototype.decodeAudioData = function (this: BaseAudioContext, file: ArrayBuffer) {
          const isWave = String.fromCharCode(...new Uint8Array(file, 0, 4)) === 'RIFF';
          return isWave
            ? Promise.reject(new DOMException('Unable to decode audio data', 'EncodingError'))
            : decode.call(this, file);
        };
      });
      await press('Play');
      await playedTo(page, 2);
      await takeRecording(page);
      await original(false).click();
      await page.getByText('This browser cannot play the original (WAV 24/48) of Slate.wav.').waitFor();
      await playedTo(page, (await seconds()) + 2);
      await eventually(async () => expect(await original(false).count()).toBe(1));
      expect(longestSilence(await stop())).toBeLessThan(RATE / 100);
    });

    it('that breaks off falls back to the preview at the same position', async () => {
      await open(fileId);
      await press('Play');
      await playedTo(page, 1);
      await original(false).click();
      await original(true).waitFor();
      await page.route('**/storage/projects/**', (route) => route.fulfill({ status: 404 }));
      await page.getByText('Could not load the original (WAV 24/48) of Slate.wav.').waitFor();
      await original(false).waitFor();
      await playedTo(page, (await seconds()) + 2);
      await press('Pause');
      await page.unrouteAll();
    });
  });

  describe('no audio at all', () => {
    it('shows a message if no preview could be made', async () => {
      const broken = { projectId, fileType: 'master', fileName: 'Torn.flac' } as const;
      const id = await sendFile(context, broken, (path) =>
        writeFileSync(path, Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(9000, 7)])),
      );
      await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${id}`);
      await main().getByText('This file cannot be heard here.').waitFor();
      await eventually(async () =>
        expect(await main().getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(true),
      );
      await eventually(async () => expect(await original().count()).toBe(0));
      await screenshot(page, 'quality-torn', false);
    });

    it('shows an error with a retry if it fails to load', async () => {
      await page.route('**/storage/derived/**', (route) => route.fulfill({ status: 500 }));
      await open(fileId);
      await press('Play');
      const alert = main()
        .getByRole('alert')
        .getByText(/^Audio Error: could not load audio file/);
      await alert.waitFor();
      await page.unrouteAll();
      await main().getByRole('button', { name: 'Try Again' }).click();
      await playedTo(page, 1);
      await eventually(async () => expect(await alert.count()).toBe(0));
      await press('Pause');
    });

    it('shows no error if the listener moves on', async () => {
      await page.route('**/storage/derived/**', () => undefined);
      const isPreview = (request: { url(): string }) => request.url().includes('/storage/derived/');
      const asked = page.waitForRequest(isPreview);
      await open(fileId);
      await press('Play');
      await asked;
      const ended = page.waitForEvent('requestfailed', isPreview);
      await page.getByRole('button', { name: 'Close the player' }).click();
      expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
      await eventually(async () => expect(await page.getByText(/Audio Error/).count()).toBe(0));
      await page.unrouteAll();
      expect(errors).toEqual([]);
    });
  });
});
