import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser } from './browser.js';
import { drag } from './drag.js';
import { makeProject, send, signIn } from './listening-fixture.js';

describeInBrowser('projects of an engineer', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let sound: Buffer;

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'lacquer-projects-'));
    makeAudioFile(join(dir, 'sound'), { format: 'wav', durationS: 2 });
    sound = await readFile(join(dir, 'sound'));
    await rm(dir, { recursive: true });
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signIn(context, 'engineer');
    page = await context.newPage();
  });

  afterAll(() => browser.close());

  /** Drops a file wherever the page takes it, under the words that it shows meanwhile. */
  async function dropAnywhere(message: string, name: string): Promise<void> {
    const target = page.getByLabel(message);
    await drag(page.locator('body'), 'dragenter', name, sound);
    // The page may load what takes files only now. A browser reports a drag until it ends.
    await eventually(async () => {
      await drag(page.locator('body'), 'dragover', name, sound);
      expect(await target.isVisible()).toBe(true);
    });
    await drag(target, 'drop', name, sound);
  }
  const staged = (name: string) => page.locator('tr[data-row]').filter({ hasText: name });

  it('show what the engineer must know together with the tabs, which it never moves', async () => {
    const client = { name: 'Mara Lind', email: 'mara@example.com' };
    const { id } = await send<{ id: string }>(context, 'POST', 'projects', { title: 'First Songs', client });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/failed-mails$/, async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto(`${appUrl}/app/projects/${id}`);
    await page.getByRole('heading', { level: 1, name: 'First Songs' }).waitFor();
    await page.getByText('The client has not accepted your invitation yet').waitFor();
    const tabs = page.getByRole('tablist');
    expect(await tabs.isVisible()).toBe(false);
    release();
    await tabs.waitFor();
    await page.unroute(/\/failed-mails$/);

    const before = await tabs.boundingBox();
    const mail = {
      id: '01900000-0000-7000-8000-0000000000ff',
      to: client.email,
      message: 'New quote for “First Songs”',
    };
    await page.route(/\/failed-mails$/, async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as object;
      await route.fulfill({ response, json: { ...reply, data: [mail] } });
    });
    await send(context, 'PUT', `projects/${id}`, { status: 'in_progress' });
    await page.getByText('A mail did not reach the client').waitFor();
    expect(await tabs.boundingBox()).toEqual(before);
    await page.unroute(/\/failed-mails$/);
  });

  it('are renamed, and have notes, which the client sees', async () => {
    const id = await makeProject(context, 'Working title');
    await page.goto(`${appUrl}/app/projects/${id}`);
    await page.getByRole('button', { name: 'Edit title and notes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit project' });
    const title = dialog.getByLabel('Title');
    await title.fill(' ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Title is required').waitFor();
    await title.fill('The Final Title');
    await dialog.getByLabel('Notes').fill('Vinyl first, then streaming.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Final Title' }).waitFor();

    const client = await browser.newContext();
    await signIn(client, 'client');
    const clientsPage = await client.newPage();
    await clientsPage.goto(`${appUrl}/app/projects/${id}?tab=info`);
    await clientsPage.getByRole('heading', { level: 1, name: 'The Final Title' }).waitFor();
    await clientsPage.getByText('Vinyl first, then streaming.').waitFor();
    await eventually(async () =>
      expect(await clientsPage.getByRole('button', { name: 'Edit title and notes' }).count()).toBe(0),
    );
    await client.close();
  });

  it('take files that are dropped on any of their tabs', async () => {
    const id = await makeProject(context, 'Dropped on a tab');
    for (const [tab, name] of [
      ['timeline', '01 Gravel.wav'],
      ['quote', '02 Slate.wav'],
    ] as const) {
      await page.goto(`${appUrl}/app/projects/${id}?tab=${tab}`);
      await page.getByRole('heading', { level: 1, name: 'Dropped on a tab' }).waitFor();
      await dropAnywhere('Drop the files to stage them', name);
      await page.waitForURL(/tab=staging$/);
      await staged(name).waitFor();
    }
  });

  it('take files that are dropped on their list', async () => {
    const id = await makeProject(context, 'Dropped on the list');
    await page.goto(`${appUrl}/app/projects`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await dropAnywhere('Drop the files, then choose their project', '01 Marble.wav');
    const dialog = page.getByRole('dialog', { name: 'Which project are they for?' });
    await dialog.getByRole('combobox', { name: 'Project' }).fill('on the list');
    await page.getByRole('option', { name: /^Dropped on the list/ }).click();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.waitForURL(new RegExp(`/app/projects/${id}\\?tab=staging$`));
    await staged('01 Marble.wav').waitFor();
  });
});
