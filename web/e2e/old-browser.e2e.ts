import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeAudioFile } from '../../services/testing/audio/audio.js';
import { FLOOR } from '../browser-floor.mjs';
import { PROJECT_TABS } from '../src/pages/project-tabs.js';
import {
  accessibilityFindings,
  appUrl,
  describeInBrowser,
  eventually,
  launchBrowser,
  playedTo,
  screenshot,
} from './browser.js';
import { useOldBrowser } from './floor-browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';
import { bytesOfFile } from './sound-source.js';

describeInBrowser('a browser without what the oldest supported ones lack', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let fileId: string;
  const links: Record<string, string> = {};
  const errors: string[] = [];
  let workers = 0;

  beforeAll(async () => {
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await signIn(context, 'engineer');
    projectId = await makeProject(context, 'Night Songs');
    const sound = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 8, seed: 3 } as const;
    fileId = await upload(context, { projectId, fileType: 'master', fileName: 'Anthem.wav' }, sound);
    await send(context, 'POST', 'comments', { projectId, fileId, comment: 'Louder', timestampSeconds: 2 });
    await send(context, 'PUT', `projects/${projectId}`, { status: 'delivered' });
    for (const purpose of ['delivery', 'listening']) {
      const { url } = await send<{ url: string }>(context, 'POST', 'share-links', {
        projectId,
        purpose,
        name: 'Label',
      });
      links[purpose] = appUrl + new URL(url).pathname;
    }
    await useOldBrowser(context);
    context.on('request', (request) => request.url().endsWith('/delete-features.js') && (workers += 1));
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  });

  afterAll(() => browser.close());

  it('lacks them', async () => {
    await page.goto(`${appUrl}/favicon.svg`);
    expect(await page.evaluate('[typeof Iterator, typeof Intl.Segmenter, typeof Set.prototype.union]')).toEqual(
      Array(3).fill('undefined'),
    );
  });

  it('shows the public pages', async () => {
    for (const path of ['/', '/about', '/privacy']) {
      await page.goto(appUrl + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });

  it('shows every tab of a project', async () => {
    await page.goto(`${appUrl}/app`);
    await page.getByRole('link', { name: 'Night Songs' }).first().waitFor();
    for (const { value, label } of PROJECT_TABS) {
      await page.goto(`${appUrl}/app/projects/${projectId}?tab=${value}`);
      await page.getByRole('tab', { name: label, selected: true }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
    }
  });

  it('reads the header of a dropped file in a worker, and sends it', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    await page.getByRole('button', { name: 'Choose a folder' }).waitFor();
    const buffer = Buffer.from(
      bytesOfFile((path) => makeAudioFile(path, { format: 'flac', durationS: 3, tags: { title: 'Ember' } })),
    );
    await page
      .locator('main input[type=file]')
      .first()
      .setInputFiles({ name: '01 Ember.flac', mimeType: 'audio/flac', buffer });
    await page.getByText('01 Ember.flac').first().waitFor();
    expect(workers).toBeGreaterThan(0);
  });

  it('plays a track in the application, by a listening link and on a delivery page', async () => {
    await page.goto(`${appUrl}/app/projects/${projectId}/tracks/${fileId}`);
    await page.getByText('Louder').first().waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    await playedTo(page, 1);
    await page.goto(links.listening!);
    await page.getByRole('button', { name: 'Play all' }).click();
    await playedTo(page, 1);
    await page.goto(links.delivery!);
    await page.getByRole('button', { name: 'Play all' }).click();
    await eventually(async () =>
      expect(await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toMatch(/^0:0[1-9]/),
    );
  });

  it('throws nothing', () => expect(errors).toEqual([]));
});

describeInBrowser('a page that a browser cannot run', () => {
  let browser: Browser;
  let deliveryUrl: string;
  let projectId: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const engineers = await browser.newContext();
    await signIn(engineers, 'engineer');
    projectId = await makeProject(engineers, 'Night Songs');
    const sound = { format: 'wav', durationS: 2 } as const;
    await upload(engineers, { projectId, fileType: 'master', fileName: 'Anthem.wav' }, sound);
    await send(engineers, 'PUT', `projects/${projectId}`, { status: 'delivered' });
    const link = { projectId, purpose: 'delivery', name: 'Label' };
    deliveryUrl = appUrl + new URL((await send<{ url: string }>(engineers, 'POST', 'share-links', link)).url).pathname;
  });

  afterAll(() => browser.close());

  const SCREENS = [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 360 },
  ] as const;

  /** Opens an address as a visitor in each colour scheme and width. `missing` is deleted in the browser before. */
  async function look(
    name: string,
    url: string,
    { missing = '', javaScript = true }: { missing?: string; javaScript?: boolean },
    expected: (page: Page) => Promise<void>,
  ): Promise<void> {
    for (const { scheme, width } of SCREENS) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: scheme,
        javaScriptEnabled: javaScript,
      });
      if (missing) await context.addInitScript(missing);
      const page = await context.newPage();
      // A page that is not read to its end never counts as loaded.
      await page.goto(url, { waitUntil: 'commit' });
      await expected(page);
      await screenshot(page, `${name}-${scheme}`, false);
      if (javaScript) expect(await accessibilityFindings(page, scheme)).toEqual([]);
      await context.close();
    }
  }

  const OLD = {
    'without modules': 'delete HTMLScriptElement.prototype.noModule',
    'like Safari 16.3': `const { RegExp: Own } = window;
      window.RegExp = function (text, flags) {
        if (text === '(?<=a)b') throw new SyntaxError('Invalid group');
        return new Own(text, flags);
      };
      window.RegExp.prototype = Own.prototype;`,
    'like Firefox 102': `delete URL.canParse;
      const supports = CSS.supports.bind(CSS);
      CSS.supports = (...asked) => asked[0] === '-moz-appearance' || supports(...asked);`,
  };

  it.each(Object.keys(OLD) as (keyof typeof OLD)[])('says what to do in one %s', async (name) => {
    await look(`too-old-${name.replaceAll(' ', '-')}`, `${appUrl}/app`, { missing: OLD[name] }, async (page) => {
      await page.getByRole('heading', { name: 'This browser is too old' }).waitFor();
      const { chrome, firefox, safari } = FLOOR;
      const needed = `Chrome or Edge ${chrome}, Firefox ${firefox} or Safari ${safari}, or a newer version.`;
      await page.getByText(`This page needs ${needed}`).waitFor();
      // The page did not run, and does not load itself again.
      expect(await page.locator('script').count()).toBe(0);
    });
  });

  it('keeps the files of a delivery', async () => {
    await look('too-old-delivery', deliveryUrl, { missing: OLD['without modules'] }, async (page) => {
      await page.getByText('This browser is too old for some parts of this page.').waitFor();
      await page.getByRole('heading', { name: 'Anthem' }).waitFor();
    });
  });

  it('keeps the text of public pages', async () => {
    await look('too-old-public', appUrl, { missing: OLD['without modules'] }, async (page) => {
      await page.getByText('This browser is too old for some parts of this page.').waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
  });

  it('says that JavaScript is switched off', async () => {
    await look('without-javascript', `${appUrl}/app`, { javaScript: false }, async (page) => {
      await page.getByRole('heading', { name: 'JavaScript is switched off' }).waitFor();
      expect(await page.getByText('Loading...').isVisible()).toBe(false);
    });
  });

  it('does not blame the server when the page itself fails', async () => {
    const fail = `Map.groupBy = () => { throw new TypeError('Map.groupBy is not a function'); };`;
    await look('page-failure', `${appUrl}/app/projects/${projectId}`, { missing: fail }, async (page) => {
      await page.getByText('This page failed in your browser, not on the server.').waitFor();
      await page.getByRole('button', { name: 'Reload the Page' }).waitFor();
    });
  });

  it('is named in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const { chrome, firefox, safari } = FLOOR;
    expect(readme).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`);
  });
});
