import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { GRACE_MS } from '../src/features/staging/pending-deletes.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { type Batch, makeBatch, serveBatch } from './staging-fixture.js';

const FIRST = '01 Ember - MASTER.wav';
const SECOND = '01 Ember - old mix (reference only, please ignore) v2.wav';

describeInBrowser('the staging table with 300 files', () => {
  let browser: Browser;
  let page: Page;
  let projectUrl: string;
  let batch: Batch;
  let calls: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    await page.addInitScript((graceMs) => {
      // Keeps deletions undoable on slow machines, so that nothing is sent by the timer.
      const wait = window.setTimeout;
      window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
        wait(run, ms === graceMs ? 1_000_000 : ms, ...rest)) as typeof setTimeout;
    }, GRACE_MS);
    await page.goto(`${appUrl}/app`);
    await page.getByRole('link', { name: /./ }).first().waitFor();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL(/projects\/[0-9a-f-]{36}/);
    projectUrl = page.url().replace(/\?.*/, '');
  });

  afterAll(() => browser.close());

  beforeEach(async () => {
    batch = makeBatch();
    calls = [];
    await page.unrouteAll();
    await serveBatch(page, batch, calls);
    await page.goto(`${projectUrl}?tab=staging`);
    await row(FIRST).waitFor();
  });

  const grid = (): Locator => page.getByRole('grid', { name: 'Files in staging' });
  const row = (name: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
  const rowsDrawn = (): Promise<number> => grid().locator('tr[data-row]').count();
  const toast = (): Locator => page.locator('.mantine-Notification-root');
  const fileOf = (name: string) => batch.files.find(({ originalName }) => originalName === name);

  it('renders visible rows only, each 40 px high, fourteen at a time', async () => {
    await eventually(async () => expect(await grid().getAttribute('aria-rowcount')).toBe('302'));
    expect(await rowsDrawn()).toBeLessThan(45);
    const heights = await grid()
      .locator('tr[data-row]')
      .evaluateAll((rows) => rows.map((each) => each.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([40]));
    const strip = await page.getByRole('complementary', { name: 'Review of the current file' }).boundingBox();
    expect(strip!.y + strip!.height).toBeLessThanOrEqual(900);
    const inView = await grid()
      .locator('tr[data-row]')
      .evaluateAll((rows, foot) => rows.filter((each) => each.getBoundingClientRect().bottom <= foot).length, strip!.y);
    expect(inView).toBeGreaterThanOrEqual(14);
    await row(FIRST).focus();
    await page.keyboard.press('End');
    await row('43 Glass - VINYL PREMASTER.wav').waitFor();
    expect(await rowsDrawn()).toBeLessThan(60);
  });

  it.each([
    ['a full batch', 0],
    ['an empty one', 1],
  ])('does not move existing elements when the tracks load after %s', async (_batch, empty) => {
    if (empty) batch.files = batch.tracks = [];
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/tracks/projects/*', async (route) => {
      await held;
      await route.fallback();
    });
    const staged = page.waitForResponse(/api\/staging\/projects/);
    await page.goto(`${projectUrl}?tab=staging`);
    await (await staged).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    answer();
    await (empty ? page.getByText('No tracks yet') : row(FIRST)).waitFor();
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          // Buffered entries are reported in a separate task.
          new PerformanceObserver(() => resolve(sum)).observe({ type: 'mark' });
          requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
        }),
    );
    expect(moved).toBeLessThan(0.05);
  });

  it('filters by words, status and what needs attention, and sorts by column', async () => {
    await page.getByRole('textbox', { name: 'Filter files' }).fill('glass vinyl');
    await page.getByText('9 of 301 files').waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.getByRole('button', { name: /^Needs attention/ }).click();
    await row('03 Glass - VINYL PREMASTER.wav').getByText('Also suggested for 03 Glass - MASTER.wav').waitFor();
    await page.getByRole('button', { name: /^Needs attention/ }).click();
    await page.getByRole('columnheader', { name: 'Confidence' }).getByRole('button').click();
    await eventually(async () =>
      expect(await page.getByRole('columnheader', { name: 'Confidence' }).getAttribute('aria-sort')).toBe('descending'),
    );
    await eventually(async () => expect(await grid().locator('tr[data-row]').first().innerText()).toContain('97%'));
  });

  it('supports review by keyboard: arrows, Enter, numbers, runner-up, undo', async () => {
    await page.getByRole('textbox', { name: 'Filter files' }).fill('ember 01');
    await page.getByText('7 of 301 files').waitFor();
    await row('01 Ember - CD 16-44.wav').focus();
    await page.keyboard.press('r');
    await row('01 Ember - CD 16-44.wav').getByText('Track 1 - Instrumental').waitFor();
    await page.keyboard.press('2');
    await row('01 Ember - Clean.wav').getByText('Track 1 - Vinyl Master').waitFor();
    await page.keyboard.press('Enter');
    await row('01 Ember - HiRes 24-96.wav').getByText('Track 1 - Hi-Res Master', { exact: true }).waitFor();
    // Otherwise the next test would receive the request.
    await expectEventually(() => fileOf('01 Ember - HiRes 24-96.wav')?.status, 'assigned');
    await page.keyboard.press('Control+z');
    await row('01 Ember - HiRes 24-96.wav').getByText('→ Track 1 - Hi-Res Master').waitFor();
    await expectEventually(() => fileOf('01 Ember - HiRes 24-96.wav')?.status, 'pending');
    expect(fileOf('01 Ember - Clean.wav')?.assignment?.slotType).toBe('vinyl_master');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('selects many with Shift and accepts them together', async () => {
    await row(FIRST).waitFor();
    const boxes = page.getByRole('checkbox', { name: /^Select 0/ });
    await boxes.nth(0).click();
    await boxes.nth(6).click({ modifiers: ['Shift'] });
    await page.getByText('7 selected').waitFor();
    await page.getByRole('button', { name: 'Accept suggestions' }).click();
    await page.getByText(/^6 files assigned; 1 left/).waitFor();
    const assigned = () => batch.files.filter(({ status }) => status === 'assigned').length;
    await expectEventually(assigned, 6);
    expect(calls).toHaveLength(1);
    await toast().getByRole('button', { name: 'Undo' }).click();
    await expectEventually(assigned, 0);
  });

  it('takes the runners-up of all selected files by a key', async () => {
    await page.getByRole('textbox', { name: 'Filter files' }).fill('ember 01');
    await page.getByText('7 of 301 files').waitFor();
    await row(FIRST).focus();
    await page.keyboard.press('Control+a');
    await page.getByText('7 selected').waitFor();
    await page.keyboard.press('r');
    await page.getByText(/^3 files assigned; 4 left/).waitFor();
    const assigned = () => batch.files.filter(({ status }) => status === 'assigned');
    await expectEventually(() => assigned().length, 3);
    for (const { assignment, assignmentSuggestions } of assigned())
      expect(assignment?.slotType).toBe((assignmentSuggestions as { slotType: string }[])[1]!.slotType);
  });

  it('shows that it is saving until the reply, and asks before leaving the page', async () => {
    let answer = () => {};
    batch.answers = new Promise<void>((resolve) => (answer = resolve));
    await page.getByRole('button', { name: 'Auto-Assign' }).click();
    await page.getByText('Saving…').waitFor();
    await eventually(async () => expect(await page.getByText('Auto-Assignment Complete').count()).toBe(0));
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      }),
    );
    void page.evaluate(() => location.reload());
    expect(await asked).toBe('beforeunload');
    answer();
    await page.getByText('High-confidence files have been assigned').waitFor();
    await expectEventually(() => calls.length, 1);
    await page.getByText('Saving…').waitFor({ state: 'detached' });
    const cut = await grid()
      .locator('.mantine-Badge-label')
      .evaluateAll((labels) =>
        labels.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      );
    expect(cut).toEqual([]);
    await page.getByRole('link', { name: 'Review release' }).waitFor();
  });

  it('accepts files dropped anywhere on the page', async () => {
    const field = page.getByLabel('Drop the files to stage them');
    const drag = (type: string) =>
      page.evaluate((name) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['sound'], 'a.wav'));
        document.querySelector('h1')!.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true }));
      }, type);
    await drag('dragenter');
    await field.waitFor();
    await drag('dragleave');
    await field.waitFor({ state: 'detached' });
  });

  it('offers to create the proposed tracks as the primary action while there are none', async () => {
    const fileIds = batch.files.filter((file) => file.originalName.startsWith('01 Ember')).map(({ id }) => id);
    const proposal = { trackNumber: 1, title: '', isrc: null, fileIds, doubts: ['No title in the names'] };
    await page.route('**/track-proposals', (route) =>
      route.fulfill({ json: { success: true, data: { tracks: [proposal], leftOut: [] } } }),
    );
    batch.tracks = [];
    batch.files = batch.files.map((file) => ({ ...file, assignmentSuggestions: [] }));
    await page.reload();
    await page.getByText('Your files name 1 track.').waitFor();
    await row(FIRST).getByText('Waits for track 1').waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: 'Auto-Assign' }).count()).toBe(0));
    const unread = batch.files.filter(({ id, analysis }) => !fileIds.includes(id) || isFailed(analysis)).length;
    await page.getByRole('button', { name: `Needs attention (${unread})` }).waitFor();
    const review = page.getByRole('button', { name: 'Review and create' });
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await grid().waitFor({ state: 'detached' });
    const { left, right } = await review.evaluate((button) => button.getBoundingClientRect());
    expect([left >= 0, right <= 390]).toEqual([true, true]);
    await page.setViewportSize(wide);
    await review.click();
    const dialog = page.getByRole('dialog', { name: 'Create tracks from these files' });
    await dialog.getByRole('checkbox', { name: 'Create track 1, without a title', checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create 1 Track' }).click();
    await dialog.getByText('Title is required').waitFor();
    await page.keyboard.press('Escape');
  });

  it('undoes and redoes step by step', async () => {
    await page.getByRole('textbox', { name: 'Filter files' }).fill('ember 01');
    const placed = () =>
      batch.files.filter(({ status }) => status === 'assigned').map(({ originalName }) => originalName);
    for (const name of [FIRST, '01 Ember - Instrumental.wav']) {
      await page.getByRole('button', { name: `Accept suggestion for ${name}` }).click();
      await row(name).getByText('Assigned').waitFor();
    }
    await row(SECOND).focus();
    await page.keyboard.press('Delete');
    await row(SECOND).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row(SECOND).waitFor();
    await page.keyboard.press('Control+z');
    await expectEventually(() => placed().join(), FIRST);
    // A toast may still show the same button.
    await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
    await expectEventually(() => placed().length, 0);
    await page.keyboard.press('Control+Shift+z');
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expectEventually(() => placed().length, 2);
    await page.keyboard.press('Control+y');
    await row(SECOND).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    expect(calls.filter((call) => call.startsWith('POST delete'))).toEqual([]);
  });

  it('analyses files of an older engine again', async () => {
    await grid().getByRole('img', { name: 'Analyzed by an older engine' }).first().waitFor();
    await page.getByRole('button', { name: 'Analyze again', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Analyzed by an older engine/ }).click();
    await page.getByText('301 files will be analyzed again').waitFor();
    expect(calls).toEqual(['POST analyse stale']);
  });

  it('deletes many files, and sends nothing while it can be undone', async () => {
    await row(SECOND).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await page.getByText('2 staging files removed').waitFor();
    await eventually(async () => expect(await row(SECOND).count()).toBe(0));
    await toast().getByRole('button', { name: 'Undo' }).click();
    await row(SECOND).waitFor();
    expect(calls).toEqual([]);
  });

  it('deletes and restores all files by keyboard, keeping the focus in the area', async () => {
    const area = page.getByRole('region', { name: 'Staging Area' });
    await row(SECOND).focus();
    await page.keyboard.press('Control+a');
    await page.getByText('301 selected').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('No files in staging. Upload files to get started.').waitFor();
    await eventually(async () =>
      expect(await area.evaluate((element) => element === document.activeElement)).toBe(true),
    );
    await page.keyboard.press('Control+z');
    await row(FIRST).waitFor();
    expect(calls).toEqual([]);
  });

  it('sends the deletion when leaving the screen', async () => {
    await row(SECOND).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Staging file removed').waitFor();
    expect(calls).toEqual([]);
    await page.getByRole('tab', { name: 'Files' }).click();
    await expectEventually(() => calls.join(), `POST delete ${SECOND}`);
  });

  it('sends the deletion when leaving the page', async () => {
    await row(SECOND).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Staging file removed').waitFor();
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    await expectEventually(() => calls.join(), `POST delete ${SECOND}`);
  });

  it('looks right in both schemes and on a phone', async () => {
    await page.getByRole('checkbox', { name: `Select ${FIRST}`, exact: true }).click();
    await row('01 Ember - CD 16-44.wav').focus();
    await grid().scrollIntoViewIfNeeded();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `staging-table-${scheme}`, false);
      const { violations } = await new AxeBuilder({ page }).include('[aria-labelledby="staging-area"]').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('listitem').filter({ hasText: FIRST }).first().waitFor();
    await screenshot(page, 'staging-table-phone', false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page }).include('[aria-labelledby="staging-area"]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  const isFailed = (analysis: unknown) => (analysis as { state: string }).state === 'failed';

  /** Waits for an expected value, checking between frames. */
  async function expectEventually<T>(actual: () => T, expected: T): Promise<void> {
    const until = Date.now() + 60_000;
    while (actual() !== expected && Date.now() < until) await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(actual()).toEqual(expected);
  }
});
