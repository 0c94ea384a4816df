import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it as test } from '@jest/globals';
import { type Browser, type BrowserContext, devices, type Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { describeInBrowser, eventually, launchBrowser, playedTo, screenshot } from './browser.js';
import { makeDataDir, removeDataDir, startInProduction } from './launcher.mjs';
import { MailFolder } from './mails.js';

const TITLE = 'Harbour Lights';
const PASSWORD = 'correct horse';
const ARTIST = { name: 'Ines Valadão', email: 'ines@example.com' };
const BANDMATE = { name: 'Mo Ray', email: 'mo@example.com' };
const LABEL = { name: 'Lena Frost', email: 'lena@label.example.com' };
const SOUND = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 30 } as const;
const FILES = [
  { name: 'bounce 7.wav', seed: 9, lufs: -20 },
  { name: 'Lantern mix.wav', seed: 4, lufs: -20 },
  { name: '01 Harbour.wav', seed: 9, lufs: -12 },
  { name: '02 Lantern.wav', seed: 4, lufs: -12 },
  { name: '01 Harbour v2.wav', seed: 9, lufs: -14 },
];

/** Everybody follows the links in their mails, as people do. */
describeInBrowser("a client's day, with an artist, a bandmate and a label", () => {
  let browser: Browser;
  let dataDir: string;
  let dir: string;
  let portal: Awaited<ReturnType<typeof startInProduction>>;
  let mails: MailFolder;
  let engineer: Page;
  let artist: Page;
  let artistsPhone: Page;
  let bandmatesPhone: Page;
  let label: Page;
  const errors: string[] = [];
  /** Failed requests, and those for live updates and sound. It is printed when a step fails. */
  const seen: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-day-'));
    for (const { name, ...sound } of FILES) makeAudioFile(join(dir, name), { ...SOUND, ...sound });
    browser = await launchBrowser();
    dataDir = await makeDataDir();
    portal = await startInProduction(dataDir);
    mails = new MailFolder(dataDir, portal.url);
    const laptop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', acceptDownloads: true } as const;
    const phone = { ...devices['iPhone 13'], reducedMotion: 'reduce' } as const;
    [engineer, artist, artistsPhone, bandmatesPhone, label] = (await Promise.all(
      [laptop, laptop, phone, phone, laptop].map(async (device) => windowOf(await browser.newContext(device))),
    )) as [Page, Page, Page, Page, Page];
    const account = { name: 'Ada', email: 'ada@example.com', password: PASSWORD, studioName: 'Ada Mastering' };
    const headers = { origin: portal.url };
    await engineer.context().request.post(`${portal.url}/api/setup`, { data: account, headers });
  });

  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await removeDataDir(dataDir);
    await rm(dir, { recursive: true, force: true });
  });

  let failed = false;
  /** Each step needs the ones before it. */
  const it = (name: string, step: () => Promise<void>) =>
    test(name, async () => {
      if (failed) throw new Error('An earlier step has failed');
      failed = true;
      try {
        await step();
      } catch (error) {
        console.error(`What the windows saw:\n${seen.slice(-60).join('\n')}`);
        throw error;
      }
      failed = false;
    });

  async function windowOf(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    const note = (text: string) => seen.push(`${new Date().toISOString()} ${page.url()} ${text}`);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && note(message.text()));
    page.on('requestfailed', (request) => note(`${request.url()} ${request.failure()?.errorText}`));
    page.on('response', (response) => {
      const isTelling = response.status() >= 400 || /\/(events|played|listening)$/.test(response.url());
      if (isTelling) note(`${response.url()} ${response.status()}`);
    });
    return page;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
  const row = (page: Page, title: string) => page.locator('[data-track]').filter({ hasText: title });
  const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
  const home = (page: Page) => page.goto(`${portal.url}/app`);
  const todo = (page: Page, sentence: string | RegExp) =>
    page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem').getByText(sentence).waitFor();

  async function look(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await screenshot(page, `day-${name}-${colorScheme}`, false);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }

  async function accept(page: Page, to: string): Promise<void> {
    await page.goto(await mails.link(to, /invites you to/, '/invite/'));
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await heading(page, TITLE);
  }

  /** Stages files, which belong where the portal says, and releases them. */
  async function release(...names: string[]): Promise<void> {
    await tab(engineer, 'Staging');
    // Before that, the first file input is that of the tab that was open.
    await engineer.getByRole('button', { name: 'Choose a folder' }).waitFor();
    await engineer
      .locator('input[type=file]')
      .first()
      .setInputFiles(names.map((name) => join(dir, name)));
    for (const name of names) await engineer.getByRole('button', { name: `Accept suggestion for ${name}` }).click();
    await tab(engineer, 'Release');
    const all = engineer.getByRole('button', { name: `Release Selected (${names.length})` });
    // Assignments and analyses become ready one after the other.
    await eventually(async () => {
      await engineer.getByRole('button', { name: 'Select All Ready' }).click();
      expect(await all.count()).toBe(1);
    });
    await all.click();
    await engineer.getByRole('button', { name: 'Confirm Release' }).click();
    await engineer.getByText('Release Successful').first().waitFor();
  }

  it('begins with a mail: the invitation leads to the quote, which is accepted on a phone', async () => {
    await engineer.goto(`${portal.url}/app`);
    await engineer.getByRole('button', { name: 'New project' }).first().click();
    const dialog = engineer.getByRole('dialog', { name: 'Create Project' });
    await dialog.getByLabel('Title').fill(TITLE);
    await dialog.getByText('New client', { exact: true }).click();
    await dialog.getByLabel("Client's name").fill(ARTIST.name);
    await dialog.getByLabel("Client's e-mail").fill(ARTIST.email);
    await dialog.getByLabel('Send a quote with it').check();
    await dialog.getByLabel('Amount').fill('400');
    await dialog.getByRole('button', { name: 'Create Project' }).click();
    await heading(engineer, TITLE);

    await accept(artistsPhone, ARTIST.email);
    await artistsPhone.getByText('Your quote: $400.00').waitFor();
    await look(artistsPhone, 'quote');
    await artistsPhone.getByRole('button', { name: 'Accept', exact: true }).tap();
    await artistsPhone.getByRole('button', { name: /^Accept for/ }).tap();
    await artistsPhone.getByText('Quote Accepted').first().waitFor();
  });

  it('asks for the mixes next, which are sent from the laptop', async () => {
    await artist.goto(`${portal.url}/sign-in`);
    await artist.getByLabel('E-mail').fill(ARTIST.email);
    await artist.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await artist.getByRole('button', { name: 'Sign in', exact: true }).click();
    await todo(artist, 'Your mixes are needed to begin');
    await look(artist, 'home-send');
    await artist.getByRole('link', { name: `Send your mixes: ${TITLE}` }).click();
    const mixes = FILES.slice(0, 2).map(({ name }) => join(dir, name));
    await artist.getByRole('region', { name: 'Upload' }).locator('input[type=file]').setInputFiles(mixes);
    for (const title of ['bounce', 'Lantern']) await row(artist, title).getByText('Your mix').waitFor();
    await home(artist);
    await artist.getByText('Your engineer is working on it').waitFor();
  });

  it('lets the artist invite a bandmate who decides and a label manager who comments', async () => {
    await artist.getByRole('link', { name: `View Project ${TITLE}` }).click();
    await artist.getByRole('button', { name: 'People' }).click();
    const dialog = artist.getByRole('dialog', { name: 'People' });
    for (const [person, role] of [
      [BANDMATE, 'Decides'],
      [LABEL, 'Comments'],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(person.name);
      await dialog.getByLabel('E-mail').fill(person.email);
      await dialog.getByRole('radiogroup', { name: 'Role' }).getByText(role, { exact: true }).click();
      await dialog.getByRole('button', { name: 'Invite' }).click();
      await dialog.getByRole('listitem').filter({ hasText: person.email }).waitFor();
      await eventually(async () => expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(''));
    }
    await artist.keyboard.press('Escape');
    await accept(bandmatesPhone, BANDMATE.email);
    await accept(label, LABEL.email);
    await eventually(async () =>
      expect(await label.getByRole('tab').allTextContents()).toEqual(['Timeline', 'Files', 'Info']),
    );
  });

  it('is heard on a phone with two taps: the link of the mail, and Play', async () => {
    await tab(engineer, 'Staging');
    for (const title of ['Harbour', 'Lantern']) {
      await engineer.getByRole('button', { name: 'Add Track' }).first().click();
      const modal = engineer.getByRole('dialog', { name: 'Create New Track' });
      await modal.getByLabel('Title').fill(title);
      await modal.getByRole('button', { name: 'Create Track' }).click();
      await modal.waitFor({ state: 'detached' });
    }
    await release('01 Harbour.wav', '02 Lantern.wav');
    const link = await mails.link(BANDMATE.email, /2 new masters/, '/app/projects/');
    await bandmatesPhone.goto(link);
    await row(bandmatesPhone, 'Harbour').getByText('New', { exact: true }).waitFor();
    // Masters can be released while their previews are still being made.
    for (const title of ['Harbour', 'Lantern']) {
      await row(bandmatesPhone, title)
        .getByRole('button', { name: `Play ${title}` })
        .waitFor();
    }
    await look(bandmatesPhone, 'record');
    await bandmatesPhone.getByRole('button', { name: 'Play all' }).tap();
    await bar(bandmatesPhone).getByText('Harbour', { exact: true }).waitFor();
    await row(bandmatesPhone, 'Harbour').getByText('Heard', { exact: true }).waitFor();
    // Before so much of the next track was played that it is heard, too.
    await bar(bandmatesPhone).getByRole('button', { name: 'Pause', exact: true }).tap();
    await bar(bandmatesPhone).getByRole('button', { name: 'Play', exact: true }).waitFor();
    await look(bandmatesPhone, 'heard');
  });

  it('says what is left: one master to hear, then two to answer', async () => {
    await home(bandmatesPhone);
    await todo(bandmatesPhone, '1 new master to hear');
    await look(bandmatesPhone, 'home-hear');
    await bandmatesPhone.getByRole('link', { name: `Listen: ${TITLE}` }).tap();
    await row(bandmatesPhone, 'Lantern').getByRole('button', { name: 'Play Lantern' }).tap();
    await row(bandmatesPhone, 'Lantern').getByText('Heard', { exact: true }).waitFor();
    await bar(bandmatesPhone).getByRole('button', { name: 'Close the player' }).tap();
    await home(bandmatesPhone);
    await todo(bandmatesPhone, '2 masters without your answer');
  });

  it('is compared with the mix, whatever its file is called, by the keys 1 and 2', async () => {
    await artist.goto(await mails.link(ARTIST.email, /2 new masters/, '/app/projects/'));
    await row(artist, 'Harbour').getByText('Master · 1 mix').waitFor();
    await row(artist, 'Harbour').getByRole('link', { name: 'Harbour', exact: true }).click();
    const version = (name: string) =>
      artist.getByRole('list', { name: 'Versions' }).getByRole('button', { name: new RegExp(`\\d\\s*${name}$`) });
    await version('Your mix').waitFor();
    await artist.keyboard.press('Space');
    await playedTo(artist, 1);
    await artist.keyboard.press('l');
    await artist.keyboard.press('1');
    await eventually(async () => expect(await version('Your mix').getAttribute('aria-pressed')).toBe('true'));
    await look(artist, 'compare');
    await artist.keyboard.press('2');
    await eventually(async () => expect(await version('Master').getAttribute('aria-pressed')).toBe('true'));
  });

  it('is discussed by the label, and the mail about it leads to the second', async () => {
    await label.goto(await mails.link(LABEL.email, /2 new masters/, '/app/projects/'));
    await row(label, 'Harbour').getByRole('link', { name: 'Harbour', exact: true }).click();
    await label.getByRole('group', { name: /^Waveform of 01 Harbour/ }).click({ position: { x: 400, y: 40 } });
    await label.getByRole('button', { name: 'Add Comment at Current Time' }).click();
    const box = label.getByRole('textbox', { name: 'Comment' });
    await box.pressSequentially('@mo');
    await label.getByRole('option', { name: BANDMATE.name }).waitFor();
    await box.press('Enter');
    // At once, as fast typists do: the caret is behind the name.
    await box.pressSequentially('is the bass too loud here?');
    expect(await box.inputValue()).toBe(`@${BANDMATE.name} is the bass too loud here?`);
    await box.press('Enter');
    await label.getByRole('paragraph').filter({ hasText: 'is the bass too loud here?' }).waitFor();
    expect(await label.getByRole('button', { name: 'Approve' }).count()).toBe(0);

    const { text, links } = await mails.next(BANDMATE.email, /mentioned you on .*Harbour/);
    expect(text).toContain('is the bass too loud here?');
    const moment = links.find((link) => /\/tracks\/.*\?t=\d+/.test(link))!;
    await bandmatesPhone.goto(moment);
    await bandmatesPhone.getByText('is the bass too loud here?').first().waitFor();
    const [, second] = /t=(\d+)/.exec(moment)!;
    const clock = `0:${second!.padStart(2, '0')}`;
    await bandmatesPhone.getByRole('timer', { name: 'Time' }).filter({ hasText: clock }).waitFor();
    await look(bandmatesPhone, 'moment');
  });

  it('is answered: changes for one track, and approval for the other, which needs both', async () => {
    await bandmatesPhone.getByRole('button', { name: 'Ask for Changes' }).tap();
    const dialog = bandmatesPhone.getByRole('dialog', { name: 'Ask for changes' });
    await dialog.getByLabel(/What should change/).fill('Less bass');
    await dialog.getByRole('button', { name: 'Ask for Changes' }).tap();
    await bandmatesPhone.getByText(/^Changes requested by Mo Ray/).waitFor();

    await artist.getByRole('link', { name: 'Back to Files' }).click();
    await row(artist, 'Harbour').getByText('Changes requested').waitFor();
    await row(artist, 'Lantern').getByRole('link', { name: 'Lantern', exact: true }).click();
    await artist.getByRole('button', { name: 'Approve' }).click();
    await artist.getByText('Waits for Mo Ray: everyone who decides approves it.').waitFor();
    await artist.getByRole('link', { name: 'Back to Files' }).click();
    await row(artist, 'Lantern').getByText('Approved by you').waitFor();
    await look(artist, 'answered');
    await home(artist);
    await artist.getByText('Changes requested', { exact: true }).waitFor();
    await look(artist, 'home-changes');

    await engineer.goto(`${portal.url}/app/projects`);
    const listed = engineer.getByRole('row').filter({ hasText: TITLE });
    await listed.getByText('Changes requested', { exact: true }).waitFor();
    await look(engineer, 'list-changes');
    await engineer.goto(`${portal.url}/app/projects/overview`);
    await engineer.getByText('Changes asked for').waitFor();
    await engineer
      .getByText(/Less bass/)
      .first()
      .waitFor();
    await engineer
      .getByRole('link', { name: new RegExp(TITLE) })
      .first()
      .click();
    await heading(engineer, TITLE);
  });

  it('is heard again as the version that answers the request, and approved by both', async () => {
    await release('01 Harbour v2.wav');
    const revised = await mails.next(ARTIST.email, /(new|revised) master is available/);
    expect(revised.text).toContain('answers “Less bass”');
    await artistsPhone.goto(revised.links.find((link) => link.includes('/tracks/'))!);
    await artistsPhone.getByText(`This version answers the request of ${BANDMATE.name}: “Less bass”`).waitFor();
    await artistsPhone.getByRole('main').getByRole('button', { name: 'Play', exact: true }).tap();
    await playedTo(artistsPhone, 2);
    await look(artistsPhone, 'second-version');
    await artistsPhone.getByRole('button', { name: 'Approve' }).tap();
    await artistsPhone.getByText('Waits for Mo Ray: everyone who decides approves it.').waitFor();
    await home(artistsPhone);
    await artistsPhone.getByText('2 masters approved by you, not by everyone who decides').waitFor();

    await bandmatesPhone.goto(await mails.link(BANDMATE.email, /(new|revised) master is available/, '/app/projects/'));
    await bandmatesPhone.getByRole('button', { name: 'Approve' }).tap();
    await bandmatesPhone.getByRole('link', { name: 'Back to Files' }).tap();
    await row(bandmatesPhone, 'Harbour').getByText('Master v2, answers “Less bass”').waitFor();
    await row(bandmatesPhone, 'Harbour').getByText('Approved', { exact: true }).waitFor();
    await row(bandmatesPhone, 'Lantern').getByRole('link', { name: 'Lantern', exact: true }).tap();
    await bandmatesPhone.getByRole('button', { name: 'Approve' }).tap();
    await home(artist);
    await artist.getByText('Everything is answered; the invoice comes next').waitFor();
  });

  it('is paid, and downloaded as the bytes that were mastered', async () => {
    await engineer.getByRole('button', { name: 'Send Invoice' }).first().click();
    await engineer.getByRole('dialog').getByRole('button', { name: 'Send Invoice' }).click();
    const { text, links } = await mails.next(ARTIST.email, /^Invoice #1 for/);
    expect(text).toContain('$400.00');
    await artist.goto(links.find((link) => link.includes('/app/payment/'))!);
    await heading(artist, 'Payment');
    await look(artist, 'payment');
    await home(label);
    await label.getByRole('link', { name: `View Project ${TITLE}` }).waitFor();
    expect(await label.getByText('Invoice').count()).toBe(0);

    await tab(engineer, 'Quote');
    await engineer.getByRole('button', { name: 'Mark as paid' }).click();
    await engineer.getByRole('button', { name: 'Undo paid' }).waitFor();
    // Leaving the page ends the grace period for undoing.
    await engineer.reload();
    await artist.goto(await mails.link(ARTIST.email, /is paid: your finals of/, '/app/projects/'));
    // The one thing to do now; the artist has heard and answered everything.
    await artist.locator('a[data-variant=filled]', { hasText: 'Download all' }).waitFor();
    await artist.locator('button[data-variant=default]', { hasText: 'Play all' }).waitFor();
    await row(artist, 'Harbour').getByRole('button', { name: 'Files of Harbour' }).click();
    await look(artist, 'download');
    const [download] = await Promise.all([
      artist.waitForEvent('download'),
      artist.getByRole('link', { name: 'Download 01 Harbour v2.wav' }).click(),
    ]);
    const [got, sent] = await Promise.all([readFile(await download.path()), readFile(join(dir, '01 Harbour v2.wav'))]);
    expect(sha256(got)).toBe(sha256(sent));
    // The server notes a download when it has sent all of it, which may be after the browser has got it.
    await eventually(async () => {
      const { data } = await (await artist.request.get(`${portal.url}/api/projects/waiting`)).json();
      expect(data.steps).toMatchObject([{ step: 'download', count: 1 }]);
    });
    await home(artist);
    await todo(artist, '1 final ready to download');
    await label.getByRole('link', { name: `View Project ${TITLE}` }).click();
    await row(label, 'Harbour').waitFor();
    expect(await label.getByRole('link', { name: 'Download all' }).count()).toBe(0);
  });

  it('ends at once for a person who is removed while listening', async () => {
    await label.goto(`${portal.url}/app`);
    await label
      .getByRole('link', { name: new RegExp(TITLE) })
      .first()
      .click();
    await row(label, 'Harbour').getByRole('button', { name: 'Play Harbour' }).click();
    await bar(label).getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await artist
      .getByRole('link', { name: new RegExp(TITLE) })
      .first()
      .click();
    await artist.getByRole('button', { name: 'People' }).click();
    const person = artist
      .getByRole('dialog', { name: 'People' })
      .getByRole('listitem')
      .filter({ hasText: LABEL.email });
    await person.getByRole('button', { name: /Remove/ }).click();
    await artist
      .getByRole('dialog', { name: /Remove/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await label.getByRole('heading', { level: 1, name: 'Project not found' }).waitFor();
    await bar(label).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
