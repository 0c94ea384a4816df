import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appUrl, describeInBrowser, launchBrowser, playedTo, screenshot } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

describeInBrowser('a listening link', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let engineer: Page;
  let phone: Page;
  let projectId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    engineers = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await signIn(engineers, 'engineer');
    engineer = await engineers.newPage();
    const stranger = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    phone = await stranger.newPage();
    phone.on('pageerror', (error) => errors.push(error.message));
    projectId = await makeProject(engineers, 'Heard by a stranger');
    const sound = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 90, lufs: -14 } as const;
    for (const [seed, fileName] of ['Anthem.wav', 'Ballad of a very long night in a small town.wav'].entries()) {
      await upload(engineers, { projectId, fileType: 'master', fileName }, { ...sound, seed });
    }
  });

  afterAll(() => browser.close());

  const dialog = () => engineer.getByRole('dialog', { name: 'Share' });

  async function look(page: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `${name}-${scheme}`, false);
    }
  }

  it('is made in the project', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}`);
    await engineer.getByRole('button', { name: 'Share' }).click();
    await dialog().getByRole('textbox', { name: 'Who is it for?' }).fill('Label');
    await dialog().getByRole('textbox', { name: 'Password' }).fill('open sesame');
    await look(engineer, 'share-new');
    await dialog().getByRole('button', { name: 'Make link' }).click();
    await dialog().getByText('Not opened yet').waitFor();
    await look(engineer, 'share-links');
  });

  it('asks a stranger on a phone for the password, and then plays the record in order', async () => {
    const listed = await engineers.request.get(`${appUrl}/api/share-links/project/${projectId}`);
    const { data } = (await listed.json()) as { data: { links: { url: string }[] } };
    await phone.goto(`${appUrl}${new URL(data.links[0]!.url).pathname}`);
    await phone.getByRole('textbox', { name: 'Password' }).fill('open sesame');
    await phone.getByRole('button', { name: 'Open' }).click();
    await phone.getByRole('heading', { name: 'Heard by a stranger' }).waitFor();
    await look(phone, 'listening-link-still');
    await phone.getByRole('button', { name: 'Play all' }).click();
    await playedTo(phone, 1);
    expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([]);
    await look(phone, 'listening-link-phone');
    await phone.getByRole('button', { name: 'Next track' }).click();
    // It stays loaded, and asks for no more sound.
    await phone.getByRole('button', { name: /^Pause Ballad/ }).click();
  });

  it('takes a comment with a name, which the studio reads', async () => {
    await phone.getByRole('textbox', { name: 'Comment' }).fill('The second verse is lovely');
    await phone.getByRole('textbox', { name: 'Your name' }).fill('Ann from the label');
    await phone.getByRole('button', { name: 'Send' }).click();
    await phone.getByRole('list', { name: 'Comments' }).getByText('The second verse is lovely').waitFor();
    await look(phone, 'listening-link-comment');
    await phone.setViewportSize({ width: 1440, height: 900 });
    await look(phone, 'listening-link-wide');
    await phone.setViewportSize({ width: 390, height: 844 });
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=timeline`);
    await engineer.getByText('The second verse is lovely').waitFor();
    await engineer.getByText('Ann from the label').first().waitFor();
  });

  it('delivers the finals to a stranger whose browser runs no scripts', async () => {
    await send(engineers, 'PUT', `projects/${projectId}`, { status: 'delivered' });
    await engineer.getByRole('button', { name: 'Share' }).click();
    await dialog().getByRole('button', { name: 'New link' }).click();
    await dialog().getByText('To download the finals').click();
    await dialog().getByRole('textbox', { name: 'Who is it for?' }).fill('Pressing plant');
    await dialog().getByRole('textbox', { name: 'Password' }).fill('open sesame');
    await look(engineer, 'share-new-delivery');
    const [made] = await Promise.all([
      engineer.waitForResponse((answer) => answer.url().endsWith('/api/share-links') && answer.ok()),
      dialog().getByRole('button', { name: 'Make link' }).click(),
    ]);
    const { data } = (await made.json()) as { data: { url: string } };
    const plain = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
    const plant = await plain.newPage();
    await plant.goto(`${appUrl}${new URL(data.url).pathname}`);
    await plant.getByLabel('Password').fill('open sesame');
    await plant.getByRole('button', { name: 'Open' }).click();
    await plant.getByRole('heading', { name: 'Heard by a stranger' }).waitFor();
    const [download] = await Promise.all([
      plant.waitForEvent('download'),
      plant.getByRole('link', { name: 'Download Anthem.wav' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Anthem.wav');
    await download.path();
    const other = await plant.getByRole('link', { name: /^Download Ballad/ }).getAttribute('href');
    const begun = await plant.request.get(appUrl + other!, { headers: { range: 'bytes=0-99999' } });
    expect(begun.status()).toBe(206);
    for (const colorScheme of ['light', 'dark'] as const) {
      await plant.emulateMedia({ colorScheme });
      await screenshot(plant, `delivery-phone-${colorScheme}`, true);
    }
    await plain.close();
    const scripted = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const label = await scripted.newPage();
    label.on('pageerror', (error) => errors.push(error.message));
    await label.goto(`${appUrl}${new URL(data.url).pathname}`);
    await label.getByLabel('Password').fill('open sesame');
    await label.getByRole('button', { name: 'Open' }).click();
    await label.getByRole('button', { name: 'Copy' }).first().waitFor({ state: 'attached' });
    expect((await new AxeBuilder({ page: label }).analyze()).violations).toEqual([]);
    await screenshot(label, 'delivery-wide', true);
    await engineer.reload();
    await engineer.getByRole('button', { name: 'Share' }).click();
    await dialog().getByText('Fetched 1 of 2 files').waitFor();
    await dialog()
      .getByText(/^Begun \d+ %: Ballad/)
      .waitFor();
    await look(engineer, 'share-links-delivery');
    await engineer.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    const files = await send<{ id: string; originalName: string }[]>(engineers, 'GET', `files/project/${projectId}`);
    const { id: parentFileId } = files.find(({ originalName }) => originalName === 'Anthem.wav')!;
    const sound = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 5, seed: 9 } as const;
    await upload(engineers, { projectId, fileType: 'revision', fileName: 'Anthem 2.wav', parentFileId }, sound);
    await label.reload();
    await engineer.reload();
    await engineer.getByRole('button', { name: 'Share' }).click();
    await dialog().getByText('Fetched 0 of 2 files, and 1 of earlier editions').waitFor();
    await engineer.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('ends in mid-song when it is revoked, also when no more sound is asked for', async () => {
    await phone.getByRole('button', { name: /^Play Ballad/ }).waitFor();
    await engineer.getByRole('button', { name: 'Share' }).click();
    await dialog().getByText('Opened 1 time').last().waitFor();
    await dialog().getByRole('button', { name: 'More for the link “Label”' }).click();
    await engineer.getByRole('menuitem', { name: 'End link' }).click();
    await engineer.getByRole('button', { name: 'End link' }).last().click();
    await dialog().getByText('Ended', { exact: true }).waitFor();
    await phone.getByRole('heading', { name: 'This link has ended' }).waitFor();
    await look(phone, 'listening-link-ended');
    expect(errors).toEqual([]);
  });
});
