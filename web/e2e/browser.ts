import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { describe } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Groups browser tests; they are reported as skipped if there is no Chromium. */
export const describeInBrowser = process.env.TEST_CHROMIUM ? describe : describe.skip;

const appUrls = process.env.E2E_URLS?.split(' ') ?? [];

/** Address of the app that this one of Jest's workers tests, without a trailing slash. */
export const appUrl = appUrls[(Number(process.env.JEST_WORKER_ID) - 1) % appUrls.length] ?? '';

const SCREENSHOTS = join(import.meta.dirname, '../../.test/screenshots');

/** Time until what a page does not show counts as broken. A machine that runs other tests as well takes its time. */
const PATIENCE_MS = 90_000;

/** Starts Chromium, with more options if you like, without background network traffic; close it when done. */
export async function launchBrowser(...options: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.TEST_CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...options,
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

/** Saves a screenshot of the whole page or the viewport in an ignored folder. */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage });
}

/** Waits until the player's clock shows at least this many seconds. A busy machine may skip an exact one. */
export async function playedTo(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((least) => {
    const [, minutes, rest] = /(\d+):(\d\d)/.exec(document.querySelector('[role=timer]')?.textContent ?? '') ?? [];
    return Number(minutes) * 60 + Number(rest) >= least;
  }, seconds);
}

/**
 * Repeats an expectation until it passes, because a page shows a change some time after the action that caused it.
 * @throws the last failure, after 90 seconds.
 */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Shows or hides a tab, as choosing another one does. Chromium without a window shows them all. */
export const showTab = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: hidden ? 'hidden' : 'visible' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, !visible);

/** Presses G and a letter at the same time: on a busy machine, a letter after G may come too late to belong to it. */
export async function pressGoKeys(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
}

/** Rules whose findings depend on the colour scheme. */
const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the findings of axe on the page, which shows this colour scheme. In the dark one it checks only colours: the
 * rest is the same, and checking it takes longer than everything else that most tests do.
 */
export async function accessibilityFindings(
  page: Page,
  scheme: 'light' | 'dark',
  narrow: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<string[]> {
  // Legacy mode opens no page for the results, and skips frames.
  const axe = narrow(new AxeBuilder({ page }).setLegacyMode(true));
  const { violations } = await (scheme === 'light' ? axe : axe.withRules(RULES_OF_COLORS)).analyze();
  return violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
