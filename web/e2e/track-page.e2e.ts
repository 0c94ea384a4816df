import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

const COMMENTS = 24;
const LONG_NAME = `${'A very long title about a lighthouse '.repeat(3)}that ends here.wav`;

describeInBrowser('a track page', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let page: Page;
  let projectId: string;
  let [first, second] = ['', ''];
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    engineers = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    await signIn(engineers, 'engineer');
    projectId = await makeProject(engineers, 'Beside the picture');
    const sound = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 60, lufs: -14, seed: 3 } as const;
    first = await upload(engineers, { projectId, fileType: 'master', fileName: LONG_NAME }, sound);
    const revision = { projectId, fileType: 'revision', fileName: `v2 ${LONG_NAME}`, parentFileId: first } as const;
    second = await upload(engineers, revision, sound);
    for (let number = 0; number < COMMENTS; number++) {
      const comment = `Comment ${number}: the vocal sits a little low here.`;
      await send(engineers, 'POST', 'comments', { projectId, fileId: first, comment, timestampSeconds: number * 2.4 });
    }
    page = await engineers.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(trackPage(second));
    await page.getByRole('group', { name: /^Waveform of v2/ }).waitFor();
    await comments().getByText('Comment 23').waitFor();
  });

  afterAll(() => browser.close());

  const trackPage = (fileId: string) => `${appUrl}/app/projects/${projectId}/tracks/${fileId}`;
  const comments = () => page.getByRole('region', { name: 'Comments' });
  const versions = () => page.getByRole('list', { name: 'Versions' });
  const player = () => page.getByRole('region', { name: 'Player' });
  const boxOf = async (part: ReturnType<Page['getByRole']>) => (await part.boundingBox())!;
  const scrolled = () => page.evaluate(() => window.scrollY);
  const thread = (number: number) =>
    comments()
      .getByRole('listitem')
      .filter({ hasText: `Comment ${number}:` });

  /** Everything beside the texts of the comments. */
  const places = () =>
    page.evaluate(() => {
      const parts =
        'main h1, main [role=timer], main button[data-shortcut], ul[aria-label=Versions] > li, main section';
      return [...document.querySelectorAll(parts)].map((part) => {
        const { left, top, width } = part.getBoundingClientRect();
        return { left, top, width };
      });
    });

  async function look(name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `track-page-${name}-${scheme}`, false);
      expect(await accessibilityFindings(page, scheme)).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }

  it('has the comments beside the versions on a laptop, where a long list scrolls by itself', async () => {
    await player().waitFor();
    const [left, right, bar] = [await boxOf(versions()), await boxOf(comments()), await boxOf(player())];
    expect(right.x).toBeGreaterThan(left.x + left.width);
    expect(right.y).toBeLessThan(left.y);
    expect(right.y + right.height).toBeLessThan(bar.y);
    await look('laptop');
    await thread(COMMENTS - 1).scrollIntoViewIfNeeded();
    const last = await boxOf(thread(COMMENTS - 1));
    expect(last.y).toBeGreaterThan(right.y);
    expect(last.y).toBeLessThan(bar.y);
    expect(await scrolled()).toBe(0);
    await comments().getByRole('heading', { name: 'Comments' }).waitFor();
    expect(await boxOf(comments())).toEqual(right);
  });

  it('moves nothing when a version is switched by its key', async () => {
    const placed = await places();
    await page.keyboard.press('1');
    await page.waitForURL(trackPage(first));
    await versions().getByRole('button', { name: 'Master v1', pressed: true }).waitFor();
    expect(await places()).toEqual(placed);
    await page.keyboard.press('2');
    await page.waitForURL(trackPage(second));
    await versions().getByRole('button', { name: 'Master v2', pressed: true }).waitFor();
    expect(await places()).toEqual(placed);
  });

  it('writes a comment in the column, which comes after the versions in the order of the Tab key', async () => {
    await page.keyboard.press('c');
    const form = comments().getByRole('form', { name: 'New comment' });
    const box = form.getByRole('textbox', { name: 'Comment' });
    await eventually(async () =>
      expect(await box.evaluate((element) => element === document.activeElement)).toBe(true),
    );
    const [written, bar] = [await boxOf(form), await boxOf(player())];
    expect(written.y + written.height).toBeLessThan(bar.y);
    await look('laptop-writing');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    const order = await page.evaluate(() => {
      const [list, column] = [
        document.querySelector('[aria-label=Versions]')!,
        document.querySelector('main section')!,
      ];
      return list.compareDocumentPosition(column) & Node.DOCUMENT_POSITION_FOLLOWING;
    });
    expect(order).not.toBe(0);
  });

  it('shows the comment that a link to its second means', async () => {
    await page.goto(`${trackPage(second)}?t=43`);
    await thread(18).waitFor();
    await eventually(async () => {
      const [named, column] = [await boxOf(thread(18)), await boxOf(comments())];
      expect(named.y).toBeGreaterThan(column.y);
      expect(named.y + named.height).toBeLessThanOrEqual(column.y + column.height + 1);
    });
    expect(await scrolled()).toBe(0);
    await page.getByRole('main').getByRole('timer').getByText('0:43').waitFor();
  });

  it('has one row of tools and the comments below the versions on a tablet', async () => {
    await page.setViewportSize({ width: 834, height: 1112 });
    const tools = ['Repeat A–B', 'Match Loudness', 'Blind A/B', 'Original'];
    await eventually(async () => {
      const boxes = await Promise.all(
        tools.map((name) => boxOf(page.getByRole('main').getByRole('button', { name, exact: true }))),
      );
      expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
      expect(new Set(boxes.map(({ width }) => Math.round(width))).size).toBe(1);
      const [list, below] = [await boxOf(versions()), await boxOf(comments())];
      expect(below.y).toBeGreaterThan(list.y + list.height);
    });
    await look('tablet');
  });

  it('keeps every fact of a version with a long file name readable', async () => {
    for (const width of [1200, 834]) {
      await page.setViewportSize({ width, height: 800 });
      const row = versions().getByRole('listitem').first();
      const name = row.getByRole('button', { name: 'Master v2' });
      await eventually(async () => {
        expect((await boxOf(name)).height).toBeLessThan(30);
        const cut = await row.getByText(/LUFS/).evaluate((facts) => facts.scrollWidth - facts.clientWidth);
        expect(cut).toBeLessThanOrEqual(0);
      });
    }
  });

  it('has marks and buttons for a thumb in the large player, where nothing overlaps', async () => {
    const clients = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    await signIn(clients, 'client');
    const phone = await clients.newPage();
    phone.on('pageerror', (error) => errors.push(error.message));
    await phone.goto(trackPage(first));
    await phone
      .getByRole('region', { name: 'Player' })
      .getByRole('button', { name: /lighthouse/ })
      .tap();
    const large = phone.getByRole('dialog', { name: 'Large player' });
    const marks = large.getByRole('group', { name: /^Waveform of/ }).getByRole('button');
    await eventually(async () => expect(await marks.count()).toBeGreaterThan(3));
    const boxes = await Promise.all((await marks.all()).map((mark) => boxOf(mark)));
    for (const [place, { x, width, height }] of boxes.toSorted((one, other) => one.x - other.x).entries()) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
      for (const other of boxes.toSorted((one, next) => one.x - next.x).slice(place + 1)) {
        expect(other.x).toBeGreaterThanOrEqual(x + width - 1);
      }
    }
    for (const button of await large.getByRole('button').or(large.getByRole('link')).all()) {
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44);
    }
    const chips = () => Promise.all(['Master v1', 'Master v2'].map((name) => boxOf(large.getByText(name).last())));
    const [read, tools] = [large.getByRole('status'), large.getByRole('button', { name: 'Repeat A–B' })];
    const placed = [await chips(), await boxOf(tools)];
    await marks.first().tap();
    await read.getByText(/^1 of \d+ · 0:00, Demo Engineer: Comment 0:/).waitFor();
    await marks.first().tap();
    await read.getByText(/^2 of \d+ · 0:02, Demo Engineer: Comment 1:/).waitFor();
    await large.getByText('Master v2').last().tap();
    const chosen = large.getByRole('radio', { name: 'Master v2' });
    await eventually(async () => expect(await chosen.isChecked()).toBe(true));
    expect([await chips(), await boxOf(tools)]).toEqual(placed);
    for (const scheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await screenshot(phone, `large-player-marks-${scheme}`, false);
      expect(await accessibilityFindings(phone, scheme, (axe) => axe.include('[role=dialog]'))).toEqual([]);
    }
    await clients.close();
    expect(errors).toEqual([]);
  });
});
