import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Entry, fromBufferPromise } from 'yauzl';
import type { SlotType } from '../../platform/domain-words.js';
import { StorageError } from '../../platform/storage/storage.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { sha256 } from '../../testing/servers/stores.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from './file.entity.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

interface StoredFile {
  id: string;
  bytes: Buffer;
  objectKey: string;
}

async function store(originalName: string, given: Partial<ProjectFile> = {}, length = 1000): Promise<StoredFile> {
  const bytes = randomBytes(length + originalName.length);
  const facts = {
    container: 'wav',
    bitsStored: 24,
    float: false,
    sampleRateHz: 96_000,
    tags: { isrc: 'GBABC2600123' },
  };
  const { id: audioId, objectKey } = await build(app).audio({ sizeBytes: bytes.length, probe: facts as never });
  await app.platform.storage.put(objectKey, bytes, { contentType: 'audio/wav' });
  const uploadedBy = given.fileType === 'upload' ? own.client.id : own.engineer.id;
  const settings = { projectId: own.project.id, audioId, originalName, fileType: 'master' as const, uploadedBy };
  const { id } = await build(app).file({ ...settings, ...given });
  return { id, bytes, objectKey };
}

const path = (kind = 'finals') => `/api/files/project/${own.project.id}/archive/${kind}`;
const fetchArchive = (caller: Caller, kind?: string, headers: Record<string, string> = {}) =>
  caller.fetch(path(kind), { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function unpacked(response: Response): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(await bytesOf(response));
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
    expect(crc32(files[entry.fileName]!)).toBe(entry.crc32);
  }
  return files;
}

async function contents(response: Response): Promise<Record<string, Buffer>> {
  const files = await unpacked(response);
  for (const name of ['manifest.csv', 'manifest.json']) delete files[name];
  return files;
}

const status = async () => (await engineer.get(`/api/projects/${own.project.id}`)).data.status;

let one: StoredFile;
let newer: StoredFile;
let original: StoredFile;

