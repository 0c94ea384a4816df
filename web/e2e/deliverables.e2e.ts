import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { fromBufferPromise } from 'yauzl';
import { synthesise } from '../../services/platform/audio/synth.js';
import { admFile } from '../../services/testing/audio/adm.js';
import { makeAudioFile, writeAudioFile } from '../../services/testing/audio/audio.js';
import { appUrl, describeInBrowser, eventually, launchBrowser, screenshot } from './browser.js';

const SIDE_RATE = 8000;

/** Five minutes: two seconds of silence, the track of ten, and a longer one without a master. */
function side(): Float64Array[] {
  const music = (durationS: number, seed: number) =>
    synthesise({ kind: 'music', sampleRateHz: SIDE_RATE, channels: 2, durationS, seed, frequencyHz: 0 });
  const [track, rest] = [music(10, 1), music(290, 2)];
  return [0, 1].map((channel) => {
    const samples = new Float64Array(302 * SIDE_RATE);
    samples.set(track[channel]!, 2 * SIDE_RATE);
    samples.set(rest[channel]!, 12 * SIDE_RATE);
    return samples.map((sample) => sample * 0.2);
  });
}

const DEMO_CLIENT = '01900000-0000-7000-8000-000000000002';

describeInBrowser('other deliverables', () => {
  let browser: Browser;
  let engineer: Page;
  let client: Page;
  let dir: string;
  let projectId: string;
  let trackId: string;
  const errors: string[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lacquer-deliverables-'));
    const folder = join(dir, 'Record');
    await mkdir(join(folder, 'NL001 DDP'), { recursive: true });
    makeAudioFile(join(folder, '01 Ember.wav'), { format: 'wav', durationS: 10, seed: 1, bits: 24 });
    writeAudioFile(join(folder, 'NL001_SideA.wav'), side(), { format: 'wav', sampleRateHz: SIDE_RATE });
    await writeFile(join(folder, 'Ember_ATMOS.wav'), admFile({ seconds: 1, bed: 10, objects: 2 }));
    await writeFile(join(folder, 'Ember lyrics.pdf'), '%PDF-1.7\nlyrics');
    await writeFile(join(folder, 'NL001 DDP', 'DDPID'), 'DDP 2.00'.padEnd(128));
    await writeFile(join(folder, 'NL001 DDP', 'IMAGE.DAT'), Buffer.alloc(2352, 1));
    browser = await launchBrowser();
    [engineer, client] = await Promise.all([windowOf('engineer'), windowOf('client')]);
    const { request } = engineer.context();
    const created = await request.post(`${appUrl}/api/projects`, { data: { title: 'Deliver', clientId: DEMO_CLIENT } });
    projectId = ((await created.json()) as { data: { id: string } }).data.id;
    const made = await request.post(`${appUrl}/api/tracks/projects/${projectId}`, {
      data: { trackNumber: 1, title: 'Ember' },
    });
    trackId = ((await made.json()) as { data: { track: { id: string } } }).data.track.id;
  });

  afterAll(async () => {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function windowOf(role: 'engineer' | 'client'): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await context.request.post(`${appUrl}/api/dev/sign-in`, { data: { role } });
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    return page;
  }

  async function look(page: Page, name: string): Promise<void> {
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 834],
      ['light', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme);
      await screenshot(page, `deliverables-${name}-${scheme}-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  it('are recognised when a folder with masters and all of them is dropped', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=staging`);
    const chosen = engineer.waitForEvent('filechooser');
    await engineer.getByRole('button', { name: 'Choose a folder' }).click();
    await (await chosen).setFiles(join(dir, 'Record'));
    for (const text of ['Lyrics · track 1', 'Dolby Atmos · track 1', 'Vinyl side A', 'DDP · NL001 DDP']) {
      await engineer.getByText(text, { exact: true }).first().waitFor();
    }
    // The small files of the folder can be recognised before the master is uploaded.
    await eventually(async () => expect((await listed()).data.stagingFiles).toHaveLength(5));
    const ember = (await listed()).data.stagingFiles.find(({ originalName }) => originalName === '01 Ember.wav')!;
    const address = `${appUrl}/api/staging/projects/${projectId}/files/${ember.id}/assign`;
    await engineer.context().request.post(address, { data: { trackId, slotType: 'streaming_master' } });
    const states = async () => (await listed()).data.stagingFiles;
    await eventually(async () =>
      expect((await states()).map(({ status }) => status)).toEqual(Array(5).fill('assigned')),
    );
    await eventually(async () =>
      expect((await states()).map(({ analysis }) => analysis.state)).toEqual(Array(5).fill('done')),
    );
    const ddp = engineer.getByRole('row').filter({ hasText: 'NL001 DDP.zip' });
    await ddp.getByText('Has errors').waitFor();
    await engineer.getByRole('button', { name: 'Needs attention (1)' }).waitFor();
    await look(engineer, 'staging');
  });

  const listed = async () => {
    const reply = await engineer.context().request.get(`${appUrl}/api/staging/projects/${projectId}`);
    return (await reply.json()) as {
      data: { stagingFiles: { id: string; originalName: string; status: string; analysis: { state: string } }[] };
    };
  };

  it('show what the checks have found: tracks on the side, and the channels of the Atmos file', async () => {
    const open = async (name: string) => {
      const row = engineer.getByRole('row').filter({ hasText: name });
      await row.focus();
      await row.getByRole('button', { name: `Change what ${name} is` }).click();
      return engineer.getByRole('dialog', { name: 'Other deliverable' });
    };
    const vinyl = await open('NL001_SideA.wav');
    await vinyl.getByRole('table', { name: 'Tracks on this side' }).getByRole('cell', { name: 'Ember' }).waitFor();
    await vinyl.getByText('The album has no side A yet, so that order and gaps were not compared.').waitFor();
    await look(engineer, 'side');
    await vinyl.getByRole('button', { name: 'Cancel' }).click();
    const atmos = await open('Ember_ATMOS.wav');
    await atmos.getByText('24/48 · 12 channels: 10 of the bed, 2 objects').waitFor();
    await atmos.getByText('It is 9.00 s shorter than the stereo master.').waitFor();
    await look(engineer, 'atmos');
    await atmos.getByRole('button', { name: 'Cancel' }).click();
  });

  it('are changed by hand', async () => {
    const row = engineer.getByRole('row').filter({ hasText: 'Ember lyrics.pdf' });
    // The current row keeps its buttons; a hovered one loses them when the rows move.
    await row.focus();
    await row.getByRole('button', { name: 'Change what Ember lyrics.pdf is' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Other deliverable' });
    await dialog.getByLabel('Title (Optional)').fill('English');
    await look(engineer, 'dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await engineer.getByText('Lyrics · English · track 1').first().waitFor();
  });

  it('are released with the masters, and locked for the client until the payment', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=release`);
    await engineer.getByRole('button', { name: 'Select All Ready' }).click();
    await engineer.getByRole('button', { name: 'Release Selected (4)' }).waitFor();
    const ddp = engineer.getByRole('checkbox', { name: 'Release DDP · NL001 DDP: NL001 DDP.zip' });
    expect(await ddp.isChecked()).toBe(false);
    await look(engineer, 'release');
    await ddp.check();
    await engineer.getByRole('button', { name: 'Release Selected (5)' }).click();
    const dialog = engineer.getByRole('dialog', { name: 'Confirm Release' });
    await dialog.getByText('The file DDPMS is missing.').waitFor();
    await dialog.getByRole('button', { name: 'Confirm Release' }).click();
    await dialog.getByText('Say why this is released all the same').waitFor();
    await dialog.getByLabel('Reason').fill('The plant only needs the list of files.');
    await look(engineer, 'release-errors');
    await engineer.getByRole('button', { name: 'Confirm Release' }).click();
    await engineer.getByText('1 track released to client').waitFor();
    await client.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    const section = client.getByRole('region', { name: 'Other deliverables' });
    await section.getByText('For the CD plant').waitFor();
    expect(await section.getByRole('listitem').count()).toBe(4);
    await section.getByText('Reason: The plant only needs the list of files.').waitFor();
    await look(client, 'files-locked');
    expect(await section.getByRole('button', { name: '1 warning' }).count()).toBe(0);
    const archive = `${appUrl}/api/files/project/${projectId}/archive/finals`;
    expect((await client.context().request.get(archive)).status()).toBe(402);
  });

  it('keep their checks for the engineer after the release', async () => {
    await engineer.goto(`${appUrl}/app/projects/${projectId}?tab=files`);
    const section = engineer.getByRole('region', { name: 'Other deliverables' });
    const atmos = section.getByRole('listitem').filter({ hasText: 'Ember_ATMOS' });
    await atmos.getByRole('button', { name: '1 warning' }).click();
    await atmos.getByText('It is 9.00 s shorter than the stereo master.').waitFor();
    const ddp = section.getByRole('listitem').filter({ hasText: 'NL001 DDP.zip' });
    await ddp.getByRole('button', { name: '2 errors' }).click();
    await ddp.getByText('The file DDPMS is missing.', { exact: true }).waitFor();
    await look(engineer, 'files-checks');
  });

  it('list the tracks of the side with its cue sheet, for the client and on the delivery page', async () => {
    await client.goto(`${appUrl}/app/projects/${projectId}?tab=cd`);
    const card = client.getByRole('region', { name: 'Vinyl side A, uploaded' });
    await card.getByRole('cell', { name: 'Ember' }).waitFor();
    await look(client, 'sides');
    await client.goto(`${appUrl}/d/${projectId}`);
    await client.getByRole('list', { name: 'Tracks on NL001_SideA.wav' }).getByText('Ember').waitFor();
    await client.getByText('24/48 · 12 channels: 10 of the bed, 2 objects').waitFor();
    await client.getByText('NL001 DDP.zip: with known errors').waitFor();
    await client.getByText('Its reason: The plant only needs the list of files.').waitFor();
    await look(client, 'delivery');
    const lastTrack = client.getByRole('button', { name: 'Next track', disabled: true });
    await client.getByRole('button', { name: 'Play all' }).click();
    await client.getByRole('region', { name: 'Player' }).getByText('Ember').waitFor();
    expect(await lastTrack.count()).toBe(1);
    await client.getByRole('button', { name: 'Play NL001_SideA', exact: true }).click();
    await client.getByRole('region', { name: 'Player' }).getByText('NL001_SideA').waitFor();
    expect(await lastTrack.count()).toBe(1);
    await client.getByRole('button', { name: 'Pause NL001_SideA', exact: true }).click();
    const cue = await client.getByRole('link', { name: 'Cue sheet' }).getAttribute('href');
    const sheet = await (await client.context().request.get(`${appUrl}${cue}`)).text();
    expect(sheet).toMatch(/^A1: 00:0[12]\.\d\d - 00:1[12]\.\d\d {2}Ember\r$/m);
  });

  it('are in the ZIP after the payment', async () => {
    const { request } = engineer.context();
    await request.put(`${appUrl}/api/projects/${projectId}`, { data: { status: 'delivered' } });
    const archive = await client.context().request.get(`${appUrl}/api/files/project/${projectId}/archive/finals`);
    const zip = await fromBufferPromise(await archive.body());
    const found = new Map<string, Buffer>();
    for await (const entry of zip.eachEntry()) {
      found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
    const names = [
      'DDP/NL001 DDP.zip',
      'Dolby Atmos/Ember_ATMOS.wav',
      'Lyrics/Ember lyrics.pdf',
      'Vinyl sides/NL001_SideA.wav',
    ];
    expect([...found.keys()].filter((name) => names.includes(name)).sort()).toEqual(names);
    const side = await readFile(join(dir, 'Record', 'NL001_SideA.wav'));
    expect(found.get('Vinyl sides/NL001_SideA.wav')!.equals(side)).toBe(true);
    const ddp = await fromBufferPromise(found.get('DDP/NL001 DDP.zip')!);
    const packed = [];
    for await (const entry of ddp.eachEntry()) packed.push(entry.fileName);
    expect(packed).toEqual(['DDPID', 'IMAGE.DAT']);
    expect(errors).toEqual([]);
  });
});
