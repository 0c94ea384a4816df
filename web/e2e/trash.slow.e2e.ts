import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const TITLE = 'Songs to be deleted by mistake';
const DEMO_CLIENT = '01900000-0000-7000-8000-000000000002';

describeInBrowser('deleting and restoring', () => {
  let browser: Browser;
  let engineer: Page;
  let client: Page;
  let dir: string;
  let projectId: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-trash-'));
    browser = await launchBrowser();
    [engineer, client] = await Promise.all([windowOf('engineer'), windowOf('client')]);
    const data = { title: TITLE, clientId: DEMO_CLIENT };
    const created = await engineer.context().request.post(`${appUrl}/api/projects`, { data });
    projectId = ((await created.json()) as { data: { id: string } }).data.id;
    for (const [index, name] of ['Kite rough mix.wav', 'Old mix.wav'].entries()) {
      makeAudioFile(join(dir, name), { format: 'wav', durationS: 3, seed: index });
      const asked = await client.context().request.post(`${appUrl}/api/files/upload-url`, {
        data: { projectId, fileType: 'upload', fileName: name },
      });
      const { fileId } = ((await asked.json()) as { data: { fileId: string } }).data;
      await client.context().request.put(`${appUrl}/api/files/upload/${fileId}`, {
        data: await readFile(join(dir, name)),
        headers: { 'content-type': 'audio/wav' },
      });
    }
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function windowOf(role: 'engineer' | 'client'): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role } });
    return context.newPage();
  }

  /** In both colour schemes, and on a phone. */
  async function look(page: Page, name: string): Promise<void> {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const scheme of ['light', 'dark'] as const) {
        await page.evaluate(
          (value) => document.documentElement.setAttribute('data-mantine-color-scheme', value),
          scheme,
        );
        await screenshot(page, `trash-${name}-${width}-${scheme}`, false);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect({ name, width, wide }).toEqual({ name, width, wide: false });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }

  const files = (page: Page) => page.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
  const deleteFile = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('It can be restored in Storage for 30 days').waitFor();
  };

  it('gives the client a trash of their own, with a way to restore and to empty it', async () => {
    await files(client);
    await client.getByRole('button', { name: 'Files of Old mix' }).click();
    await deleteFile(client, 'Old mix.wav');
    await client.getByRole('link', { name: '1 deleted file' }).click();
    await client.getByRole('heading', { name: 'Trash' }).waitFor();
    await client.getByText('Old mix.wav').waitFor();
    await look(client, 'client');
    await client.getByRole('button', { name: 'Restore Old mix.wav' }).click();
    await client.getByText('The trash is empty.').waitFor();
    await files(client);
    await client.getByRole('button', { name: 'Files of Old mix' }).click();
    await deleteFile(client, 'Old mix.wav');
    await client.goto(`${appUrl}/app/storage`);
    await client.getByRole('button', { name: 'Empty trash' }).click();
    await client.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    await client.getByText('The trash is empty.').waitFor();
  });

  it('lets the engineer bring back an original that they deleted', async () => {
    await files(engineer);
    await deleteFile(engineer, 'Kite rough mix.wav');
    await engineer.goto(`${appUrl}/app/storage`);
    await engineer.getByText('Kite rough mix.wav').waitFor();
    await look(engineer, 'engineer');
    await engineer.getByRole('button', { name: 'Restore Kite rough mix.wav' }).click();
    await engineer.getByText(`Kite rough mix.wav is back in ${TITLE}`).waitFor();
    await files(client);
    await client.getByRole('link', { name: 'Kite rough mix' }).waitFor();
  });

  it('deletes a project only once its title is typed, and restores it', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=info`);
    await engineer.getByRole('button', { name: 'Delete project' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Delete project' });
    const confirm = dialog.getByRole('button', { name: 'Delete project' });
    await dialog.getByRole('textbox').fill('Songs');
    await eventually(async () => expect(await confirm.isDisabled()).toBe(true));
    await dialog.getByRole('textbox').fill(TITLE);
    await look(engineer, 'typed-title');
    await confirm.click();
    await engineer.waitForURL(/\/app\/projects$/);
    await files(client);
    await client
      .getByText(/not found/i)
      .first()
      .waitFor();

    await engineer.goto(`${appUrl}/app/storage`);
    await engineer.getByRole('heading', { name: 'Recently deleted projects' }).waitFor();
    await look(engineer, 'deleted-project');
    await engineer.getByRole('button', { name: `Restore ${TITLE}` }).click();
    await engineer.getByText(`${TITLE} is back, with its files and comments`).waitFor();
    await files(client);
    await client.getByRole('link', { name: 'Kite rough mix' }).waitFor();
  });

  it('asks where a revision belongs whose name no master shares', async () => {
    const request = engineer.context().request;
    await request.post(`${appUrl}/api/tracks/projects/${projectId}`, { data: { trackNumber: 1, title: 'Kite' } });
    const asked = await request.post(`${appUrl}/api/files/upload-url`, {
      data: { projectId, fileType: 'revision', fileName: 'final final.wav' },
    });
    const { fileId } = ((await asked.json()) as { data: { fileId: string } }).data;
    await request.put(`${appUrl}/api/files/upload/${fileId}`, {
      data: await readFile(join(dir, 'Old mix.wav')),
      headers: { 'content-type': 'audio/wav' },
    });
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=release`);
    await engineer.getByText('Where does this revision belong?').waitFor();
    await files(engineer);
    const question = engineer.getByRole('group', { name: 'Place final final.wav' });
    await question.getByRole('combobox', { name: 'Track of final final.wav' }).click();
    await engineer.getByRole('option', { name: '1. Kite' }).click();
    await look(engineer, 'revision');
    await question.getByRole('button', { name: 'Place revision' }).click();
    await question.waitFor({ state: 'detached' });
  });

  it('shows the operator the trash of every studio', async () => {
    await files(engineer);
    await deleteFile(engineer, 'Kite rough mix.wav');
    await engineer.goto(`${appUrl}/app/operator`);
    const section = engineer.getByRole('region', { name: 'Trash' });
    await section.getByRole('table').waitFor();
    await section.scrollIntoViewIfNeeded();
    await look(engineer, 'operator');
    await section.getByRole('button', { name: 'Empty all trash' }).click();
    await engineer.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    await section.getByText('Nothing is in the trash.').waitFor();
  });
});
