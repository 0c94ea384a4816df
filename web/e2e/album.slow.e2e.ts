import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { digestsOf, filesOf } from '../../services/ddp/built.testing.js';
import { checkDdp } from '../../services/ddp/check.js';
import { readDdp } from '../../services/ddp/read.js';
import { writeAudioFile } from '../../services/testing/audio/audio.js';
import { pdfText } from '../../services/testing/pdf-text.js';
import { unpacked } from '../../services/testing/unpacked.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';
import { makeProject, send, signIn, stage, upload } from './listening-fixture.js';
import { recordOutputs, takeRecording } from './recorder.js';

const RATE = 44_100;
/** As long as a track of a CD must be. */
const LENGTH_S = 4;
const FRAME = RATE / 75;
/** A gap of half a second and one frame. */
const GAP_FRAMES = 38;
const GAP_SAMPLES = GAP_FRAMES * FRAME;

/** Writes a tone that begins and ends at full level, so that every silence in a recording is a gap. */
function makeTone(path: string, frequencyHz: number, bits = 16): void {
  const samples = Float64Array.from(
    { length: LENGTH_S * RATE },
    (_, index) => 0.4 * Math.cos((2 * Math.PI * frequencyHz * index) / RATE),
  );
  writeAudioFile(path, [samples, samples], { format: 'wav', bits, sampleRateHz: RATE });
}

/** Samples of a WAV in which nothing follows them. */
const samplesOf = (wave: Buffer): Buffer => wave.subarray(wave.indexOf('data') + 8);

interface Slots {
  tracks: { track: { id: string; title: string }; slots: { id: string; slotType: string; fileId: string | null }[] }[];
}

