import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser, playedTo, screenshot } from './browser.js';
import { makeLateFile, makeProject, signIn, upload } from './listening-fixture.js';
import { greatestStep, lagAt, longestSilence, recordOutputs, takeRecording } from './recorder.js';

const RATE = 48000;
const SOUND = { format: 'wav', bits: 24, sampleRateHz: RATE, durationS: 16, seed: 11 } as const;

describeInBrowser('comparing versions', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let [first, second] = ['', ''];
  /** Recording of the quieter version alone. */
  let alone: Float32Array;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
    await recordOutputs(context);
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Compared');
    first = await upload(context, { projectId, fileType: 'master', fileName: 'Glass v1.wav' }, { ...SOUND, lufs: -18 });
    second = await upload(
      context,
      { projectId, fileType: 'revision', fileName: 'Glass v2.wav', parentFileId: first },
      { ...SOUND, lufs: -12 },
    );
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${first}`);
    await page.getByRole('group', { name: 'Waveform of Glass v2.wav' }).waitFor();
    await playFromStart();
    await playedTo(page, 1);
    await stop();
  });

  afterAll(() => browser.close());

  const time = () => page.getByRole('timer', { name: 'Time' });
  const main = () => page.getByRole('main');
  async function playFromStart(): Promise<void> {
    await page.getByRole('slider', { name: 'Position' }).press('Home');
    await takeRecording(page);
    await page.keyboard.press('Escape');
    await main().getByRole('button', { name: 'Play', exact: true }).click();
  }
  async function stop(): Promise<Float32Array> {
    await main().getByRole('button', { name: 'Pause', exact: true }).click();
    const sound = await takeRecording(page);
    return sound.subarray(RATE / 10, sound.length - RATE / 2);
  }

  it('plays exactly the samples of the preview, without gaps', async () => {
    await playFromStart();
    await playedTo(page, 9);
    alone = await stop();
    expect(alone.length).toBeGreaterThan(8 * RATE);
    expect(longestSilence(alone)).toBeLessThan(RATE / 100);
  });

  it('switches versions without a gap, a click or a shift', async () => {
    await playFromStart();
    await playedTo(page, 1);
    for (let change = 0; change < 30; change++) {
      await page.keyboard.press(change % 2 === 0 ? '1' : '2');
      await page.waitForFunction(
        (after) => document.querySelector('[role=timer]')?.textContent !== after,
        change % 6 === 5 ? await time().innerText() : '',
      );
    }
    await playedTo(page, 9);
    const sound = await stop();
    expect(longestSilence(sound)).toBeLessThan(RATE / 100);
    const louder = 10 ** (6 / 20);
    expect(greatestStep(sound)).toBeLessThanOrEqual(greatestStep(alone) * louder * 1.02);
    const lag = lagAt(alone, sound, RATE / 4, 400);
    for (let second = 1; second < 8; second++) {
      expect({ second, lag: lagAt(alone, sound, second * RATE, 400) }).toEqual({ second, lag });
    }
  });

  it('aligns a version that begins later with the same place in the music, to the sample', async () => {
    const body = { projectId, fileType: 'revision', fileName: 'Glass v3.wav', parentFileId: second } as const;
    await upload(context, body, (path) => makeLateFile(path, SOUND.seed, 17_771));
    await page.getByRole('group', { name: 'Waveform of Glass v3.wav' }).waitFor();
    await page.keyboard.press('1');
    await playFromStart();
    await playedTo(page, 2);
    await page.keyboard.press('3');
    await playedTo(page, 8);
    const sound = await stop();
    const lag = lagAt(alone, sound, RATE, 400);
    for (const second of [4, 5, 6]) {
      expect({ second, lag: lagAt(alone, sound, second * RATE, 400) }).toEqual({ second, lag });
    }
    await page.keyboard.press('1');
  });

  it('matches loudness by a key, and turns the louder version down', async () => {
    await page.keyboard.press('l');
    const louder = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').filter({ hasText: 'Glass v2' });
    await louder.getByText('−6.0 dB').waitFor();
    await page.keyboard.press('2');
    await playFromStart();
    await playedTo(page, 6);
    const sound = await stop();
    const rms = (samples: Float32Array) => {
      const recorded = samples.subarray(RATE, 5 * RATE).filter((sample) => !Number.isNaN(sample));
      return Math.sqrt(recorded.reduce((sum, each) => sum + each * each, 0) / recorded.length);
    };
    expect(20 * Math.log10(rms(sound) / rms(alone))).toBeCloseTo(0, 0);
    await page.keyboard.press('l');
    await louder.getByText('−6.0 dB').waitFor({ state: 'detached' });
  });

  it('repeats a dragged passage to the sample, until it is to play on', async () => {
    const waveform = page.getByRole('group', { name: 'Waveform of Glass v2.wav' });
    const box = (await waveform.boundingBox())!;
    const y = box.y + box.height / 2;
    await takeRecording(page);
    await page.mouse.move(box.x + box.width * 0.2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.25, y, { steps: 4 });
    await page.mouse.move(box.x + box.width * 0.35, y, { steps: 4 });
    await page.mouse.up();
    const passage = waveform.getByRole('img', { name: 'Repeated passage' });
    await passage.waitFor();
    await screenshot(page, 'comparing-repeat', false);
    const share = await passage.evaluate((mark) => parseFloat((mark as HTMLElement).style.width) / 100);
    const length = Math.round(share * SOUND.durationS * RATE);
    // Three times the passage.
    await page.waitForFunction((samples) => {
      const { heard } = window as unknown as { heard: { samples: Float32Array }[] };
      return heard.filter(({ samples: block }) => block.some((each) => each !== 0)).length * 128 > samples;
    }, 3.2 * length);
    const sound = await stop();
    expect(longestSilence(sound)).toBeLessThan(RATE / 20);
    for (const at of [RATE / 2, RATE, length + RATE / 2]) {
      expect(lagAt(sound, sound.subarray(length), at, 200)).toBe(0);
    }
    await page.keyboard.press('r');
    await passage.waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await playedTo(page, 7);
    await stop();
  });

  it('sets the volume by keys, and remembers it', async () => {
    await page.keyboard.press('1');
    for (let step = 0; step < 3; step++) await page.keyboard.press('-');
    const volume = page.getByRole('button', { name: 'Volume, 70%' });
    await volume.waitFor();
    await playFromStart();
    await playedTo(page, 4);
    const quieter = await stop();
    const loudest = (sound: Float32Array) =>
      sound.subarray(0, 3 * RATE).reduce((max, each) => (each > max ? each : max), 0);
    expect(loudest(quieter) / loudest(alone)).toBeCloseTo(0.49, 1);
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Volume, 0%' }).waitFor();
    await page.reload();
    await page.getByRole('group', { name: 'Waveform of Glass v2.wav' }).waitFor();
    await volume.waitFor();
    for (let step = 0; step < 3; step++) await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Volume, 100%' }).waitFor();
  });

  it('hides which version is which until revealed', async () => {
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog', { name: 'Blind comparison' });
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('button', { name: 'A', exact: true, pressed: true }).waitFor();
    await page.keyboard.press('b');
    await dialog.getByRole('button', { name: 'B', exact: true, pressed: true }).waitFor();
    await page.getByRole('region', { name: 'Player' }).getByText('Blind comparison').waitFor();
    await eventually(async () => expect(await dialog.getByText(/Glass v/).count()).toBe(0));
    await screenshot(page, 'comparing-blind', false);
    await dialog.getByRole('button', { name: 'Reveal' }).click();
    await dialog.getByRole('button', { name: /^A: [123] · Master v[123], .*20\d\d/ }).waitFor();
    const heard = await dialog.getByRole('button', { name: /^B: / }).innerText();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('listitem')
      .getByRole('button', { pressed: true, name: /Master v[123]/.exec(heard)![0] })
      .waitFor();
    expect(errors).toEqual([]);
  });
});
