import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AudioContainer } from '../../audio-headers/containers.js';
import type { AnalysisFacts } from '../../platform/audio/facts.js';
import { redPng } from '../../platform/pictures/picture.testing.js';
import { makeAudioFile } from '../../testing/audio/audio.js';
import { waveFile } from '../../testing/audio/audio-containers.js';
import { heardFacts } from '../../testing/audio/heard-facts.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { Project } from '../projects/project.entity.js';
import { CopyReader } from './copy-reader.service.js';
import { rangeOfOriginal } from './tagged-copies.service.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

const dir = mkdtempSync(join(tmpdir(), 'lacquer-copies-'));
afterAll(() => rmSync(dir, { recursive: true }));
makeAudioFile(join(dir, 'sound.wav'), { format: 'wav', bits: 24, durationS: 3 });
const wave = readFileSync(join(dir, 'sound.wav'));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const SAMPLES = sha256(wave.subarray(44));
const SAMPLES_MD5 = createHash('md5').update(wave.subarray(44)).digest('hex');

let trackId: string;
let fileId: string;

/** Stores a released instrumental of one track. */
async function release(bytes: Buffer, container: AudioContainer = 'wav', facts?: AnalysisFacts): Promise<string> {
  const heard = facts ?? (await heardFacts(bytes, container));
  const audio = await build(app).audio({ sizeBytes: bytes.length, facts: heard });
  await app.platform.storage.put(audio.objectKey, bytes, { contentType: 'audio/wav' });
  const slot = { trackId, slotType: 'instrumental_master', originalName: 'Ember.wav' } as const;
  return (await build(app).file({ projectId: own.project.id, audioId: audio.id, ...slot })).id;
}

beforeEach(async () => {
  trackId = (await build(app).track({ projectId: own.project.id, title: 'Ember' })).track.id;
  fileId = await release(wave);
  await engineer.put(`/api/projects/${own.project.id}/metadata`, {
    release: { artist: 'Ada' },
    tracks: [{ trackId, isrc: 'GBABC2600011', isrcInstrumental: 'GBABC2600012' }],
  });
});