describeInBrowser('an album', () => {
  let browser: Browser;
  let engineers: BrowserContext;
  let engineer: Page;
  let phone: Page;
  let projectId: string;
  const titles = ['Dawn', 'Noon', 'Dusk'];
  const masters = { cd_master: new Map<string, Buffer>(), vinyl_master: new Map<string, Buffer>() };

  beforeAll(async () => {
    browser = await launchBrowser();
    engineers = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    const clients = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    await Promise.all([signIn(engineers, 'engineer'), signIn(clients, 'client')]);
    await recordOutputs(clients);
    projectId = await makeProject(engineers, 'Tides');
    const { tracks } = await send<Slots>(engineers, 'POST', `tracks/projects/${projectId}/batch`, {
      tracks: titles.map((title, index) => ({ trackNumber: index + 1, title })),
    });
    const stagingFileIds: string[] = [];
    for (const [index, { track, slots }] of tracks.entries()) {
      const fileId = await upload(
        engineers,
        { projectId, fileType: 'master', fileName: `0${index + 1} ${titles[index]}.wav` },
        (path) => makeTone(path, 220 * (index + 1)),
      );
      const slot = slots.find(({ slotType }) => slotType === 'streaming_master')!;
      await send(engineers, 'PUT', `tracks/slots/${slot.id}`, { fileId });
      for (const [slotType, bits] of [
        ['cd_master', 16],
        ['vinyl_master', 24],
      ] as const) {
        const tone = (path: string) => {
          makeTone(path, 220 * (index + 1), bits);
          masters[slotType].set(track.title, samplesOf(readFileSync(path)));
        };
        const place = { trackId: track.id, slotType };
        stagingFileIds.push(await stage(engineers, projectId, `${track.title} ${slotType}.wav`, place, tone));
      }
    }
    await send(engineers, 'POST', `staging/projects/${projectId}/release`, { stagingFileIds });
    const released = await send<Slots>(engineers, 'GET', `tracks/projects/${projectId}`);
    for (const { slots } of released.tracks) {
      const { fileId } = slots.find(({ slotType }) => slotType === 'vinyl_master')!;
      await send(clients, 'PUT', `files/${fileId!}/approval`, { verdict: 'approved' });
    }
    engineer = await engineers.newPage();
    phone = await clients.newPage();
  });

  afterAll(() => browser.close());

  const album = () => engineer.getByRole('region', { name: 'Album' });
  const record = () => phone.locator('[data-track]');
  const shown = () => record().locator('[data-track-title]').allTextContents();

  it('gets gaps and sides from its engineer', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=album`);
    await album().getByText('3 tracks, 0:16').waitFor();
    for (const title of ['Noon', 'Dusk']) {
      const field = album().getByRole('textbox', { name: `Gap before ${title}` });
      await field.fill(`0:${GAP_FRAMES}`);
      await field.press('Enter');
    }
    await album().getByRole('switch', { name: 'Sides of a record' }).click();
    await album().getByRole('button', { name: 'More about Dusk' }).click();
    await engineer.getByRole('menuitem', { name: 'A new side begins here' }).click();
    await album().getByText('Side B').waitFor();
    await screenshot(engineer, 'album-editor');
    await album().getByRole('button', { name: 'Save' }).click();
    await engineer.getByText('Album saved').first().waitFor();
    await engineer.reload();
    await album().getByText('3 tracks, 0:13').waitFor();
    expect(await album().getByRole('textbox', { name: 'Gap before Noon' }).inputValue()).toBe('0:38');
    await album().getByText('Side B').waitFor();
  });

  it('is reordered by its engineer with the keyboard', async () => {
    const handle = album().getByRole('button', { name: 'Move Dusk' });
    const says = (text: string) => engineer.getByRole('status').filter({ hasText: text }).waitFor();
    await handle.focus();
    await engineer.keyboard.press('Space');
    await says('Picked up Dusk, 4 of 4');
    await engineer.keyboard.press('ArrowUp');
    await says('Dusk is now 3 of 4');
    await engineer.keyboard.press('Space');
    await says('Dusk was put at 3 of 4');
    // It has passed the head of side B and is the last of side A now.
    await eventually(async () => expect(await album().getByText('Side B').count()).toBe(0));
    await album().getByRole('button', { name: 'Discard' }).click();
    await album().getByText('Side B').waitFor();
  });

  const discs = () => engineer.getByRole('region', { name: 'Discs' });
  const disc = () => discs().getByRole('region', { name: 'CD', exact: true });
  const side = (name: string) => discs().getByRole('region', { name: `Side ${name}` });

  async function download(press: () => Promise<void>): Promise<Buffer> {
    const [made] = await Promise.all([engineer.waitForEvent('download'), press()]);
    return readFile(await made.path());
  }
  async function downloadDdp(): Promise<Buffer> {
    await disc().getByRole('button', { name: 'Prepare DDP' }).click();
    const link = disc().getByRole('link', { name: /^Download DDP/ });
    await link.waitFor();
    return download(() => link.click());
  }
  const downloadSide = (name: string) =>
    download(() =>
      side(name)
        .getByRole('link', { name: /^Download side/ })
        .click(),
    );
  async function downloadSheet(name: string): Promise<Buffer> {
    await disc().getByRole('button', { name: 'Sheets' }).click();
    return download(() => engineer.getByRole('menuitem', { name }).click());
  }
  const outOfDate = () => engineer.getByRole('list', { name: 'Out of date' }).getByRole('listitem');

  it('is made as DDP, sides and PQ sheet', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=cd`);
    expect((await unpacked(await downloadDdp()))['IMAGE.DAT']!.includes(masters.cd_master.get('Dawn')!)).toBe(true);
    expect((await downloadSheet('PQ sheet (CSV)')).toString()).toContain('Dawn');
    await downloadSide('A');
    expect(await outOfDate().count()).toBe(0);
    await screenshot(engineer, 'album-discs');
  });

  it('is reordered by the client on a phone, as a proposal', async () => {
    await phone.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    await eventually(async () => expect(await shown()).toEqual(titles));
    await phone.getByRole('button', { name: 'Change order and titles' }).tap();
    const editor = phone.getByRole('region', { name: 'Order and titles' });
    await editor.getByRole('button', { name: 'Rename Noon' }).tap();
    await editor.getByRole('textbox', { name: 'Title of Noon' }).fill('High Noon');
    await phone.keyboard.press('Enter');
    // The rows move when the text field closes.
    await editor.getByRole('button', { name: 'Rename High Noon' }).waitFor();
    const from = (await editor.getByRole('button', { name: 'Move Dusk' }).boundingBox())!;
    const to = (await editor.getByRole('button', { name: 'Move Dawn' }).boundingBox())!;
    await phone.mouse.move(from.x + 10, from.y + 10);
    await phone.mouse.down();
    await phone.mouse.move(to.x + 10, to.y + 20, { steps: 8 });
    await phone.mouse.move(to.x + 10, to.y + 4, { steps: 4 });
    await phone.mouse.up();
    await screenshot(phone, 'album-client-editor');
    await editor.getByRole('button', { name: 'Send to the engineer' }).tap();
    await phone.getByText('Demo Client proposes this change').waitFor();
    await eventually(async () => expect(await shown()).toEqual(['Dusk', 'Dawn', 'High Noon']));
    await screenshot(phone, 'album-proposed');
    await phone.getByText('As it is').tap();
    await eventually(async () => expect(await shown()).toEqual(titles));
  });

  it('shows the engineer the change, who accepts it', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}`);
    await engineer.getByRole('link', { name: 'See the change' }).click();
    const change = engineer.getByRole('list', { name: 'Proposed order' });
    const rows = change.getByRole('listitem');
    await rows.nth(2).waitFor();
    expect(await rows.allTextContents()).toEqual(['1Duskwas 3', '2Dawn', '3Noon  High Noon']);
    await engineer.getByRole('textbox', { name: 'Answer' }).fill('Works well');
    await screenshot(engineer, 'album-review');
    await engineer.getByRole('button', { name: 'Accept' }).click();
    await eventually(async () => expect(await change.count()).toBe(0));
    await album().getByText('High Noon').waitFor();
    await outOfDate().nth(2).waitFor();
    expect((await outOfDate().allTextContents()).map((text) => text.split(',')[0])).toEqual([
      'PQ sheet (CSV)',
      'DDP',
      'WAV of side A',
    ]);
    await screenshot(engineer, 'album-out-of-date');
    // The client sees it without a reload.
    await phone.getByText('The proposed order was accepted').waitFor();
    await phone.getByText('Works well').waitFor();
    await eventually(async () => expect(await shown()).toEqual(['Dusk', 'Dawn', 'High Noon']));
  });

  it('plays with its gaps to the sample and no other hole', async () => {
    const bar = phone.getByRole('region', { name: 'Player' });
    // A block that the recorder missed inside a gap splits the gap. Unlike a hole caused by the player, it does not recur.
    await eventually(async () => {
      await takeRecording(phone);
      await phone.getByRole('button', { name: 'Play all' }).tap();
      await bar.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      await bar.getByText('High Noon').waitFor();
      await bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
      // Dawn was the first track and has no gap of its own, so it gets the studio's two seconds.
      expect(silences(await takeRecording(phone))).toEqual([2 * RATE, GAP_SAMPLES]);
    });
  });

  it('is made again in the accepted order: DDP, sides and PQ sheet', async () => {
    await engineer.getByRole('tab', { name: 'CD and vinyl' }).click();
    const silence = (frames: number, bytes: number) => Buffer.alloc(frames * FRAME * bytes);
    const of = (slot: keyof typeof masters, title: string) => masters[slot].get(title)!;
    const warning = engineer.getByText('The DDP is out of date');
    await warning.waitFor();
    await screenshot(engineer, 'album-discs-outdated');

    const folder = await unpacked(await downloadDdp());
    await warning.waitFor({ state: 'detached' });
    const ddp = (await readDdp(filesOf(folder)))!;
    const expected = { upc: '', tracks: ['Dusk', 'Dawn', 'High Noon'].map((title) => ({ title, isrc: '' })) };
    const findings = checkDdp(ddp, { digests: digestsOf(folder), expected });
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect(ddp.cdText!.texts.title!.slice(1)).toEqual(['Dusk', 'Dawn', 'High Noon']);
    const image = Buffer.concat([
      silence(150, 4),
      of('cd_master', 'Dusk'),
      silence(150, 4),
      of('cd_master', 'Dawn'),
      silence(GAP_FRAMES, 4),
      of('cd_master', 'Noon'),
    ]);
    expect(folder['IMAGE.DAT']!.equals(image)).toBe(true);

    const wave = await downloadSide('A');
    const onSide = Buffer.concat([of('vinyl_master', 'Dusk'), silence(150, 6), of('vinyl_master', 'Dawn')]);
    expect(samplesOf(wave).equals(onSide)).toBe(true);
    expect(samplesOf(await downloadSide('B')).equals(of('vinyl_master', 'Noon'))).toBe(true);

    const table = (await downloadSheet('PQ sheet (CSV)')).toString().replaceAll('"', '');
    const starts = [...table.matchAll(/,(\d+),01,([\d:]+),([\d:]+),[\d:]+,([^,]+),/g)].map((match) => match.slice(1));
    expect(starts).toEqual([
      ['1', '00:02:00', '00:00:00', 'Dusk'],
      ['2', '00:08:00', '00:06:00', 'Dawn'],
      ['3', '00:12:38', '00:10:38', 'High Noon'],
    ]);
    const { text } = await pdfText(await downloadSheet('PQ sheet (PDF)'));
    for (const part of ['Dusk', 'Dawn', 'HighNoon', '00:12:38']) expect(text).toContain(part);
    await eventually(async () => expect(await outOfDate().count()).toBe(0));
  });
});

/** Lengths of the silent stretches of 10 ms or more between sounds, in samples. */
function silences(sound: Float32Array): number[] {
  const found: number[] = [];
  let silent = 0;
  for (const sample of sound) {
    if (sample === 0) silent += 1;
    else {
      if (silent > RATE / 100) found.push(silent);
      silent = 0;
    }
  }
  return found;
}
