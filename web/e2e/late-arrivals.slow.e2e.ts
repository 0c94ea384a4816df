import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFindings, appUrl, describeInBrowser, launchBrowser, playedTo, screenshot } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

const SOUND = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 60, lufs: -14 } as const;

describeInBrowser('things that arrive while a page is open', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let projectId: string;
  let [anthem, ballad] = ['', ''];
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    engineers = await browser.newContext();
    await signIn(engineers, 'engineer');
    projectId = await makeProject(engineers, 'Arrivals');
    anthem = await upload(engineers, { projectId, fileType: 'master', fileName: 'Anthem.wav' }, { ...SOUND, seed: 1 });
    ballad = await upload(engineers, { projectId, fileType: 'master', fileName: 'Ballad.wav' }, { ...SOUND, seed: 2 });
  });

  afterAll(() => browser.close());

  async function phoneOf(role?: 'client'): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    if (role) await signIn(context, role);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  }

  async function look(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await screenshot(page, `late-${name}-${colorScheme}`, false);
      expect(await accessibilityFindings(page, colorScheme, (axe) => axe.exclude('a[href="#main"]'))).toEqual([]);
    }
  }

  it('shows a late invoice and a late quote above each other and above the player', async () => {
    const page = await phoneOf('client');
    const agreed = await send<{ id: string }>(engineers, 'POST', 'quotes', { projectId, amount: 120, notes: '' });
    await send(page.context(), 'PUT', `quotes/${agreed.id}/accept`);
    await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${anthem}`);
    const player = page.getByRole('region', { name: 'Player' });
    await player.waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).tap();
    await page.getByRole('link', { name: 'Back to Files' }).tap();
    await page.getByRole('tab', { name: 'Files' }).waitFor();
    const row = page.getByRole('main').getByText('Anthem').first();
    await row.waitFor();
    const before = await row.boundingBox();
    await send(engineers, 'POST', 'invoices', { projectId, amount: 120, due_date: '2099-12-01', notes: '' });
    const invoice = page.getByRole('alert', { name: 'Payment is due' });
    await invoice.waitFor();
    const first = (await invoice.boundingBox())!;
    await send(engineers, 'POST', 'quotes', { projectId, amount: 80, notes: '' });
    const quote = page.getByRole('alert', { name: /^Your quote/ });
    await quote.waitFor();
    const second = (await quote.boundingBox())!;
    expect(await invoice.boundingBox()).toEqual(first);
    expect(await row.boundingBox()).toEqual(before);
    expect(second.y + second.height).toBeLessThanOrEqual(first.y);
    expect(second.y).toBeGreaterThan(0);
    expect(first.y + first.height).toBeLessThanOrEqual((await player.boundingBox())!.y);
    await look(page, 'notices');
    await page.context().close();
  });

  it('keeps what a visitor types on a listening page when another song begins', async () => {
    const body = { projectId, purpose: 'listening', name: 'Friends', commentsAllowed: true };
    const { url } = await send<{ url: string }>(engineers, 'POST', 'share-links', body);
    const page = await phoneOf();
    await page.goto(`${appUrl}${new URL(url).pathname}`);
    await page.getByRole('button', { name: 'Play Anthem' }).tap();
    await playedTo(page, 2);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /Anthem$/ }) });
    const text = row.getByRole('textbox', { name: 'Comment' });
    await text.pressSequentially('The bass is just right.');
    await page.getByRole('button', { name: 'Play Ballad' }).tap();
    await page.getByRole('button', { name: 'Pause Ballad' }).waitFor();
    expect(await text.inputValue()).toBe('The bass is just right.');
    await look(page, 'written');
    await row.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await row.getByRole('button', { name: 'Send' }).tap();
    const comment = row.getByRole('list', { name: 'Comments' }).getByRole('listitem');
    await comment.getByText('The bass is just right.').waitFor();
    // The time of a comment plays its own song.
    await comment.getByRole('button', { name: '0:02' }).tap();
    await page.getByRole('button', { name: 'Pause Anthem' }).waitFor();
    await page.context().close();
  });

  it('says on a listening page that there is a newer version of the song that plays, and plays it', async () => {
    const { url } = await send<{ url: string }>(engineers, 'POST', 'share-links', {
      projectId,
      purpose: 'listening',
      name: 'Label',
    });
    const page = await phoneOf();
    await page.goto(`${appUrl}${new URL(url).pathname}`);
    await page.getByRole('button', { name: 'Play Ballad' }).tap();
    await playedTo(page, 1);
    await page.getByRole('button', { name: 'Pause Ballad' }).tap();
    const revision = { projectId, fileType: 'revision', fileName: 'Ballad 2.wav', parentFileId: ballad } as const;
    const newest = await upload(engineers, revision, { ...SOUND, seed: 2, lufs: -11 });
    const bar = page.getByRole('region', { name: 'Player' });
    await page.getByText('There is a newer version of this track.').waitFor();
    await bar.getByText('Ballad').waitFor();
    await look(page, 'newer-version');
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().includes(`/files/${newest}/preview`)),
      page.getByRole('button', { name: 'Play the newest' }).tap(),
    ]);
    expect(asked.url()).toContain('/api/shared/');
    await page.getByRole('button', { name: /^Pause Ballad/ }).waitFor();
    await page.getByRole('button', { name: 'Play the newest' }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});
