import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { appUrl, describeInBrowser, eventually, launchBrowser } from './browser.js';
import { makeProject, send, signIn, upload } from './listening-fixture.js';

interface Spoken {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  childIds?: string[];
  properties?: { name: string; value: { value?: unknown } }[];
}

const said = ({ role, name }: Spoken) => `${role?.value} ${name?.value ?? ''}`;
const isFocused = ({ properties = [] }: Spoken) =>
  properties.some(({ name, value }) => name === 'focused' && value.value === true);

/** The page as Chromium describes it to screen readers. */
async function screenReader(page: Page) {
  const client = await page.context().newCDPSession(page);
  const tree = async () => ((await client.send('Accessibility.getFullAXTree')) as { nodes: Spoken[] }).nodes;
  const withRole = async (...roles: string[]) =>
    (await tree()).filter(({ ignored, role }) => !ignored && roles.includes(role?.value ?? ''));
  return {
    focused: async () => said((await tree()).findLast((node) => !node.ignored && isFocused(node))!),
    headings: async () => (await withRole('heading')).map(({ name }) => name?.value),
    landmarks: async () => (await withRole('main', 'navigation', 'region')).map(said),
    /** The texts of all regions that are read when they change. */
    announced: async () => {
      const byId = new Map((await tree()).map((node) => [node.nodeId, node]));
      const text = (id: string): string => {
        const { role, name, childIds = [] } = byId.get(id)!;
        return role?.value === 'StaticText' ? (name?.value ?? '') : childIds.map(text).join('');
      };
      return (await withRole('status')).map(({ nodeId }) => text(nodeId));
    },
  };
}

describeInBrowser('a delivery page without mouse and screen', () => {
  let browser: Browser;
  let page: Page;
  let reader: Awaited<ReturnType<typeof screenReader>>;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    const engineer = await browser.newContext();
    await signIn(engineer, 'engineer');
    const projectId = await makeProject(engineer, 'Night Songs');
    const sound = { format: 'wav', bits: 24, sampleRateHz: 48000, durationS: 8 } as const;
    for (const [seed, fileName] of ['Anthem.wav', 'Ballad.wav'].entries()) {
      await upload(engineer, { projectId, fileType: 'master', fileName }, { ...sound, seed });
    }
    await send(engineer, 'PUT', `projects/${projectId}`, { status: 'delivered' });
    const link = { projectId, purpose: 'delivery', name: 'Label' };
    const { url } = await send<{ url: string }>(engineer, 'POST', 'share-links', link);
    const stranger = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await stranger.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: appUrl });
    page = await stranger.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(appUrl + new URL(url).pathname);
    await page.getByRole('button', { name: 'Play all' }).waitFor();
    reader = await screenReader(page);
  });

  afterAll(() => browser.close());

  const slider = () => page.getByRole('slider', { name: 'Position' });
  const position = () => slider().getAttribute('aria-valuetext');

  it('has headings, landmarks and stops in the order of the page, each with a name', async () => {
    expect(await reader.landmarks()).toEqual(['main ', 'navigation Files']);
    expect(await reader.headings()).toEqual(['Night Songs', 'Anthem 0:08', 'Ballad 0:08', 'What is this file?']);
    const stops: string[] = [];
    for (let stop = 0; stop < 14; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push(await reader.focused());
    }
    expect(stops).toEqual([
      'link As uploaded',
      'link Tagged',
      expect.stringMatching(/^link Download all \(ZIP, [\d.]+ MB\)$/),
      'button Play all',
      'link Metadata (CSV)',
      'button Play Anthem',
      'link Download Anthem.wav',
      'button Copy SHA-256 of Anthem.wav',
      'button Play Ballad',
      'link Download Ballad.wav',
      'button Copy SHA-256 of Ballad.wav',
      expect.stringMatching(/^button What is this file\?/),
      'DisclosureTriangle Big files and programs',
      'DisclosureTriangle Receipt',
    ]);
  });

  it('says what was copied', async () => {
    await page.getByRole('button', { name: 'Copy SHA-256 of Ballad.wav' }).press('Enter');
    await eventually(async () => expect(await reader.announced()).toContain('Copied SHA-256 of Ballad.wav'));
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(await page.getByText(copied, { exact: true }).count()).toBe(1);
    expect(copied).toMatch(/^[0-9a-f]{64}$/);
    await page.getByRole('button', { name: 'Copied SHA-256 of Ballad.wav' }).waitFor();
    await page.getByRole('button', { name: 'Copy SHA-256 of Ballad.wav' }).waitFor();
  });

  it('plays, pauses and seeks by keys, and says what is playing', async () => {
    await page.getByRole('button', { name: 'Play Anthem' }).press('Enter');
    await eventually(async () => expect(await reader.focused()).toBe('button Pause Anthem'));
    expect(await reader.announced()).toContain('Anthem');
    expect(await reader.landmarks()).toContain('region Player');
    await eventually(async () => expect(await position()).toMatch(/of 0:08$/));
    await page.keyboard.press('Space');
    await eventually(async () => expect(await reader.focused()).toBe('button Play Anthem'));
    await slider().press('Home');
    const positions: (string | null)[] = [];
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
      await page.keyboard.press(key);
      positions.push(await position());
    }
    expect(positions).toEqual(['0:05 of 0:08', '0:00 of 0:08', '0:05 of 0:08', '0:00 of 0:08']);
    expect(await reader.focused()).toBe('slider Position');
    await page.getByRole('button', { name: 'Play Anthem' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await position()).toBe('0:05 of 0:08');
  });

  it('keeps the focus on a button that has become useless', async () => {
    await page.getByRole('button', { name: 'Next track' }).press('Enter');
    await eventually(async () => expect(await reader.announced()).toContain('Ballad'));
    expect(await reader.focused()).toBe('button Next track');
    expect(await page.getByRole('button', { name: 'Next track', disabled: true }).count()).toBe(1);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(errors).toEqual([]);
  });
});