const fetchCopy = (headers: Record<string, string> = {}, caller = client, id = fileId) =>
  caller.fetch(`/api/files/${id}/tagged`, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a tagged copy', () => {
  it('has the metadata of its recording and the cover around the samples', async () => {
    const cover = redPng(700, 700);
    await engineer.fetch(`/api/projects/${own.project.id}/metadata/cover`, { method: 'PUT', body: Buffer.from(cover) });
    const response = await fetchCopy();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('filename=Ember.wav');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    const copy = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(copy.length));
    expect(sha256(copy.subarray(-(wave.length - 44)))).toBe(SAMPLES);
    for (const part of ['ISRC:GBABC2600012', 'Ember (Instrumental)', 'Night Songs', cover]) {
      expect(copy.includes(part)).toBe(true);
    }
    expect(copy.includes('GBABC2600011')).toBe(false);
  });

  it('is sent in ranges, and as a whole once its metadata has changed', async () => {
    const first = await fetchCopy();
    const etag = first.headers.get('etag')!;
    const copy = await bytesOf(first);
    const headBytes = copy.length - (wave.length - 44);
    for (const [start, end] of [
      [0, 9],
      [headBytes - 5, headBytes + 5],
      [headBytes + 1000, headBytes + 1999],
      [copy.length - 10, copy.length - 1],
    ] as const) {
      const part = await fetchCopy({ range: `bytes=${start}-${end}`, 'if-range': etag });
      expect(part.status).toBe(206);
      expect(await bytesOf(part)).toEqual(copy.subarray(start, end + 1));
    }
    expect((await fetchCopy({ range: `bytes=${copy.length}-` })).status).toBe(416);
    expect((await fetchCopy({ 'if-none-match': etag })).status).toBe(304);
    await engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { label: 'Night Records' } });
    const changed = await fetchCopy({ range: 'bytes=10-', 'if-range': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('is proven to have the same samples', async () => {
    const { data } = await client.get(`/api/files/${fileId}/tagged/proof`);
    const copy = await bytesOf(await fetchCopy());
    expect(data).toEqual({
      originalSamplesSha256: SAMPLES,
      taggedSamplesSha256: SAMPLES,
      originalSamplesMd5: SAMPLES_MD5,
      taggedSamplesMd5: SAMPLES_MD5,
      sampleBytes: wave.length - 44,
      sizeBytes: copy.length,
      sha256: sha256(copy),
      left: [],
      says: [],
      added: [],
    });
    const stray = await release(Buffer.concat([wave, wave.subarray(0, 5_000)]));
    const { left } = (await client.get<{ left: string[] }>(`/api/files/${stray}/tagged/proof`)).data;
    expect(left).toEqual(['5,000 bytes behind its last chunk']);
  });

  it('counts as a download of the final', async () => {
    await bytesOf(await fetchCopy({ range: 'bytes=0-99999' }));
    const status = async () => (await client.get(`/api/projects/${own.project.id}`)).data.status;
    expect(await status()).toBe('paid');
    await bytesOf(await fetchCopy({ range: 'bytes=90000-' }));
    await until('the delivery', async () => (await status()) === 'delivered');
  });

  it('is locked before the payment, and refused for files that are not analysed or not complete', async () => {
    const cut = await release(wave.subarray(0, 5000));
    expect((await fetchCopy({}, client, cut)).status).toBe(422);
    const unread = await build(app).file({ projectId: own.project.id });
    expect((await fetchCopy({}, client, unread.id)).status).toBe(422);
    await app.database.manager.update(Project, { id: own.project.id }, { status: 'preview_ready' });
    expect((await fetchCopy()).status).toBe(402);
    expect((await client.get(`/api/files/${fileId}/tagged/proof`)).status).toBe(402);
    expect((await fetchCopy({}, engineer)).status).toBe(200);
  });

  it('has every sample of an RF64 whose size in 32 bits is wrong, and the proof counts them', async () => {
    const samples = wave.subarray(44);
    const settings = { sampleRateHz: 44_100, channels: 2, bits: 24, float: false, form: 'RF64' } as const;
    const id = await release(waveFile(samples, { ...settings, soundSize: 0x0000ffff }), 'rf64', {
      ...(await heardFacts(wave, 'wav')),
      container: 'rf64',
    });
    expect((await bytesOf(await fetchCopy({}, client, id))).subarray(-samples.length).equals(samples)).toBe(true);
    const { data } = await client.get(`/api/files/${id}/tagged/proof`);
    expect(data).toMatchObject({ sampleBytes: samples.length, taggedSamplesSha256: SAMPLES });
  });

  it('is not made of a file whose header gives another length than was heard, and says so', async () => {
    const id = await release(wave, 'wav', { ...(await heardFacts(wave, 'wav')), durationS: 2 });
    for (const path of ['tagged', 'tagged/proof']) {
      const { status, message } = await client.get(`/api/files/${id}/${path}`);
      expect([status, message]).toEqual([422, expect.stringContaining('can be read in two ways')]);
    }
  });

  it('that another program does not open is neither sent nor proven', async () => {
    jest.spyOn(CopyReader.prototype, 'refusal').mockResolvedValueOnce('could not be opened.');
    const message = 'There is no tagged copy: this file could not be opened. It is available as it was uploaded.';
    for (const path of ['tagged', 'tagged/proof']) {
      const answer = await client.get(`/api/files/${fileId}/${path}`);
      expect([answer.status, answer.message]).toEqual([422, message]);
    }
  });

  it('whose object is missing is not started', async () => {
    const lost = await build(app).audio({ facts: await heardFacts(wave, 'wav') });
    const file = await build(app).file({ projectId: own.project.id, audioId: lost.id });
    expect((await fetchCopy({}, engineer, file.id)).status).toBe(404);
  });
});

it('a sent range of a copy stands for a range of its original', () => {
  const layout = { head: new Uint8Array(100), from: 44, to: 1044, tail: new Uint8Array(10) };
  const of = (start: number, end: number) => rangeOfOriginal(layout, 1060, { start, end });
  expect(of(0, 1110)).toEqual({ start: 0, end: 1060 });
  expect(of(0, 100)).toBeNull();
  expect(of(0, 600)).toEqual({ start: 0, end: 544 });
  expect(of(600, 1100)).toEqual({ start: 544, end: 1060 });
  expect(of(1100, 1110)).toBeNull();
});
