import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { pdfText } from '../../services/testing/pdf-text.js';
import { describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { type Everything, makeEverything } from './everything-fixture.js';
import { makeDataDir, removeDataDir, startInProduction, startPortal } from './launcher.mjs';
import { MARKUP, textFields } from './text-fields.js';

/** Rules that depend on the colour scheme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Sizes of a phone, a tablet and a laptop, in which every screen is taken. */
const WINDOWS = [
  [390, 844],
  [834, 1112],
  [1440, 900],
] as const;

type Portal = Awaited<ReturnType<typeof startPortal>>;

interface Screen {
  name: string;
  path: string | ((made: Everything) => string);
  /** Opens something on the page. */
  open?: (page: Page) => Promise<unknown>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
const project = (tab: string) => (made: Everything) => `/app/projects/${made.projectId}?tab=${tab}`;
const quoted = (tab: string) => (made: Everything) => `/app/projects/${made.quotedId}?tab=${tab}`;
const track = (made: Everything) => `/app/projects/${made.projectId}/tracks/${made.fileId}`;

const visitors: Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'early access', path: '/', open: button('Get Started') },
  { name: 'about', path: '/about' },
  { name: 'privacy', path: '/privacy' },
  { name: 'cookies', path: '/cookies' },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-in, nothing typed', path: '/sign-in', open: button('Sign in') },
  { name: 'code', path: '/sign-in/code' },
  { name: 'mailed link', path: `/sign-in/link/${'x'.repeat(43)}` },
  { name: 'forgot password', path: '/forgot-password' },
  { name: 'reset password', path: `/reset-password/${'x'.repeat(43)}` },
  { name: 'invitation', path: ({ invitePath }) => invitePath },
  { name: 'invitation that is over', path: `/invite/${'x'.repeat(43)}` },
  { name: 'invitation of an engineer', path: ({ joinPath }) => joinPath },
  { name: 'unsubscribe', path: ({ unsubscribePath }) => unsubscribePath },
  { name: 'new sign-in address', path: `/confirm-address/${'x'.repeat(43)}` },
  { name: 'listening link', path: ({ listenPath }) => listenPath },
  { name: 'no such page', path: '/nowhere' },
];

const engineers: Screen[] = [
  { name: 'projects', path: '/app' },
  { name: 'projects by path', path: '/app/projects' },
  { name: 'create project', path: '/app/projects', open: button('New project') },
  { name: 'command palette', path: '/app/projects', open: press('Control+k') },
  { name: 'overview', path: '/app/projects/overview' },
  { name: 'timeline', path: project('timeline') },
  { name: 'files', path: project('files') },
  { name: 'staging', path: project('staging') },
  { name: 'slot picker', path: project('staging'), open: button(/^Choose a slot for/) },
  { name: 'rules', path: project('staging'), open: button(/has learnt$/) },
  { name: 'add track', path: project('staging'), open: button('Add Track') },
  { name: 'release', path: project('release') },
  { name: 'album', path: project('album') },
  { name: 'metadata', path: project('metadata') },
  { name: 'discs', path: project('cd') },
  { name: 'what a file is', path: project('files'), open: button('What is this file?') },
  { name: 'quote', path: project('quote') },
  { name: 'quote history', path: project('quote'), open: button('History') },
  { name: 'revise quote', path: quoted('quote'), open: button('Revise Quote') },
  { name: 'quote with lines', path: quoted('quote'), open: addLines },
  { name: 'info', path: project('info') },
  { name: 'track', path: track },
  { name: 'track, playing', path: track, open: button('Play') },
  { name: 'invoices', path: '/app/invoices' },
  { name: 'clients', path: '/app/clients' },
  { name: 'add client', path: '/app/clients', open: button('Add client') },
  { name: 'storage', path: '/app/storage' },
  { name: 'notifications', path: '/app/notifications' },
  { name: 'theme', path: '/app/settings/theme' },
  { name: 'studio settings', path: '/app/settings/theme?tab=studio' },
  { name: 'profile', path: '/app/profile' },
  { name: 'two-step sign-in', path: '/app/profile', open: scanCode },
  { name: 'required two-step sign-in', path: '/sign-in/two-step', open: requireTwoSteps },
  { name: 'delete account', path: '/app/profile', open: button('Delete account') },
  { name: 'operator', path: '/app/operator' },
  {
    name: 'mailbox',
    path: '/app/dev/mailbox',
    open: (page) => page.getByRole('list', { name: 'Mails' }).getByRole('button').first().click(),
  },
  { name: 'no such page of the portal', path: '/app/nowhere' },
];

const clients: Screen[] = [
  { name: 'dashboard', path: '/app' },
  { name: 'timeline', path: project('timeline') },
  { name: 'pending quote', path: quoted('timeline') },
  { name: 'reject quote', path: quoted('quote'), open: button('Reject') },
  { name: 'files', path: project('files') },
  { name: 'quote', path: project('quote') },
  { name: 'info', path: project('info') },
  { name: 'track', path: track },
  { name: 'payment', path: ({ projectId }) => `/app/payment/${projectId}` },
  { name: 'notifications', path: '/app/notifications' },
  { name: 'profile', path: '/app/profile' },
  { name: 'theme, restricted', path: '/app/settings/theme' },
  { name: 'invoices of a client', path: '/app/invoices' },
];

/** Opens the page as an engineer whose studio has just begun to require it. */
async function requireTwoSteps(page: Page): Promise<void> {
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    const { data, ...reply } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...reply, data: { ...data, owesSecondFactor: true } } });
  });
  await page.goto(new URL('/sign-in/two-step', page.url()).href);
  await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
}