beforeEach(async () => {
  one = await store('Ember.wav');
  newer = await store('Ember.wav', { fileType: 'revision', parentFileId: one.id });
  original = await store('../..\\mix: final?.wav', { fileType: 'upload' });
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the archive of a project', () => {
  it('contains every current final unchanged, and downloading it delivers a paid project', async () => {
    const same = await store('ember.WAV');
    const response = await fetchArchive(client);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('Night Songs finals.zip');
    expect(await contents(response)).toEqual({ 'ember.WAV': same.bytes, 'Ember (2).wav': newer.bytes });
    await until('the project to be delivered', async () => (await status()) === 'delivered');
  });

  it('with the originals is for the engineer only, with names that every system can unpack', async () => {
    expect(await contents(await fetchArchive(engineer, 'originals'))).toEqual({
      '__.._mix_ final_.wav': original.bytes,
    });
    expect((await fetchArchive(client, 'originals')).status).toBe(403);
  });

  it('gives a file that was stored under a program’s name the extension of what it is', async () => {
    await app.database.query(`UPDATE files SET original_name = 'Mix final.wav.bat' WHERE id = $1`, [original.id]);
    expect(await contents(await fetchArchive(engineer, 'originals'))).toEqual({
      'Mix final.wav.bat.wav': original.bytes,
    });
  });

  it('is locked before payment, and returns 404 to outsiders', async () => {
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    expect((await fetchArchive(client)).status).toBe(402);
    expect((await fetchArchive(client, 'finals', { range: 'bytes=50-60' })).status).toBe(402);
    expect((await fetchArchive(engineer)).status).toBe(200);
    const foreign = await build(app).project();
    expect((await fetchArchive(app.as(foreign.engineer))).status).toBe(404);
    expect((await fetchArchive(engineer, 'everything')).status).toBe(400);
  });

  it('names released files by the template of the studio and lists them in manifests', async () => {
    const { track } = await build(app).track({ projectId: own.project.id, title: 'AC/DC: Live', isrc: 'DEABC2600001' });
    const release = (slotType: SlotType, name: string) => store(name, { trackId: track.id, slotType });
    const recordings = [{ trackId: track.id, isrcInstrumental: 'DEABC2600002' }];
    await engineer.put(`/api/projects/${own.project.id}/metadata`, { tracks: recordings });
    const edit = await release('clean_master', 'a.wav');
    await release('instrumental_master', 'c.wav');
    const streaming = await release('streaming_master', 'b.wav');
    const files = await unpacked(await fetchArchive(engineer));
    expect(Object.keys(files).toSorted()).toEqual([
      '01 AC_DC_ Live (Clean Radio Edit 24-96).wav',
      '01 AC_DC_ Live (Instrumental 24-96).wav',
      '01 AC_DC_ Live (Streaming 24-96).wav',
      'Ember.wav',
      'manifest.csv',
      'manifest.json',
    ]);
    const manifest = (await json(Readable.from(files['manifest.json']!))) as { project: string; files: unknown[] };
    expect(manifest.project).toBe('Night Songs');
    expect(manifest.files).toHaveLength(4);
    expect(manifest.files[1]).toEqual({
      name: '01 AC_DC_ Live (Streaming 24-96).wav',
      track_number: 1,
      track_title: 'AC/DC: Live',
      slot: 'Streaming Master',
      version: 1,
      format: 'WAV 24-bit 96 kHz',
      length_s: null,
      size_bytes: streaming.bytes.length,
      sha256: sha256(streaming.bytes),
      crc32: crc32(streaming.bytes).toString(16).padStart(8, '0'),
      integrated_lufs: null,
      true_peak_dbtp: null,
      isrc: 'DEABC2600001',
    });
    expect(manifest.files[0]).toMatchObject({ sha256: sha256(edit.bytes), isrc: 'GBABC2600123' });
    expect(manifest.files[2]).toMatchObject({ slot: 'Instrumental', isrc: 'DEABC2600002' });
    expect(manifest.files[3]).toMatchObject({ name: 'Ember.wav', slot: null, version: 2 });
    const [head, ...rows] = (await text(Readable.from(files['manifest.csv']!))).trim().split('\r\n');
    expect(head).toMatch(/^"name","track_number",.*"sha256","crc32".*"isrc"$/);
    expect(rows).toHaveLength(4);
    await engineer.put('/api/studio/settings', { fileNameTemplate: '{slot}/{project} - {title}' });
    expect(Object.keys(await contents(await fetchArchive(engineer)))).toContain(
      'Streaming/Night Songs - AC_DC_ Live.wav',
    );
  });
});

