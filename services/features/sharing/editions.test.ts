import { exec } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { redPng } from '../../platform/pictures/picture.testing.js';
import { tryPrograms } from '../../platform/zip/programs.testing.js';
import { build } from '../../testing/build.js';
import { areInstalled } from '../../testing/programs.js';
import { sha256 } from '../../testing/servers/stores.js';
import { unpacked } from '../../testing/unpacked.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';
import { DeliverableReading } from '../deliverables/reading.entity.js';
import { ProjectFile } from '../files/file.entity.js';
import { makeLink, type StoredFinal, storeFinal } from './deliveries.testing.js';
import { announceEdition } from './editions.writes.js';

const { app, own, engineer } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

let trackId: string;
let final: StoredFinal;
let path: string;

beforeEach(async () => {
  trackId = (await build(app).track({ projectId: own.project.id, title: 'Ember' })).track.id;
  final = await release('Ember.wav');
  ({ path } = await makeLink(engineer, own.project.id));
});

const release = (originalName: string) =>
  storeFinal(app, { projectId: own.project.id, trackId, slotType: 'cd_master', originalName });
const pageAt = async (query = '') => (await app.anonymous.fetch(path + query)).text();
const bytesAt = async (address: string, headers: Record<string, string> = {}) => {
  const response = await app.anonymous.fetch(address, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const setCover = (picture: Uint8Array) =>
  engineer.fetch(`/api/projects/${own.project.id}/metadata/cover`, { method: 'PUT', body: Buffer.from(picture) });
const setMetadata = (body: object) => engineer.put(`/api/projects/${own.project.id}/metadata`, body);

describe('an edition keeps', () => {
  it('its cover when the release gets another one or none', async () => {
    expect(await pageAt()).not.toContain('/cover/');
    const [first, second] = [redPng(700, 700), redPng(700, 900)];
    const coverOf = async (edition: number) => {
      const text = await pageAt(`?edition=${edition}`);
      const address = `${path}/cover/`;
      expect(text.match(/<img class="cover" src="([^"]+)"/)?.[1]).toBe(/data-cover="([^"]+)"/.exec(text)?.[1]);
      return text.includes(address) ? /data-cover="([^"]+)"/.exec(text)![1]!.slice(address.length) : null;
    };
    await setCover(first);
    await pageAt();
    await setCover(second);
    await pageAt();
    await engineer.delete(`/api/projects/${own.project.id}/metadata/cover`);
    await pageAt();
    expect(await Promise.all([1, 2, 3, 4].map(coverOf))).toEqual([null, sha256(first), sha256(second), null]);
    const small = await bytesAt(`${path}/cover/${sha256(first)}`);
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(small.bytes.equals((await bytesAt(`${path}/cover/${sha256(second)}`)).bytes)).toBe(false);
  });

  it('no cover that belongs to another project', async () => {
    await setCover(redPng(700, 700));
    await pageAt();
    const other = await build(app).project({ status: 'paid' });
    await storeFinal(app, { projectId: other.project.id, slotType: null, trackId: null });
    const { path: stranger } = await makeLink(app.as(other.engineer), other.project.id);
    expect((await bytesAt(`${stranger}/cover/${sha256(redPng(700, 700))}`)).status).toBe(404);
  });

  it('the names in its archive when the template, the project or a slot changes', async () => {
    await setMetadata({ release: { album: 'Night Songs' } });
    await pageAt();
    const zip = `${path}/editions/1/a.zip`;
    const before = await bytesAt(zip);
    expect(Object.keys(await unpacked(before.bytes))).toContain('01 Ember (CD 24-96).wav');
    await engineer.put('/api/studio/settings', { fileNameTemplate: '{project}/{title}' });
    await engineer.put(`/api/projects/${own.project.id}`, { title: 'Day Songs' });
    expect(await pageAt()).not.toContain('Edition 2');
    await app.database.query(`UPDATE files SET slot_type = 'streaming_master' WHERE id = $1`, [final.id]);
    expect(await pageAt()).toContain('Edition 2');
    const resumed = await bytesAt(zip, { range: 'bytes=100-', 'if-range': before.headers.get('etag')! });
    expect([resumed.status, resumed.bytes.equals(before.bytes.subarray(100))]).toEqual([206, true]);
    const newer = await unpacked((await bytesAt(`${path}/editions/2/a.zip`)).bytes);
    expect(Object.keys(newer)).toContain('Day Songs/Ember.wav');
    await engineer.put('/api/studio/settings', { fileNameTemplate: '{nn} {title} ({slot} {bits}-{rate})' });
  });
});

it('opening a page makes a dozen editions in an hour at most; what is announced always has one', async () => {
  for (let n = 1; n <= 12; n += 1) {
    await setMetadata({ release: { label: `Label ${n}` } });
    expect(await pageAt()).toContain(`Edition ${n} of`);
  }
  await setMetadata({ release: { label: 'Label 13' } });
  const late = await pageAt();
  expect(late).toContain('Edition 12 of');
  expect(late).toContain('This release has changed many times within an hour.');
  const announced = await app.database.transaction((tx) =>
    announceEdition(tx, app.platform.storage, app.config, own.project.id),
  );
  expect(announced!.edition).toMatchObject({ number: 13, content: { label: 'Label 13' } });
  expect(await pageAt()).not.toContain('many times');
});

it('an edition keeps the titles of the tracks on its sides', async () => {
  const deliverable = { kind: 'vinyl_side', title: '', side: 'A' } as const;
  const side = await storeFinal(app, { projectId: own.project.id, trackId: null, slotType: null, deliverable });
  const { audioId } = await app.database.manager.findOneByOrFail(ProjectFile, { id: side.id });
  const starts = [{ trackId, startS: 0, agreement: 1 }];
  await app.database.manager.insert(DeliverableReading, { audioId, content: { kind: 'vinyl_side', starts } });
  await pageAt();
  await setMetadata({ tracks: [{ trackId, title: 'Embers' }] });
  expect(await pageAt()).toContain('<li>0:00 Embers</li>');
  expect(await pageAt('?edition=1')).toContain('<li>0:00 Ember</li>');
});

describe('the metadata of an edition as CSV', () => {
  const linesOf = async (query = '') => {
    const response = await app.anonymous.fetch(`${path}/editions/1/metadata.csv${query}`);
    expect(response.headers.get('content-disposition')).toContain('Night Songs.csv');
    return (await response.text()).trim().split('\r\n');
  };

  it('contains an address of each final that works without an account', async () => {
    await setMetadata({
      release: { artist: '=Ada', upc: '5012345678900' },
      tracks: [{ trackId, isrc: 'GBABC2600011', lyrics: 'One' }],
    });
    const text = await pageAt();
    expect(text).toContain(`href="${path}/editions/1/metadata.csv"`);
    const [head, line, ...more] = await linesOf();
    expect([head!.startsWith('"upc","catalogue_no"'), more]).toEqual([true, []]);
    expect(line).toContain(`"'=Ada"`);
    expect(line).toContain(`"GBABC2600011","","3:41"`);
    const [, address] = /"(http[^"]+)","[0-9a-f]{64}"/.exec(line!)!;
    expect((await bytesAt(new URL(address!).pathname)).bytes.equals(final.bytes)).toBe(true);
  });

  it('keeps discs and sides when the album gets others, and a new edition has those', async () => {
    const place = async (disc: number, side: string) => {
      const album = `/api/projects/${own.project.id}/album`;
      const { revision } = (await engineer.get(album)).data;
      const tracks = [{ trackId, disc, side, gapFrames: null }];
      expect((await engineer.put(album, { revision, tracks })).status).toBe(200);
    };
    await place(1, 'A');
    const lineOf = async (edition: number) => {
      const response = await app.anonymous.fetch(`${path}/editions/${edition}/metadata.csv`);
      return (await response.text()).trim().split('\r\n')[1]!;
    };
    await pageAt();
    expect(await lineOf(1)).toContain('"1","A","1","Ember"');
    await place(2, 'C');
    const text = await pageAt();
    expect(text).toContain('Ember is now on disc 2, side C');
    expect(await lineOf(1)).toContain('"1","A","1","Ember"');
    expect(await lineOf(2)).toContain('"2","C","1","Ember"');
  });

  it('takes the places of an edition of the previous version from the album when it is opened', async () => {
    await pageAt();
    await app.database.query(`UPDATE editions SET content = content - 'places'`);
    expect(await pageAt()).not.toContain('Edition 2');
    expect((await linesOf())[1]).toContain('"1","","1","Ember"');
  });

  it('contains none while the finals are locked, and returns 404 for an edition that does not exist', async () => {
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    await pageAt();
    expect((await linesOf())[1]).not.toContain('http');
    expect((await bytesAt(`${path}/editions/9/metadata.csv`)).status).toBe(404);
  });
});