async function addLines(page: Page): Promise<void> {
  await button('Revise Quote')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add lines' }).click();
}

/** Goes through the QR code to the recovery codes. */
async function scanCode(page: Page): Promise<void> {
  await button('Set up')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByLabel('Code').waitFor();
}

describeInBrowser('every screen', () => {
  let browser: Browser;
  let dataDirs: string[];
  let portal: Portal;
  let fresh: Portal;
  let made: Everything;
  let contexts: Record<'visitor' | 'engineer' | 'client', BrowserContext>;
  let faults: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    dataDirs = [await makeDataDir(), await makeDataDir()];
    [portal, fresh] = await Promise.all([startPortal(dataDirs[0]!), startInProduction(dataDirs[1]!)]);
    const newContext = () => browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    contexts = { visitor: await newContext(), engineer: await newContext(), client: await newContext() };
    for (const role of ['engineer', 'client'] as const)
      await contexts[role].request.post(`${portal.url}/api/dev/sign-in`, { data: { role } });
    // Prevents the automatic sign-in of Dev Mode.
    await contexts.visitor.addInitScript(() => localStorage.setItem('lacquer.signed-out', '1'));
    made = await makeEverything(portal.url, contexts);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([portal?.stop(), fresh?.stop()]);
    await Promise.all(dataDirs.map(removeDataDir));
  });

  /**
   * Loads a screen in both schemes, takes it in every size, and returns faults: findings of axe, what is wider than its
   * window, markup that ran or would have run, and markup that became elements.
   */
  async function look(context: BrowserContext, url: string, name: string, open?: Screen['open']): Promise<string[]> {
    const page = await context.newPage();
    faults = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    await page.goto(url);
    await ready(page);
    await page.addStyleTag({ content: '* { transition: none !important; animation: none !important; }' });
    if (open) {
      await open(page);
      await page.mouse.move(0, 0);
      await page.locator('[role=tooltip]').waitFor({ state: 'detached' });
      await ready(page);
    }
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      // Legacy mode skips frames: the mailbox shows mail in a frame without scripts, where axe cannot run.
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      const { violations } = await (scheme === 'light' ? axe : axe.withRules(OF_COLORS)).analyze();
      for (const { id, nodes } of violations)
        faults.push(`${scheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    }
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await ready(page);
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await screenshot(page, `screens-${name.replace(/\W+/g, '-')}-${width}-${scheme}`, false);
      }
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (beyond > 0) faults.push(`${beyond} px wider than ${width} px`);
    }
    faults.push(
      ...(await page.evaluate(() =>
        [...document.querySelectorAll('img[src="x"], svg[onload], [onerror], a[href^="javascript:"]')].map(
          ({ outerHTML }) => outerHTML,
        ),
      )),
    );
    await page.close();
    return faults;
  }

  const ready = async (page: Page) => {
    await page.getByRole('heading').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root'));
  };

  const of = (who: keyof typeof contexts, { name, path, open }: Screen) =>
    look(contexts[who], portal.url + (typeof path === 'string' ? path : path(made)), `${who}-${name}`, open);

  describe('passes axe and shows markup as text', () => {
    it.each(visitors)('$name', async (screen) => expect(await of('visitor', screen)).toEqual([]));
    it.each(engineers)('of an engineer: $name', async (screen) => expect(await of('engineer', screen)).toEqual([]));
    it.each(clients)('of a client: $name', async (screen) => expect(await of('client', screen)).toEqual([]));

    it('of a first run', async () => {
      expect(await look(contexts.visitor, `${fresh.url}/setup`, 'setup')).toEqual([]);
    });
  });

  it('is listed above', () => {
    const routes = readFileSync(new URL('../src/app/routes.ts', import.meta.url), 'utf8');
    const declared = [...routes.matchAll(/route\('([^'*]+)'/g)].map(([, path]) => `/${path}`);
    const seen = [...visitors, ...engineers, ...clients].map(({ path }) =>
      typeof path === 'string' ? path : path(made),
    );
    const matches = (route: string) =>
      [...seen, '/setup'].some((path) => new RegExp(`^${route.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(path));
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((route) => !matches(route))).toEqual([]);
  });

  it('covers every field that takes text', () => {
    expect(textFields().filter((field) => !made.marked.has(field))).toEqual([]);
  });

  it('has mails that show markup as text', async () => {
    const { request } = contexts.engineer;
    const { data: mails } = (await (await request.get(`${portal.url}/api/dev/mails?limit=100`)).json()) as {
      data: { id: string }[];
    };
    expect(mails.length).toBeGreaterThan(8);
    const page = await contexts.visitor.newPage();
    let said = 0;
    for (const { id } of mails) {
      const answer = await request.get(`${portal.url}/api/dev/mails/${id}`);
      const { data: mail } = (await answer.json()) as { data: { html: string } };
      await page.setContent(mail.html);
      await eventually(async () =>
        expect(await page.locator('[onerror], script, [src="x"], a[href^="javascript:"]').count()).toBe(0),
      );
      if ((await page.locator('body').innerText()).includes(MARKUP)) said += 1;
    }
    expect(said).toBeGreaterThan(5);
    await page.close();
  });

  it('has an invoice that shows markup as text', async () => {
    const answer = await contexts.client.request.get(`${portal.url}/api/invoices/${made.invoiceId}/pdf`);
    const { text } = await pdfText(await answer.body());
    expect(text).toContain(MARKUP.replace(/\s/g, ''));
  });
});
