import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  accessibilityFindings,
  appUrl,
  describeInBrowser,
  eventually,
  launchBrowser,
  playedTo,
  screenshot,
} from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

const SIZE = { width: 390, height: 844 };

describeInBrowser('a client with a phone', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let phone: Page;
  let projectId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    engineers = await browser.newContext();
    await signIn(engineers, 'engineer');
    const clients = await browser.newContext({ viewport: SIZE, hasTouch: true, isMobile: true, acceptDownloads: true });
    await signIn(clients, 'client');
    projectId = await makeProject(engineers, 'On the way home');
    const quote = await send<{ id: string }>(engineers, 'POST', 'quotes', { projectId, amount: 120, notes: '' });
    await send(clients, 'PUT', `quotes/${quote.id}/accept`);
    await upload(
      engineers,
      {
        projectId,
        fileType: 'master',
        fileName: '01 Harbour with a rather long name for a narrow screen (Master).wav',
      },
      { format: 'wav', bits: 24, sampleRateHz: 44100, durationS: 24, lufs: -13, seed: 5 },
    );
    await upload(
      engineers,
      { projectId, fileType: 'master', fileName: '02 Lanterns.wav' },
      { format: 'wav', bits: 24, sampleRateHz: 44100, durationS: 5, lufs: -13, seed: 6 },
    );
    await send(engineers, 'POST', 'invoices', { projectId, amount: 120, due_date: '2027-12-01', notes: '' });
    phone = await clients.newPage();
    phone.on('pageerror', (error) => errors.push(error.message));
    await phone.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
  });

  afterAll(() => browser.close());

  async function look(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await screenshot(phone, `phone-${name}-${colorScheme}`, false);
    }
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }

  it('sees the answer that is wanted first', async () => {
    const pending = await makeProject(engineers, 'A quote on the way');
    await send(engineers, 'POST', 'quotes', { projectId: pending, amount: 90, notes: '' });
    await phone.goto(`${appUrl}/app/projects/${pending}`);
    const box = async (name: string) => (await phone.getByRole('button', { name, exact: true }).boundingBox())!;
    const [accept, reject] = [await box('Accept'), await box('Reject')];
    expect(accept.y).toBeLessThan(reject.y);
    expect(accept.width).toBeGreaterThan(280);
    await look('quote');
    await phone.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
  });

  it('listens', async () => {
    await phone
      .getByRole('link', { name: /Harbour/ })
      .first()
      .tap();
    await phone.getByRole('main').getByRole('button', { name: 'Play', exact: true }).tap();
    await playedTo(phone, 3);
    // While its pages are looked at, the song could end.
    await phone.getByRole('main').getByRole('button', { name: 'Pause', exact: true }).tap();
    await phone.getByRole('main').getByRole('button', { name: 'Play', exact: true }).waitFor();
    await look('listening');
  });

  it('sees the waveform below two rows of controls', async () => {
    const main = phone.getByRole('main');
    const play = (await main.getByRole('button', { name: /^(Play|Pause)$/ }).boundingBox())!;
    const waveform = (await main.getByRole('group', { name: /^Waveform of 01 Harbour/ }).boundingBox())!;
    const tools = await main.getByRole('button', { name: /^(Repeat A–B|Original)$/ }).all();
    const tops = await Promise.all(tools.map(async (tool) => Math.round((await tool.boundingBox())!.y)));
    expect(new Set(tops).size).toBe(1);
    expect(waveform.y - play.y).toBeLessThan(230);
  });

  it('opens the player over the whole window', async () => {
    const large = phone.getByRole('dialog', { name: 'Large player' });
    await phone
      .getByRole('region', { name: 'Player' })
      .getByRole('button', { name: /^01 Harbour/ })
      .tap();
    const waveform = large.getByRole('group', { name: /^Waveform of 01 Harbour/ });
    await waveform.waitFor();
    await look('large-player');
    const { width } = (await waveform.boundingBox())!;
    await waveform.tap({ position: { x: width / 12, y: 40 } });
    await eventually(async () => expect(await large.getByRole('timer').textContent()).toMatch(/^0:0[12]$/));
    expect((await large.boundingBox())!.height).toBe(SIZE.height);
    await phone.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect(await accessibilityFindings(phone, 'light')).toEqual([]);
    await phone.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await accessibilityFindings(phone, 'dark')).toEqual([]);
    await large.getByRole('link', { name: 'Comments and versions' }).tap();
    await eventually(async () => expect(await large.count()).toBe(0));
    await phone.getByRole('list', { name: 'Versions' }).waitFor();
  });

  it('comments at a position', async () => {
    const waveform = phone.getByRole('group', { name: /^Waveform of 01 Harbour/ });
    const { width } = (await waveform.boundingBox())!;
    await waveform.tap({ position: { x: width / 2, y: 60 } });
    await playedTo(phone, 11);
    await phone.getByRole('button', { name: 'Add Comment at Current Time' }).tap();
    const form = phone.getByRole('form', { name: 'New comment' });
    await eventually(async () => expect(await form.getByLabel('From').inputValue()).toMatch(/^0:1[12]$/));
    await form.getByLabel('Comment').fill('The bell could ring longer');
    await look('commenting');
    await form.getByRole('button', { name: 'Add Comment' }).tap();
    await phone.getByRole('paragraph').filter({ hasText: 'The bell could ring longer' }).waitFor();
    await phone
      .getByRole('region', { name: 'Player' })
      .getByRole('button', { name: /^01 Harbour/ })
      .tap();
    const large = phone.getByRole('dialog', { name: 'Large player' });
    await large.getByRole('button', { name: /The bell could ring longer$/ }).tap();
    await large
      .getByRole('status')
      .filter({ hasText: /^0:1[12], Demo Client: The bell could ring longer$/ })
      .waitFor();
    await large.getByRole('button', { name: 'Make the player small' }).tap();
    await large.waitFor({ state: 'detached' });
  });

  it('approves', async () => {
    const version = phone.getByRole('list', { name: 'Versions' }).getByRole('listitem').first();
    const approve = version.getByRole('button', { name: 'Approve' });
    const waveform = (await version.getByRole('group', { name: /^Waveform of 01 Harbour/ }).boundingBox())!;
    expect((await approve.boundingBox())!.y - (waveform.y + waveform.height)).toBeLessThan(24);
    await approve.tap();
    await phone.getByText(/^Approved by Demo Client/).waitFor();
    await look('approved');
  });

  it('pays, and downloads everything at once', async () => {
    await phone.getByRole('link', { name: 'Back to Files' }).tap();
    await phone
      .getByRole('link', { name: /^Pay \$120/ })
      .first()
      .tap();
    await phone.getByRole('button', { name: 'Pay $120.00 (demo)' }).tap();
    await phone.getByText('Payment Successful!').waitFor();
    await phone.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    const all = phone.getByRole('link', { name: 'Download all' });
    await all.waitFor();
    await look('paid');
    const [download] = await Promise.all([phone.waitForEvent('download'), all.tap()]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    expect(await download.failure()).toBeNull();
    expect(errors).toEqual([]);
  });
});