describe('an edition with difficult names', () => {
  const NAMES = ['CON', 'a/b', 'a:b', 'A?B', `${'long '.repeat(39)}name`, 'song\u202Egnp', '../etc'];

  it('is listed, downloaded file by file, and unpacked under names that every system takes', async () => {
    const finals = new Map<string, StoredFinal>();
    for (const [index, title] of NAMES.entries()) {
      const { track } = await build(app).track({ projectId: own.project.id, trackNumber: index + 2, title });
      const originalName = `${title.repeat(title.length > 100 ? 5 : 1)}.wav`.slice(-900);
      const made = { projectId: own.project.id, trackId: track.id, slotType: 'cd_master' as const, originalName };
      finals.set(title, await storeFinal(app, made));
    }
    const text = await pageAt();
    expect(text).not.toMatch(/[\u202a-\u202e]/);
    const addresses = [...text.matchAll(/href="(\/d\/[^"]*\/files\/[^"]+)"/g)].map(([, href]) => href!);
    expect(addresses).toHaveLength(NAMES.length + 1);
    for (const { id, bytes } of finals.values()) {
      const address = addresses.find((href) => href.includes(id))!;
      expect(Buffer.byteLength(decodeURIComponent(address.split('/').at(-1)!))).toBeLessThanOrEqual(200);
      expect((await bytesAt(address)).bytes.equals(bytes)).toBe(true);
    }
    const { bytes: archive } = await bytesAt(`${path}/editions/1/a.zip`);
    await tryPrograms(archive);
    const files = await unpacked(archive);
    const names = Object.keys(files).filter((name) => name.endsWith('.wav'));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(NAMES.length + 1);
    for (const name of names) expect(name).toMatch(/^[^\\/:*?"<>|\u202e]{1,200}\.wav$/);
  });

  it('of 200 tracks is one page and one archive', async () => {
    for (let trackNumber = 2; trackNumber <= 200; trackNumber += 1) {
      const { track } = await build(app).track({ projectId: own.project.id, trackNumber, title: 'Ember' });
      const made = { projectId: own.project.id, trackId: track.id, slotType: 'cd_master' as const };
      await storeFinal(app, { ...made, originalName: 'Ember.wav' }, 100);
    }
    expect((await pageAt()).match(/ id="file-/g)).toHaveLength(200);
    const files = await unpacked((await bytesAt(`${path}/editions/1/a.zip`)).bytes);
    expect(Object.keys(files)).toHaveLength(200 + 5);
    expect(Object.keys(files)).toContain('200 Ember (CD 24-96).wav');
    expect(files['manifest.csv']!.toString().trim().split('\r\n')).toHaveLength(201);
  });
});

it('a big file has a command of its own, for links only', async () => {
  const { audioId } = await app.database.manager.findOneByOrFail(ProjectFile, { id: final.id });
  const commands = async (sizeBytes: number) => {
    await app.database.manager.update(Audio, { id: audioId }, { sizeBytes });
    return unescaped(await pageAt()).match(/<code>curl .*?files.*?<\/code>/g);
  };
  expect(await commands(99_999_999)).toBeNull();
  expect(await commands(100_000_000)).toEqual([
    `<code>curl -C - --retry 20 -o "Ember.wav" "${app.url}${path}/files/${final.id}/Ember.wav"</code>`,
  ]);
  expect(await (await engineer.fetch(`/d/${own.project.id}`)).text()).not.toContain('curl');
});

const hasCurl = areInstalled(['curl'], 'the command of a delivery page');
(hasCurl ? it : it.skip)('the command on the page goes on with a ZIP in a shell', async () => {
  await setMetadata({ release: { album: "It's (Live) & loud!" } });
  const link = await makeLink(engineer, own.project.id, { password: 'open sesame' });
  const basic = { authorization: `Basic ${Buffer.from(':open sesame').toString('base64')}` };
  const text = await (await app.anonymous.fetch(`${link.path}?tagged=0`, { headers: basic })).text();
  const shown = unescaped(/<pre><code>(curl .*)<\/code><\/pre>/.exec(text)![1]!);
  const command = shown.replace('PASSWORD', '"open sesame"');
  const folder = await mkdtemp(join(tmpdir(), 'lacquer-curl-'));
  const address = /href="([^"]+\.zip)"/.exec(text)![1]!;
  const { bytes } = await bytesAt(unescaped(address), basic);
  const name = "It's (Live) & loud_.zip";
  try {
    await writeFile(join(folder, name), bytes.subarray(0, 1_000));
    await promisify(exec)(command, { cwd: folder });
    expect(await readdir(folder)).toEqual([name]);
    expect((await readFile(join(folder, name))).equals(bytes)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

function unescaped(markup: string): string {
  return markup.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
