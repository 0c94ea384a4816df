import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

/** Large enough for five parts of 8 MiB. */
const LARGE = { format: 'wav', bits: 24, sampleRateHz: 96000, durationS: 65 } as const;
const PARTS = 5;

describeInBrowser('uploads on a bad connection', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let dir: string;
  let projectUrl: string;
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-uploads-'));
    await mkdir(join(dir, 'Album', 'CD'), { recursive: true });
    makeAudioFile(join(dir, 'Album', 'CD', '01 Ember.wav'), LARGE);
    makeAudioFile(join(dir, 'Album', '02 Tide.wav'), { format: 'wav', durationS: 2 });
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${appUrl}/app`);
    await page.getByRole('button', { name: 'New project' }).waitFor();
    const projectId = await page.evaluate(async () => {
      const body = JSON.stringify({ title: 'Bad line', client: { name: 'Lin', email: 'lin@example.com' } });
      const reply = await fetch('/api/projects', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const { data } = await reply.json();
      return String(data.project?.id ?? data.id);
    });
    projectUrl = `${appUrl}/app/projects/${projectId}?tab=staging`;
    await page.goto(projectUrl);
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Records the numbers of parts as they start; parts that `meet` does not continue hang. */
  async function watchParts(meet: (part: number, route: Route) => Promise<void>): Promise<number[]> {
    const parts: number[] = [];
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(/\/storage\/.*[?&]part=/, async (route) => {
      const part = Number(new URL(route.request().url()).searchParams.get('part'));
      parts.push(part);
      await meet(part, route);
    });
    return parts;
  }

  async function chooseAlbum(): Promise<void> {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a folder' }).click(),
    ]);
    await chooser.setFiles(join(dir, 'Album'));
  }

  const staged = () =>
    page.evaluate(async () => {
      const reply = await fetch(`/api/staging/projects/${location.pathname.split('/').at(-1)}`);
      const { data } = await reply.json();
      return data.stagingFiles.map(
        ({ originalName, folder }: { originalName: string; folder: string }) => `${folder}/${originalName}`,
      );
    });

  it('pauses when the connection is lost and resumes automatically', async () => {
    let isCut = false;
    let reach: () => void;
    const fourth = new Promise<void>((resolve) => (reach = resolve));
    const parts = await watchParts(async (part, route) => {
      if (part === 4) return reach();
      if (part === 3 && !isCut) {
        isCut = true;
        await context.setOffline(true);
        return route.abort('internetdisconnected');
      }
      return route.continue();
    });
    await chooseAlbum();
    await page.getByText(/^Paused at \d+%: no connection/).waitFor();
    await screenshot(page, 'uploads-paused');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await context.setOffline(false);
    await fourth;
    expect(parts).toEqual([1, 2, 3, 3, 4]);
  });

  it('shows progress on every page, with a link back', async () => {
    await page.getByRole('link', { name: 'Clients' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    await page.getByText(/^\d of 2, \d+ %$/).waitFor();
    await screenshot(page, 'uploads-dock', false);
    await page.getByRole('link', { name: /^Uploads: / }).click();
    await page.waitForURL(/tab=staging/);
    await page.getByRole('button', { name: 'Cancel all' }).waitFor();
    await eventually(async () => expect(await page.getByRole('link', { name: /^Uploads: / }).count()).toBe(0));
  });

  it('asks before the tab is closed, and after a reload sends only missing parts', async () => {
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', async (dialog) => {
        resolve(dialog.type());
        await dialog.accept();
      }),
    );
    await page.reload();
    expect(await asked).toBe('beforeunload');
    const interrupted = page.getByRole('alert').filter({ hasText: 'interrupted' });
    await interrupted.filter({ hasText: '01 Ember.wav' }).waitFor();
    const parts = await watchParts((_part, route) => route.continue());
    await chooseAlbum();
    await page.getByText('Upload Successful').first().waitFor();
    expect(parts).toEqual([4, PARTS]);
    await eventually(async () => expect(await interrupted.count()).toBe(0));
    expect((await staged()).sort()).toEqual(['Album/02 Tide.wav', 'Album/CD/01 Ember.wav']);
    await screenshot(page, 'uploads-done');
  });

  it('cancels, leaves nothing in the store, and sends again on request', async () => {
    makeAudioFile(join(dir, 'Album', '03 Glass.wav'), { ...LARGE, seed: 9 });
    let hangs = true;
    const second = page.waitForRequest((request) => /[?&]part=2/.test(request.url()));
    await watchParts((part, route) => (hangs && part === 2 ? Promise.resolve() : route.continue()));
    const askedAfter: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/upload-parts'))
        askedAfter.push(String(request.postDataJSON().r2Key).split('/').at(-1)!);
    });
    await chooseAlbum();
    await second;
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByText('1 file cancelled').waitFor();
    hangs = false;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('3 files in staging').waitFor();
    expect(new Set(askedAfter)).toEqual(new Set(['03 Glass.wav']));
  });

  it('keeps the rows in place when all is sent, so that no click goes astray', async () => {
    makeAudioFile(join(dir, 'Album', '04 Fern.wav'), { ...LARGE, seed: 5 });
    let release: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await watchParts(async (part, route) => {
      if (part === 2) await held;
      await route.continue();
    });
    await page.reload();
    await chooseAlbum();
    const sent = page.getByRole('status').filter({ hasText: 'Upload complete' });
    const row = page.locator('tr[data-row]').filter({ hasText: '01 Ember.wav' });
    await page.getByRole('button', { name: 'Cancel all' }).waitFor();
    await page.locator('tr[data-row]').filter({ hasText: '04 Fern.wav' }).waitFor();
    // Results of other files may move the rows, too.
    for (const name of ['01 Ember', '02 Tide', '03 Glass'])
      await page.locator('tr[data-row]').filter({ hasText: name }).getByText(/LUFS/).waitFor();
    const { y } = (await row.boundingBox())!;
    release!();
    await sent.waitFor();
    expect((await row.boundingBox())!.y).toBe(y);
    await screenshot(page, 'uploads-sent', false);
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await sent.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});
