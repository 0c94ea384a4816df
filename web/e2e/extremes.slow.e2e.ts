import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeDataDir, removeDataDir, startInProduction } from './launcher.mjs';
import { MailFolder } from './mails.js';

const PASSWORD = 'correct horse';
const TRACKS = 60;
const COMMENTS = 200;
const PROJECTS = 60;
const LENGTH_S = 6;
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

/** A name of 120 characters with that beginning. */
const long = (name: string): string =>
  `${name} and the Unabridged Philharmonic Choir of Both Riverbanks, Recorded Live at Night `
    .repeat(2)
    .slice(0, 119)
    .concat('.');
/** Aa, Ab and so on. */
const letters = (n: number): string => String.fromCharCode(65 + Math.floor(n / 26), 97 + (n % 26));
const TITLE = long('The Night');
const ARTIST = long('Ines');

interface Person {
  context: BrowserContext;
  page: Page;
}

describeInBrowser('an album of 60 tracks with 200 comments and names of 120 characters', () => {
  let browser: Browser;
  let dataDir: string;
  let dir: string;
  let portal: Awaited<ReturnType<typeof startInProduction>>;
  let mails: MailFolder;
  let engineer: BrowserContext;
  let artist: Person;
  let projectId: string;
  let firstFile: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    dir = await mkdtemp(join(tmpdir(), 'lacquer-extremes-'));
    dataDir = await makeDataDir();
    portal = await startInProduction(dataDir);
    mails = new MailFolder(dataDir, portal.url);
    engineer = await newContext();
    const account = { name: long('Ada'), email: 'ada@example.com', password: PASSWORD, studioName: long('Ada') };
    await send(engineer, 'POST', 'setup', account);
    const client = { name: ARTIST, email: 'ines@example.com' };
    projectId = (await send<{ id: string }>(engineer, 'POST', 'projects', { title: TITLE, client })).id;
    artist = await enter('ines@example.com');
    const people = [artist.context, engineer];
    for (const name of ['mo', 'lena']) {
      const email = `${name}@example.com`;
      await send(artist.context, 'POST', `projects/${projectId}/people`, { name: long(name), email, role: 'comments' });
      people.push((await enter(email)).context);
    }
    const files: string[] = [];
    for (let n = 0; n < TRACKS; n++) files.push(await master(long(`Song ${letters(n)}`), n));
    firstFile = files[0]!;
    for (let n = 0; n < COMMENTS; n++) {
      const timestampSeconds = (n / COMMENTS) * LENGTH_S;
      const body = { projectId, fileId: firstFile, timestampSeconds, comment: `${n}: ${long('Less bass')}` };
      await send(people[n % people.length]!, 'POST', 'comments', body);
    }
    for (const id of files) {
      await eventually(async () => {
        const { analysis } = await send<{ analysis: { state: string } }>(engineer, 'GET', `files/${id}`);
        expect(analysis.state).toBe('done');
      });
    }
  });

  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await removeDataDir(dataDir);
    await rm(dir, { recursive: true, force: true });
  });

  const newContext = () => browser.newContext({ viewport: LAPTOP, reducedMotion: 'reduce' });

  async function send<T>(context: BrowserContext, method: string, path: string, data?: object): Promise<T> {
    const headers = { origin: portal.url };
    const reply = await context.request.fetch(`${portal.url}/api/${path}`, { method, data, headers });
    if (!reply.ok()) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return ((await reply.json()) as { data: T }).data;
  }

  /** Follows the invitation in the mail to that address. */
  async function enter(email: string): Promise<Person> {
    const context = await newContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(await mails.link(email, /invites you/, '/invite/'));
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.waitForURL(/\/app/);
    return { context, page };
  }

  async function master(name: string, seed: number): Promise<string> {
    const path = join(dir, 'sound');
    makeAudioFile(path, { format: 'wav', bits: 16, sampleRateHz: 44100, durationS: LENGTH_S, seed, lufs: -14 });
    const body = { projectId, fileType: 'master', fileName: `${name}wav` };
    const { fileId } = await send<{ fileId: string }>(engineer, 'POST', 'files/upload-url', body);
    const sent = await engineer.request.put(`${portal.url}/api/files/upload/${fileId}`, {
      data: await readFile(path),
      headers: { 'content-type': 'audio/wav', origin: portal.url },
    });
    if (!sent.ok()) throw new Error(await sent.text());
    return fileId;
  }

  async function look(page: Page, name: string): Promise<void> {
    for (const [device, viewport] of Object.entries({ phone: PHONE, laptop: LAPTOP })) {
      await page.setViewportSize(viewport);
      await eventually(async () => {
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect({ name, device, overflow }).toEqual({ name, device, overflow: 0 });
      });
      await screenshot(page, `extremes-${name}-${device}`, false);
    }
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  it('waits on the home, with all of its name', async () => {
    const { page } = artist;
    await page.goto(`${portal.url}/app`);
    await heading(page, `Welcome, ${ARTIST}`);
    await page.getByText(`${TRACKS} new masters to hear`).first().waitFor();
    await look(page, 'home');
  });

  it('is heard from the first to the last row, on a phone too', async () => {
    const { page } = artist;
    await page.goto(`${portal.url}/app/projects/${projectId}`);
    await heading(page, TITLE);
    const rows = page.locator('[data-track]');
    await eventually(async () => expect(await rows.count()).toBe(TRACKS));
    await look(page, 'record');
    await page.setViewportSize(PHONE);
    const last = rows.last();
    await last.scrollIntoViewIfNeeded();
    await last.getByRole('button', { name: /^Play / }).click();
    await last.getByRole('button', { name: /^Pause / }).waitFor();
    await look(page, 'record-playing');
  });

  it('is discussed, and each comment can be reached', async () => {
    const { page } = artist;
    await page.goto(`${portal.url}/app/projects/${projectId}/tracks/${firstFile}`);
    const last = page.getByText(new RegExp(`^${COMMENTS - 1}: Less bass`)).first();
    await last.waitFor();
    await look(page, 'track');
    await last.scrollIntoViewIfNeeded();
    await screenshot(page, 'extremes-last-comment', false);
    await page.goto(`${portal.url}/app/projects/${projectId}?tab=timeline`);
    await page
      .getByText(/Less bass/)
      .first()
      .waitFor();
    await look(page, 'timeline');
  });

  it('has people whose long names leave their roles in sight', async () => {
    const { page } = artist;
    await page.goto(`${portal.url}/app/projects/${projectId}`);
    await page.getByRole('button', { name: 'People' }).click();
    const dialog = page.getByRole('dialog', { name: 'People' });
    await dialog.getByRole('combobox', { name: `Role of ${long('lena')}` }).waitFor();
    await look(page, 'people');
    await page.goto(`${portal.url}/app/notifications`);
    await heading(page, 'Notifications');
    await look(page, 'notifications');
  });

  it('is found by a client with 60 other projects, whose home begins with the latest', async () => {
    const oldest = 'Project Aa';
    for (let n = 0; n < PROJECTS; n++) {
      const project = { title: `Project ${letters(n)}`, client: { name: ARTIST, email: 'ines@example.com' } };
      await send(engineer, 'POST', 'projects', project);
    }
    const { page } = artist;
    await page.goto(`${portal.url}/app`);
    const cards = page.getByRole('link', { name: /^View Project / });
    await cards.first().waitFor();
    expect(await cards.count()).toBeLessThan(PROJECTS);
    await look(page, 'home-many');
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(oldest);
    await page.getByRole('link', { name: `View Project ${oldest}` }).waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('button', { name: `Show all ${PROJECTS + 1} projects` }).click();
    await eventually(async () => expect(await cards.count()).toBe(PROJECTS + 1));

    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    const turns = waiting.getByRole('listitem');
    const first = await turns.count();
    await waiting.getByRole('button', { name: /^Show all \d+ waiting$/ }).click();
    await eventually(async () => expect(await turns.count()).toBeGreaterThan(Math.max(first, PROJECTS - 1)));
  });

  it('and a client without any project finds every page empty, and says so', async () => {
    await send(engineer, 'POST', 'invites', { name: long('Newcomer'), email: 'new@example.com' });
    const { page } = await enter('new@example.com');
    for (const [path, title, text] of [
      ['/app', `Welcome, ${long('Newcomer')}`, 'No projects yet'],
      ['/app/invoices', 'Invoices', 'No invoices yet'],
      ['/app/notifications', 'Notifications', 'No notifications yet.'],
    ] as const) {
      await page.goto(`${portal.url}${path}`);
      await heading(page, title);
      await page.getByText(text).waitFor();
      await look(page, `empty${path.replaceAll('/', '-')}`);
    }
    expect(errors).toEqual([]);
  });
});
