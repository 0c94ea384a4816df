import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { until } from '../../services/testing/until.js';
import { accessibilityFindings, appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { send, signIn } from './listening-fixture.js';

// Not the demo client: other tests show that client the brand of their only studio.
const CLIENT = 'noa@example.com';
const STUDIO = 'Basalt Mastering';

describeInBrowser('a client who is invited by a second studio', () => {
  let browser: Browser;
  let demo: BrowserContext;
  let second: BrowserContext;
  let page: Page;
  let projectId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    demo = await browser.newContext();
    await signIn(demo, 'engineer');
    second = await browser.newContext();
    await send(demo, 'POST', 'engineer-invites', { name: 'Vera Basalt', email: 'vera@example.com' });
    const join = await mailedLink('vera@example.com', 'join');
    const account = { name: 'Vera Basalt', studioName: STUDIO, password: 'correct horse battery' };
    await send(second, 'POST', `engineer-invites/accept/${join.split('/')[2]}`, account);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await send(demo, 'POST', 'users', { name: 'Noa Lind', email: CLIENT, role: 'client' });
    const invite = await mailedLink(CLIENT, 'invite');
    const own = { name: 'Noa Lind', password: 'correct horse battery' };
    await send(context, 'POST', `invites/accept/${invite.split('/')[2]}`, own);
    const client = { name: 'Noa Lind', email: CLIENT };
    await send(demo, 'POST', 'projects', { title: 'Songs of the first studio', client });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
  });

  afterAll(() => browser.close());

  /** Path of the link in the newest mail to that address. */
  async function mailedLink(address: string, kind: 'invite' | 'join'): Promise<string> {
    let path: string | undefined;
    await until(`a mail to ${address}`, async () => {
      const read = async (rest: string) =>
        (JSON.parse(await (await demo.request.get(`${appUrl}/api/dev/mails${rest}`)).text()) as { data: unknown }).data;
      for (const { id, to } of (await read('')) as { id: string; to: string }[]) {
        if (!to.includes(address)) continue;
        const { text } = (await read(`/${id}`)) as { text: string };
        path ??= new RegExp(`/${kind}/[\\w.-]+`).exec(text)?.[0];
      }
      return path !== undefined;
    });
    return path!;
  }

  async function look(name: string): Promise<void> {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const scheme of ['light', 'dark'] as const) {
        await page.evaluate(
          (value) => document.documentElement.setAttribute('data-mantine-color-scheme', value),
          scheme,
        );
        await screenshot(page, `invitations-${name}-${width}-${scheme}`);
        expect(await accessibilityFindings(page, scheme)).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  async function home(): Promise<void> {
    await page.goto(`${appUrl}/app`);
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    await page.getByText('Songs of the first studio').first().waitFor();
    await page.addStyleTag({ content: '* { transition: none !important; }' });
  }

  it('sees the invitation on their home at once, and nothing else of that studio', async () => {
    await home();
    const brand = await page.getByRole('banner').innerText();
    const client = { name: 'Typed name', email: CLIENT };
    const project = { title: 'Stranger songs', client };
    projectId = (await send<{ id: string }>(second, 'POST', 'projects', project)).id;
    await send(second, 'POST', 'quotes', { projectId, amount: 450 });
    const question = page.getByRole('listitem').filter({ hasText: `${STUDIO} would like to work with you` });
    await question.getByText('Vera Basalt invites you to “Stranger songs”').waitFor();
    await page.getByRole('link', { name: 'View Project Songs of the first studio' }).waitFor();
    await eventually(async () => expect(await page.getByRole('link', { name: /Stranger songs/ }).count()).toBe(0));
    await eventually(async () => expect(await page.getByText('$450').count()).toBe(0));
    await eventually(async () => expect(await page.getByRole('banner').innerText()).toBe(brand));
    await look('question');
  });

  it('declines after confirming, and the engineer sees it', async () => {
    await home();
    await page.getByRole('button', { name: `Decline: ${STUDIO}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Invitation Declined').first().waitFor();
    await page.getByRole('heading', { name: 'An invitation for you' }).waitFor({ state: 'detached' });
    const engineer = await second.newPage();
    await engineer.goto(`${appUrl}/app/clients`);
    const row = engineer.getByRole('row').filter({ hasText: 'Typed name' });
    await row.getByText('Declined', { exact: true }).waitFor();
    await screenshot(engineer, 'invitations-declined');
    await row.getByRole('button', { name: 'Actions for Typed name' }).click();
    await engineer.getByRole('menuitem', { name: 'Send invitation' }).click();
    await row.getByText('Invited', { exact: true }).waitFor();
    await engineer.close();
  });

  it('accepts, and finds the project with its quote; the engineer reads that they joined', async () => {
    const engineer = await second.newPage();
    await engineer.goto(`${appUrl}/app/projects/${projectId}`);
    const waits = engineer.getByText('The client has not accepted your invitation yet');
    await waits.waitFor();
    await screenshot(engineer, 'invitations-project-1280');
    await engineer.setViewportSize({ width: 390, height: 900 });
    await screenshot(engineer, 'invitations-project-390');
    await home();
    await page.getByRole('button', { name: `Accept: ${STUDIO}` }).click();
    await page.getByRole('link', { name: 'View Project Stranger songs' }).waitFor();
    await page.getByRole('link', { name: 'Read the quote: Stranger songs' }).waitFor();
    await waits.waitFor({ state: 'detached' });
    await engineer.close();
    await eventually(async () =>
      expect(await page.getByRole('heading', { name: 'An invitation for you' }).count()).toBe(0),
    );
    await look('accepted');
  });

  it('can decline from a mail', async () => {
    await send(second, 'POST', 'users', { name: 'Nils', email: 'nils@example.com', role: 'client' });
    await page.context().clearCookies();
    await page.goto(appUrl + (await mailedLink('nils@example.com', 'invite')));
    await page.getByRole('heading', { level: 1, name: `${STUDIO} invites you` }).waitFor();
    await look('link');
    await page.getByRole('button', { name: 'Decline invitation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Invitation declined' }).waitFor();
    await look('link-declined');
    await page.reload();
    await page.getByText('Ask the studio for a new one').waitFor();
    expect(errors).toEqual([]);
  });
});