describe('a download of an archive', () => {
  it('answers any range with the bytes of the whole, which HEAD announces', async () => {
    await store('Long.wav', {}, 300_000);
    const whole = await fetchArchive(engineer);
    const bytes = await bytesOf(whole);
    const head = await engineer.fetch(path(), { method: 'HEAD' });
    for (const header of ['content-length', 'etag', 'accept-ranges', 'content-disposition']) {
      expect(head.headers.get(header)).toBe(whole.headers.get(header));
    }
    expect([head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      String(bytes.length),
      'bytes',
    ]);
    expect(head.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    for (let n = 0; n < 60; n += 1) {
      const start = Math.floor(Math.random() * bytes.length);
      const end = start + Math.floor(Math.random() * (bytes.length - start));
      const part = await fetchArchive(engineer, 'finals', { range: `bytes=${start}-${end}` });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${bytes.length}`]);
      expect((await bytesOf(part)).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    const tail = await fetchArchive(engineer, 'finals', { range: 'bytes=-22' });
    expect(await bytesOf(tail)).toEqual(bytes.subarray(-22));
  });

  it('answers 416 past the end, several ranges with the whole, and 304 for what the client has', async () => {
    const { headers } = await engineer.fetch(path(), { method: 'HEAD' });
    const length = headers.get('content-length')!;
    const past = await fetchArchive(engineer, 'finals', { range: `bytes=${length}-` });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
    const several = await fetchArchive(engineer, 'finals', { range: 'bytes=0-9,20-29' });
    expect([several.status, several.headers.get('content-length')]).toEqual([200, length]);
    await several.arrayBuffer();
    const known = await fetchArchive(engineer, 'finals', { 'if-none-match': headers.get('etag')! });
    expect(known.status).toBe(304);
  });

  it('continues with If-Range as long as the archive is the same, and starts over when a file was deleted', async () => {
    const other = await store('Other.wav');
    const { headers } = await engineer.fetch(path(), { method: 'HEAD' });
    const resume = () => fetchArchive(engineer, 'finals', { range: 'bytes=100-', 'if-range': headers.get('etag')! });
    const same = await resume();
    expect(same.status).toBe(206);
    await same.arrayBuffer();
    expect((await engineer.delete(`/api/files/${other.id}`)).status).toBe(200);
    const changed = await resume();
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(headers.get('etag'));
    expect(Object.keys(await contents(changed))).toEqual(['Ember.wav']);
  });

  it('that is cut ten times arrives whole', async () => {
    await store('Long.wav', {}, 2_000_000);
    await store('Longer.wav', {}, 3_000_000);
    const whole = await bytesOf(await fetchArchive(engineer));
    let arrived = Buffer.alloc(0);
    let etag: string | null = null;
    for (let cuts = 0; arrived.length < whole.length; cuts += 1) {
      const resume = { range: `bytes=${arrived.length}-`, 'if-range': etag! };
      const answer = await fetchArchive(engineer, 'finals', etag ? resume : {});
      expect(answer.status).toBe(etag ? 206 : 200);
      etag = answer.headers.get('etag');
      const stopAt = cuts < 10 ? ((cuts + 1) * whole.length) / 11 : Infinity;
      for await (const chunk of answer.body!) {
        arrived = Buffer.concat([arrived, chunk]);
        // Leaving the loop closes the connection.
        if (arrived.length >= stopAt) break;
      }
    }
    expect(sha256(arrived)).toBe(sha256(whole));
  });

  it('in parts delivers a paid project with its last byte', async () => {
    const { headers } = await client.fetch(path(), { method: 'HEAD' });
    const length = Number(headers.get('content-length'));
    for (const [start, end] of [
      [400, length - 1],
      [0, 300],
    ]) {
      await (await fetchArchive(client, 'finals', { range: `bytes=${start}-${end}` })).arrayBuffer();
    }
    const received = async () => {
      const [known] = await app.database.query<{ received: string }>(
        'SELECT received::text FROM file_downloads WHERE file_id = $1',
        [newer.id],
      );
      return known?.received ?? '';
    };
    await until('both parts to be recorded', async () => /^\{\[0,\d+\),\[\d+,1009\)\}$/.test(await received()));
    expect(await status()).toBe('paid');
    await (await fetchArchive(client, 'finals', { range: 'bytes=250-450' })).arrayBuffer();
    await until('the project to be delivered', async () => (await status()) === 'delivered');
  });

  it('reads only the objects that a range touches', async () => {
    await store('Another.wav');
    const whole = await bytesOf(await fetchArchive(engineer));
    const get = jest.spyOn(app.platform.storage, 'get');
    const at = whole.indexOf(newer.bytes.subarray(500, 520));
    await (await fetchArchive(engineer, 'finals', { range: `bytes=${at}-${at + 9}` })).arrayBuffer();
    expect(get.mock.calls).toEqual([[newer.objectKey, { start: 500, end: 509 }]]);
    get.mockClear();
    await (await fetchArchive(engineer, 'finals', { range: 'bytes=-100' })).arrayBuffer();
    await engineer.fetch(path(), { method: 'HEAD' });
    expect(get).not.toHaveBeenCalled();
  });
});

it('answers ranges of 20 GB at once', async () => {
  const sizeBytes = 5e9;
  for (let n = 0; n < 4; n += 1) {
    const { id: audioId, objectKey } = await build(app).audio({ sizeBytes, crc32: n, sha256: '0'.repeat(64) });
    await app.platform.storage.put(objectKey, Buffer.from('RIFF'), { contentType: 'audio/wav' });
    await truncate(join(fileURLToPath(`${app.config.storageUrl}/`), 'objects', objectKey), sizeBytes);
    await build(app).file({ projectId: own.project.id, audioId, originalName: `${n}.wav` });
  }
  const head = await engineer.fetch(path(), { method: 'HEAD' });
  const length = Number(head.headers.get('content-length'));
  expect(length).toBeGreaterThan(20e9);
  const range = async (start: number, end: number) =>
    bytesOf(await fetchArchive(engineer, 'finals', { range: `bytes=${start}-${end}` }));
  // A zip64 header of 55 bytes before each file.
  expect((await range(5e9 + 55, 5e9 + 55 + 58)).toString('latin1')).toMatch(/^PK\u0003\u0004.*1\.wav.*RIFF$/s);
  expect((await range(length - 22, length - 1)).toString('latin1')).toMatch(/^PK\u0005\u0006/);
});

describe('a store that fails', () => {
  it('returns 404 when there are no files or an object is missing', async () => {
    const empty = await build(app).project();
    const answer = await app.as(empty.engineer).get(`/api/files/project/${empty.project.id}/archive/finals`);
    expect(answer.status).toBe(404);
    await app.platform.storage.delete(newer.objectKey);
    expect((await fetchArchive(engineer)).status).toBe(404);
  });

  it('names a file that is known to be lost before anything is sent', async () => {
    const lost = await store('Lost.wav');
    await app.database.query(
      `UPDATE audio SET state = 'failed', error = '{"code": "object_gone", "message": ""}',
         probe = '{"container": "mp3", "bitsStored": null, "float": false, "sampleRateHz": 44100, "tags": {"isrc": null}}'
       WHERE object_key = $1`,
      [lost.objectKey],
    );
    expect(await engineer.get(path())).toMatchObject({ status: 404, message: 'The stored file Lost.wav not found' });
  });

  it('breaks the connection in the middle of an archive, and goes on there once the store is back', async () => {
    const second = await store('Second.wav', {}, 400_000);
    const before = await fetchArchive(engineer);
    const [etag, whole] = [before.headers.get('etag')!, await bytesOf(before)];
    const get = app.platform.storage.get.bind(app.platform.storage);
    jest.spyOn(app.platform.storage, 'get').mockImplementation((key, range) => {
      if (key === second.objectKey) throw new StorageError('unavailable', 'The bucket is gone');
      return get(key, range);
    });
    const cut = await fetchArchive(engineer);
    expect(cut.status).toBe(200);
    const parts: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of cut.body!) parts.push(chunk);
    })();
    await expect(reading).rejects.toThrow();
    const arrived = Buffer.concat(parts);
    expect(arrived.length).toBeLessThan(whole.length);
    const resume = () => fetchArchive(engineer, 'finals', { range: `bytes=${arrived.length}-`, 'if-range': etag });
    const early = await resume();
    expect([early.status, Number(early.headers.get('retry-after')) > 0]).toEqual([503, true]);
    jest.restoreAllMocks();
    const rest = await resume();
    expect([rest.status, sha256(Buffer.concat([arrived, await bytesOf(rest)]))]).toEqual([206, sha256(whole)]);
  });

  it('never sends an object of another length than the archive says', async () => {
    await fetchArchive(engineer, 'finals').then((answer) => answer.arrayBuffer());
    for (const length of [900, 1_200]) {
      await app.platform.storage.put(newer.objectKey, randomBytes(length), { contentType: 'audio/wav' });
      expect((await fetchArchive(engineer)).status).toBe(503);
    }
  });

  it('refuses bytes that are not those that were uploaded', async () => {
    await app.database.query('UPDATE audio SET sha256 = $2 WHERE object_key = $1', [newer.objectKey, 'f'.repeat(64)]);
    expect(await engineer.get(path())).toMatchObject({ status: 409, code: 'object_changed' });
  });
});

it('reads the checksums of a file once', async () => {
  const get = jest.spyOn(app.platform.storage, 'get');
  const answers = await Promise.all([1, 2, 3].map(() => engineer.fetch(path(), { method: 'HEAD' })));
  expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  expect(get).toHaveBeenCalledTimes(1);
  const stored = await app.database.query('SELECT crc32::float8 AS crc32, sha256 FROM audio WHERE object_key = $1', [
    newer.objectKey,
  ]);
  expect(stored).toEqual([{ crc32: crc32(newer.bytes), sha256: sha256(newer.bytes) }]);
});
