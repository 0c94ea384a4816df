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
import { makeProject, signIn, upload } from './listening-fixture.js';

describeInBrowser('listening to a track', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let engineer: Page;
  let client: Page;
  let projectId: string;
  let [first, second] = ['', ''];
  const errors: string[] = [];

  async function windowOf(role: 'engineer' | 'client'): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    await signIn(context, role);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  }

  beforeAll(async () => {
    browser = await launchBrowser();
    [engineer, client] = await Promise.all([windowOf('engineer'), windowOf('client')]);
    engineers = engineer.context();
    projectId = await makeProject(engineers, 'Heard by two');
    const sound = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 40, seed: 7 } as const;
    first = await upload(
      engineers,
      { projectId, fileType: 'master', fileName: 'Ember v1.wav' },
      { ...sound, lufs: -16 },
    );
    second = await upload(
      engineers,
      { projectId, fileType: 'revision', fileName: 'Ember v2.wav', parentFileId: first },
      { ...sound, lufs: -11 },
    );
  });

  afterAll(() => browser.close());

  const trackPage = (fileId: string) => `${appUrl}/app/projects/${projectId}/tracks/${fileId}`;
  const time = (page: Page) => page.getByRole('timer', { name: 'Time' });
  const seconds = async (page: Page): Promise<number> => {
    const [minutes = 0, rest = 0] = (await time(page).innerText()).split(' / ')[0]!.split(':').map(Number);
    return minutes * 60 + rest;
  };
  const until = (page: Page, at: string) => time(page).getByText(at).waitFor();
  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const waveform = (page: Page, name: string) => page.getByRole('group', { name: `Waveform of ${name}` });
  const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });

  async function look(page: Page, name: string): Promise<void> {
    await page.mouse.move(0, 0);
    await page.locator('[role=tooltip]').waitFor({ state: 'hidden' });
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `listening-${name}-${scheme}`);
      expect(await accessibilityFindings(page, scheme)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await screenshot(page, `listening-${name}-phone`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('opens from the title', async () => {
    await client.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    await client.getByRole('link', { name: 'Ember', exact: true }).click();
    await waveform(client, 'Ember v1.wav').waitFor();
    expect(client.url()).toBe(trackPage(second));
  });

  it('plays, and the position advances', async () => {
    await button(client, 'Play').click();
    await playedTo(client, 2);
    const read = () =>
      client.evaluate(() => ({
        shown: Number(/:(\d\d)/.exec(document.querySelector('[role=timer]')!.textContent)![1]),
        at: performance.now() / 1000,
      }));
    // The clock shows whole seconds, and those of a busy machine late. Playing too slowly would differ each time.
    await eventually(async () => {
      const before = await read();
      await playedTo(client, before.shown + 3);
      const after = await read();
      expect(Math.abs(after.shown - before.shown - (after.at - before.at))).toBeLessThan(1.5);
    });
  });

  it('switches versions at the same position, by click and by number key', async () => {
    const before = await seconds(client);
    const places = () =>
      client
        .locator('ul[aria-label="Versions"] > li, [aria-label="Comments"]')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    const placed = await places();
    expect(placed).toHaveLength(3);
    await client.getByRole('button', { name: /Master v1$/ }).click();
    await client.waitForURL(trackPage(first));
    await playedTo(client, before + 1);
    expect(await places()).toEqual(placed);
    await client.keyboard.press('2');
    await client.waitForURL(trackPage(second));
    expect(await seconds(client)).toBeGreaterThanOrEqual(before);
    await button(client, 'Pause').waitFor();
    expect(await places()).toEqual(placed);
  });

  it('seeks on a click, and stops', async () => {
    const box = (await waveform(client, 'Ember v2.wav').boundingBox())!;
    await client.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await playedTo(client, 20);
    await client.keyboard.press('Space');
    await button(client, 'Play').waitFor();
    const stopped = await seconds(client);
    await client.keyboard.press('ArrowLeft');
    await until(client, `0:${stopped - 5}`);
  });

  it('takes a comment at the current position, which others see at once', async () => {
    await engineer.goto(trackPage(second));
    await waveform(engineer, 'Ember v2.wav').waitFor();
    const at = await time(client).innerText();
    await client.keyboard.press('c');
    await client.getByRole('textbox', { name: 'Comment' }).fill('Too bright here, and at 0:33 <b>again</b>');
    await client.keyboard.press('Enter');
    const thread = comments(engineer).getByRole('listitem').filter({ hasText: 'Too bright here' });
    await thread.getByRole('link', { name: at.split(' / ')[0] }).waitFor();
    await thread.getByText('<b>again</b>').waitFor();
    await thread.getByRole('link', { name: '0:33' }).click();
    await until(engineer, '0:33');
  });

  it('warns if another window has edited the comment, and does not overwrite it', async () => {
    const { request } = client.context();
    const listed = await request.get(`${appUrl}/api/comments/project/${projectId}`);
    const [{ id }] = ((await listed.json()) as { data: [{ id: string }] }).data;
    const thread = (page: Page) => comments(page).getByRole('listitem').first();
    await thread(client).getByRole('button', { name: 'Edit comment' }).click();
    const box = thread(client).getByRole('textbox', { name: 'Comment' });
    await box.fill('Too bright here, and at 0:33 as well');
    await request.put(`${appUrl}/api/comments/${id}`, { data: { comment: 'Too dull' } });
    await thread(client).getByText('Changed in another window meanwhile, to “Too dull”. Save replaces that.').waitFor();
    await look(client, 'changed-meanwhile');
    await thread(client).getByRole('button', { name: 'Save' }).click();
    await thread(engineer).getByText('Too bright here, and at 0:33 as well').waitFor();
    await box.waitFor({ state: 'detached' });
  });

  it('is answered in the dialog of its marker, resolved and reopened', async () => {
    await engineer.getByRole('button', { name: /Too bright here/ }).click();
    const dialog = engineer.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('Tamed in v3');
    await engineer.keyboard.press('Enter');
    await comments(client).getByText('Tamed in v3').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await comments(engineer).getByRole('button', { name: 'Resolve' }).click();
    await comments(client).getByText('No open comments.').waitFor();
    await comments(client).getByText('Resolved 1').click();
    await comments(client).getByRole('button', { name: 'Reopen' }).click();
    await comments(client).getByText('Open 1').click();
    await comments(engineer).getByText('Too bright here').waitFor();
  });

  it('takes a comment on a range by Shift+click', async () => {
    const box = (await waveform(client, 'Ember v2.wav').boundingBox())!;
    await client.keyboard.down('Shift');
    await client.mouse.click(box.x + box.width / 4, box.y + 70);
    await client.keyboard.up('Shift');
    const form = client.getByRole('form', { name: 'New comment' });
    await eventually(async () => expect(await form.getByLabel('From').inputValue()).toMatch(/^0:(09|10)$/));
    await form.getByLabel('To (optional)').fill('0:45');
    await form.getByLabel('Comment').fill('The whole verse is dull');
    await form.getByRole('button', { name: 'Add Comment' }).click();
    await form.getByText('The file ends at 0:40').waitFor();
    await form.getByLabel('To (optional)').fill('0:15');
    await form.getByRole('button', { name: 'Add Comment' }).click();
    await comments(engineer)
      .getByRole('link', { name: /^0:(09|10)–0:15$/ })
      .waitFor();
    await look(engineer, 'track');
  });

  it('keeps playing on other pages, and in one window only', async () => {
    await button(engineer, 'Play').click();
    await playedTo(engineer, 34);
    await engineer.getByRole('link', { name: 'Back to Files' }).click();
    const bar = engineer.getByRole('region', { name: 'Player' });
    await bar.getByText(/0:(3[6-9]|40) \/ 0:40/).waitFor();
    const other = await engineers.newPage();
    await other.goto(trackPage(first));
    await button(other, 'Play').click();
    await bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await other.close();
  });

  it('is approved by the client, which others see at once, until there is a newer version', async () => {
    await client.getByRole('button', { name: 'Approve' }).click();
    await engineer.getByRole('listitem').filter({ hasText: 'Ember v2' }).getByText('Approved').waitFor();
    await client.getByText(/^Approved by Demo Client/).waitFor();
    await look(client, 'approved');
    const third = await upload(
      engineers,
      { projectId, fileType: 'revision', fileName: 'Ember v3.wav', parentFileId: second },
      { format: 'wav', durationS: 40, sampleRateHz: 48000, seed: 7, lufs: -12 },
    );
    await client.getByText(/Void: a newer version has arrived\.$/).waitFor();
    await client.getByRole('button', { name: /Master v3$/ }).click();
    await client.waitForURL(trackPage(third));
    const carried = comments(client).getByRole('listitem').filter({ hasText: 'The whole verse is dull' });
    await carried.getByText('from Ember v2.wav').waitFor();
  });

  it('shows a message if its file is deleted during playback', async () => {
    await button(client, 'Play').click();
    await playedTo(client, 16);
    const list = await engineers.request.get(`${appUrl}/api/files/project/${projectId}`);
    const { data } = (await list.json()) as { data: { id: string; fileName: string }[] };
    const third = data.find(({ fileName }) => fileName === 'Ember v3.wav')!;
    await engineers.request.delete(`${appUrl}/api/files/${third.id}`);
    await client.getByText('Ember v3.wav has been deleted.').waitFor();
    await client.getByRole('heading', { name: 'Track not found' }).waitFor();
    await eventually(async () => expect(await client.getByRole('region', { name: 'Player' }).count()).toBe(0));
    expect(errors).toEqual([]);
  });
});
