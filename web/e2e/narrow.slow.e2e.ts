import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

const PHONE = { width: 390, height: 844 };
const NAME = 'Evening Harbour at the Edge_MASTER_v1.wav';

describeInBrowser('narrow windows', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let fileId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Narrow');
    fileId = await upload(
      context,
      { projectId, fileType: 'master', fileName: NAME },
      { format: 'wav', bits: 16, sampleRateHz: 44100, durationS: 8, seed: 4, lufs: -16 },
    );
    await send(context, 'POST', 'comments', { projectId, fileId, timestampSeconds: 4, comment: 'Half-way' });
    page = await context.newPage();
  });

  afterAll(() => browser.close());

  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  /** Whether the text of an element is not cut off. */
  const isWhole = (text: string) =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => element.scrollWidth <= element.clientWidth + 1);
  async function stage(originalName: string, seed: number): Promise<void> {
    const dir = await mkdtemp(join(tmpdir(), 'lacquer-narrow-'));
    makeAudioFile(join(dir, 'sound'), { format: 'wav', durationS: 2, seed });
    const data = await readFile(join(dir, 'sound'));
    await rm(dir, { recursive: true });
    const path = `staging/projects/${projectId}`;
    const sizeBytes = data.length;
    const { uploads } = await send<{ uploads: { uploadUrl: string; r2Key: string; fileName: string }[] }>(
      context,
      'POST',
      `${path}/upload-urls`,
      { files: [{ originalName, sizeBytes, contentType: 'audio/wav' }] },
    );
    const { uploadUrl, r2Key, fileName } = uploads[0]!;
    await context.request.put(new URL(uploadUrl, appUrl).href, { data, headers: { 'content-type': 'audio/wav' } });
    await send(context, 'POST', `${path}/bulk-upload`, { files: [{ r2Key, fileName, originalName, sizeBytes }] });
  }

  it('show the file name before its badges, with a 60 px waveform and its comments', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    const waveform = page.getByRole('img', { name: `Waveform of ${NAME}` });
    await waveform.waitFor();
    expect((await waveform.boundingBox())!.height).toBe(60);
    const name = page.getByTitle(NAME);
    expect(await name.evaluate((element) => element.firstElementChild!.clientWidth)).toBeGreaterThan(150);
    const [line, mark] = [(await waveform.boundingBox())!, await page.locator('.waveform-marker').boundingBox()];
    expect(Math.abs(mark!.x + mark!.width / 2 - (line.x + line.width / 2))).toBeLessThan(4);
    await eventually(async () => expect(await overflow()).toBeLessThanOrEqual(0));
    await screenshot(page, 'narrow-files');
    await page.setViewportSize({ width: 1440, height: 900 });
    await screenshot(page, 'wide-files');
    await page.setViewportSize(PHONE);
  });

  it('show the name of a version, and no tooltip over the arrow', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${fileId}`);
    await page.getByRole('list', { name: 'Versions' }).getByText('Master', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).hover();
    const tooltip = (await page.getByRole('tooltip').boundingBox())!;
    const arrow = (await page.getByRole('link', { name: 'Back to Files' }).boundingBox())!;
    expect(tooltip.y).toBeGreaterThanOrEqual(arrow.y + arrow.height);
    await eventually(async () => expect(await overflow()).toBeLessThanOrEqual(0));
    await screenshot(page, 'narrow-track');
  });

  it('fit staging with proposed tracks, before and after tracks exist', async () => {
    // With what a studio has learned from other files, it is asked nothing about these.
    const learned = await send<{ id: string }[]>(context, 'GET', 'studio/conventions');
    for (const { id } of learned) await context.request.delete(`${appUrl}/api/studio/conventions/${id}`);
    await stage('01 Harbour.wav', 1);
    await stage('02 A Title of Quite Some Length for One Line.wav', 2);
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    await page.getByRole('button', { name: /^Your files name 2 tracks/ }).waitFor();
    await screenshot(page, 'narrow-staging-proposals');
    await eventually(async () => expect(await overflow()).toBeLessThanOrEqual(0));
    await send(context, 'POST', `tracks/projects/${projectId}`, { trackNumber: 1, title: 'Harbour' });
    await page.reload();
    await page.getByRole('button', { name: /has no track|have no track/ }).waitFor();
    await screenshot(page, 'narrow-staging-more-proposals');
    await eventually(async () => expect(await overflow()).toBeLessThanOrEqual(0));
  });

  it('show slot names in full, also if there is room', async () => {
    expect(await isWhole('Streaming Master')).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    const strip = page.getByRole('complementary', { name: 'Review of the current file' });
    await strip.getByRole('button', { name: /Streaming Master/ }).waitFor();
    const cut = await strip
      .locator('button span')
      .evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
      );
    expect(cut).toEqual([]);
    await screenshot(page, 'wide-staging');
  });

  it('list the tracks with their files on the Release tab, and move a file by a menu', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=release`);
    const track = page.getByRole('list', { name: 'Tracks to release' }).getByRole('listitem');
    await track.getByRole('img', { name: 'A required slot is empty' }).waitFor();
    await track.getByText('0/1 required slots filled').waitFor();
    await page.getByRole('button', { name: 'Harbour, Streaming Master: No file assigned, required' }).click();
    await page.getByRole('menuitem', { name: '01 Harbour.wav' }).click();
    await page.getByRole('button', { name: 'Harbour, Streaming Master: 01 Harbour.wav, to release' }).click();
    await page.getByRole('menuitem', { name: 'Move to another slot…' }).click();
    await page.getByRole('option', { name: 'Vinyl Master' }).click();
    await page.getByRole('button', { name: 'Harbour, Vinyl Master: 01 Harbour.wav, to release' }).waitFor();
    await page.getByRole('button', { name: 'Harbour: 4 empty slots' }).click();
    await page.getByRole('button', { name: 'Harbour, CD Master: No file assigned' }).waitFor();
    await eventually(async () => expect(await overflow()).toBeLessThanOrEqual(0));
    await screenshot(page, 'narrow-release');
    await page.getByRole('button', { name: 'Harbour, Vinyl Master: 01 Harbour.wav, to release' }).click();
    await page.getByRole('menuitem', { name: 'Take 01 Harbour.wav out' }).click();
    await page.getByRole('button', { name: 'Choose a slot for 01 Harbour.wav' }).waitFor();
  });

  it('begin with the first staged file in the upper half, also below a title of 120 characters', async () => {
    const title =
      'The Unabridged Recordings of the Harbour Sessions, Volume Three: Letters to a Keeper Who Never Once Wrote Back to Us All';
    expect(title).toHaveLength(120);
    await send(context, 'PUT', `projects/${projectId}`, { title });
    const second = { trackNumber: 2, title: 'A Title of Quite Some Length for One Line' };
    await send(context, 'POST', `tracks/projects/${projectId}`, second);
    const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
    await signIn(phone, 'engineer');
    const staging = await phone.newPage();
    await staging.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    await staging.getByRole('heading', { level: 1, name: title }).waitFor();
    const question = staging.getByRole('region', { name: 'Question' });
    await question.getByRole('button', { name: 'Streaming Master' }).tap();
    await question.getByRole('button', { name: 'Undo answer' }).waitFor();
    await staging.reload();
    const first = staging.getByRole('listitem').filter({ hasText: '01 Harbour.wav' });
    await first.waitFor();
    await screenshot(staging, 'narrow-staging-long-title', false);
    expect((await first.boundingBox())!.y).toBeLessThan(PHONE.height / 2);
    await phone.close();
  });

  it.each([360, 390, 577, 768, 834, 900, 992, 1090, 1280])(
    "show the site's speech bubbles complete and separate at %d px",
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(appUrl);
      const bubbles = await page.locator('[class*=bubble]').evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .map(({ left, right }) => ({ left, right })),
      );
      expect(bubbles.length).toBeGreaterThan(0);
      bubbles.forEach(({ left, right }, index) => {
        expect(left).toBeGreaterThanOrEqual(index === 0 ? 0 : bubbles[index - 1]!.right);
        expect(right).toBeLessThanOrEqual(width);
      });
      if (width === 390) await page.getByText(/DDP.*metadata/).waitFor();
    },
  );
});
