import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { TAGGER_VERSION } from '../../audio-tags/tags.js';
import { redPng } from '../../platform/pictures/picture.testing.js';
import type { AudioFileSettings } from '../../testing/audio/audio.js';
import { heardFacts } from '../../testing/audio/heard-facts.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { sha256 } from '../../testing/servers/stores.js';
import { audioBytes } from '../../testing/staging.js';
import { unpacked } from '../../testing/unpacked.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { CopyReader } from '../metadata/copy-reader.service.js';
import { EditionsWorker } from './editions.worker.js';
import { announceEdition } from './editions.writes.js';
import type { ProjectLinks, ShareLinkView } from './sharing.schema.js';

const { app, worker, own, engineer } = useApp({ worker: true, project: { title: 'Night Songs', status: 'paid' } });

const FORMATS = ['wav', 'rf64', 'aiff', 'flac', 'mp3'] as const;
const SLOTS = ['streaming_master', 'hires_master', 'cd_master', 'vinyl_master', 'clean_master'] as const;

let path: string;
let trackId: string;
let finals: { id: string; bytes: Buffer; format: AudioFileSettings['format'] }[];

beforeEach(async () => {
  trackId = (await build(app).track({ projectId: own.project.id, title: 'Ember' })).track.id;
  finals = [];
  for (const [index, format] of FORMATS.entries()) {
    const bytes = await audioBytes({ format, durationS: 2, seed: index });
    finals.push({ ...(await release(bytes, format, SLOTS[index]!)), format });
  }
  await engineer.put(`/api/projects/${own.project.id}/metadata`, {
    release: { artist: 'Ada and the Engines', label: 'Night Records' },
    tracks: [{ trackId, isrc: 'GBABC2600011', isrcClean: 'GBABC2600012' }],
  });
  await setCover(redPng(700, 700));
  const link = { projectId: own.project.id, purpose: 'delivery', name: 'Label' };
  path = new URL((await engineer.post<ShareLinkView>('/api/share-links', link)).data.url).pathname;
});

async function release(bytes: Buffer, container: AudioContainer, slotType: (typeof SLOTS)[number]) {
  const digest = sha256(bytes);
  const heard = await heardFacts(bytes, container);
  const facts = { ...heard, loudness: { integratedLufs: -9.5 } as never, truePeakDbtp: -1 };
  const audio = await build(app).audio({ sizeBytes: bytes.length, sha256: digest, facts, state: 'done' });
  await app.platform.storage.put(audio.objectKey, bytes, { contentType: 'audio/wav' });
  const given = { projectId: own.project.id, audioId: audio.id, trackId, slotType, originalName: `Ember.${container}` };
  return { id: (await build(app).file(given)).id, bytes, audioId: audio.id };
}

const setCover = (picture: Uint8Array) =>
  engineer.fetch(`/api/projects/${own.project.id}/metadata/cover`, { method: 'PUT', body: Buffer.from(picture) });
const pageAt = async (query = '?tagged=1') => (await app.anonymous.fetch(`${path}${query}`)).text();
const bytesAt = async (address: string, headers: Record<string, string> = {}) => {
  const response = await app.anonymous.fetch(address, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const linksOf = (text: string): string[] =>
  [...text.matchAll(/href="(\/d\/[^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
const linkTo = (text: string, part: string): string => linksOf(text).find((href) => href.includes(part))!;
/** Opens the page, which makes an edition, and lets the worker read its copies. */
const prepared = async (): Promise<string> => {
  await pageAt();
  await drain(app.database);
  return pageAt();
};

describe('tagged copies in a delivery', () => {
  it('are offered for every kind of file, with checksums and the proof that the samples are the same', async () => {
    const text = await prepared();
    for (const { id, format, bytes } of finals) {
      const copy = await bytesAt(linkTo(text, `/tagged/${id}/`));
      expect([format, copy.status]).toEqual([format, 200]);
      expect(text).toContain(`SHA-256 <code>${sha256(copy.bytes)}</code>`);
      const isrc = format === 'mp3' ? 'GBABC2600012' : 'GBABC2600011';
      for (const tag of ['Ada and the Engines', isrc]) expect([tag, copy.bytes.includes(tag)]).toEqual([tag, true]);
      expect(copy.bytes.includes(redPng(700, 700))).toBe(true);
      expect(bytes.includes('Ada and the Engines')).toBe(false);
    }
    const samples = finals[0]!.bytes.subarray(44);
    const md5 = createHash('md5').update(samples).digest('hex');
    expect(text).toContain(`MD5 of the audio, as uploaded <code>${md5}</code>, tagged <code>${md5}</code>`);
    expect((await pageAt('')).includes('/tagged/')).toBe(false);
  });

  it('are in the ZIP, whose manifest and receipt name them and the uploaded files', async () => {
    const text = await prepared();
    const address = linkTo(text, '.zip?tagged=1');
    const whole = await bytesAt(address);
    const files = await unpacked(whole.bytes);
    const receipt = JSON.parse(files['receipt.json']!.toString()) as {
      files: { name: string; sha256: string; uploaded: { sha256: string } | null }[];
    };
    const own = receipt.files.filter(({ uploaded }) => uploaded);
    expect(own).toHaveLength(FORMATS.length);
    for (const { name, sha256: sum, uploaded } of own) {
      expect(sha256(files[name]!)).toBe(sum);
      expect(finals.map(({ bytes }) => sha256(bytes))).toContain(uploaded!.sha256);
      expect(text).toContain(sum);
      expect(files['manifest.csv']!.toString()).toContain(sum);
    }
    const one = await unpacked((await bytesAt(linkTo(text, 'format=cd_master'))).bytes);
    expect(Object.keys(one)).toHaveLength(6);
    for (let at = 0; at < whole.bytes.length; at += 150_001) {
      const part = await bytesAt(address, { range: `bytes=${at}-${at + 999}` });
      expect([part.status, part.bytes.equals(whole.bytes.subarray(at, at + 1000))]).toEqual([206, true]);
    }
  });

  it('stay the same in an edition when cover and metadata change, so that a download goes on', async () => {
    const text = await prepared();
    const zip = linkTo(text, '.zip?tagged=1');
    const file = linkTo(text, `/tagged/${finals[0]!.id}/`);
    const [before, single] = [await bytesAt(zip), await bytesAt(file)];
    await setCover(redPng(800, 800));
    await engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { artist: 'Ada', genre: 'Dub' } });
    const after = await prepared();
    expect(after).toContain('Edition 2');
    expect(after).toContain('The cover has changed');
    for (const [address, { bytes, headers }] of [
      [zip, before],
      [file, single],
    ] as const) {
      const rest = await bytesAt(address, { range: 'bytes=1000-', 'if-range': headers.get('etag')! });
      expect([rest.status, rest.bytes.equals(bytes.subarray(1000))]).toEqual([206, true]);
    }
    const newer = await bytesAt(linkTo(after, `/editions/2/tagged/${finals[0]!.id}/`));
    expect([newer.bytes.includes('Ada and the Engines'), newer.bytes.includes('Dub')]).toEqual([false, true]);
  });

  it('keep a cover only from their first download or their announcement on', async () => {
    const kept = async () => {
      const rows = await app.database.query<{ sha256: string }>(
        'SELECT sha256 FROM edition_covers WHERE project_id = $1 AND bytes IS NOT NULL',
        [own.project.id],
      );
      return rows.map((row) => row.sha256);
    };
    const [downloaded, replaced, announced] = [redPng(700, 700), redPng(800, 800), redPng(900, 900)];
    const first = await prepared();
    expect(await kept()).toEqual([]);
    expect((await bytesAt(linkTo(first, '.zip?tagged=1'))).status).toBe(200);
    expect(await kept()).toEqual([sha256(downloaded)]);

    await setCover(replaced);
    const second = await prepared();
    const late = linkTo(second, '.zip?tagged=1');
    await setCover(announced);
    await prepared();
    expect(await kept()).toEqual([sha256(downloaded)]);
    expect((await bytesAt(late)).status).toBe(410);
    expect(await pageAt('?edition=2&tagged=1')).toContain('Tagged copies have the newest edition’s cover');
    expect((await bytesAt(late.replace('?tagged=1', ''))).status).toBe(200);
    const shown = /<img class="cover" src="([^"]+)"/.exec(await pageAt('?edition=2'))![1]!;
    expect((await bytesAt(shown)).status).toBe(200);

    await app.database.transaction((tx) => announceEdition(tx, app.platform.storage, app.config, own.project.id));
    expect((await kept()).sort()).toEqual([sha256(downloaded), sha256(announced)].sort());
  });

  it('keep no cover for which their project has no room, and can still be downloaded', async () => {
    const kept = async () =>
      app.database.query('SELECT FROM edition_covers WHERE project_id = $1 AND bytes IS NOT NULL', [own.project.id]);
    const zip = linkTo(await prepared(), '.zip?tagged=1');
    const full = jest.replaceProperty(app.config, 'maxProjectBytes', 1);
    expect((await bytesAt(zip)).status).toBe(200);
    await app.database.transaction((tx) => announceEdition(tx, app.platform.storage, app.config, own.project.id));
    expect(await kept()).toEqual([]);
    full.restore();
    expect((await bytesAt(zip)).status).toBe(200);
    expect(await kept()).toHaveLength(1);
  });

  it('are shown as being prepared until the worker has read them', async () => {
    // A final that is still analysed is not read yet, however fast the worker is.
    await app.database.query(`UPDATE audio SET state = 'running'`);
    const text = await pageAt();
    expect(text).toContain('are being prepared, 5 of 5 are missing');
    expect(linksOf(text).some((href) => href.includes('/editions/1/'))).toBe(false);
    const early = await app.anonymous.fetch(`${path}/editions/1/a.zip?tagged=1`);
    expect([early.status, Number(early.headers.get('retry-after')) > 0]).toEqual([503, true]);
    const browser = await bytesAt(`${path}/editions/1/tagged/${finals[0]!.id}/a.wav`, { accept: 'text/html,*/*' });
    expect([browser.status, browser.bytes.toString()]).toEqual([503, expect.stringContaining('Not yet')]);
    await drain(app.database);
    await app.database.query(`UPDATE audio SET state = 'done'`);
    await worker.get(EditionsWorker).sweep();
    await drain(app.database);
    expect((await bytesAt(`${path}/editions/1/a.zip?tagged=1`)).status).toBe(200);
  });

  it('are only read for the newest edition', async () => {
    const copies = () =>
      app.database.query<{ number: number; count: number }>(
        `SELECT number, count(*)::integer AS count FROM tagged_copies JOIN editions e ON e.id = edition_id
         WHERE project_id = $1 GROUP BY number ORDER BY number`,
        [own.project.id],
      );
    await prepared();
    await app.database.query('DELETE FROM tagged_copies');
    await setCover(redPng(800, 800));
    await pageAt();
    await app.database.query(
      `INSERT INTO outbox (event, payload) SELECT 'sharing.tagged-copy-wanted',
         jsonb_build_object('editionId', id, 'fileId', content->'finals'->0->'fileId')
       FROM editions WHERE project_id = $1 AND number = 1`,
      [own.project.id],
    );
    await drain(app.database);
    expect(await copies()).toEqual([{ number: 2, count: FORMATS.length }]);
  });

  it('of an earlier version are made again for any edition once a reader wants them, and receipts name the new ones', async () => {
    await prepared();
    await engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { genre: 'Dub' } });
    await prepared();
    const page = '?edition=1&tagged=1';
    await app.database.query(`UPDATE tagged_copies SET tagger = tagger - 1, sha256 = 'old'`);
    await app.database.query(`UPDATE editions SET created_at = now() - interval '30 days'`);
    await worker.get(EditionsWorker).sweep();
    await drain(app.database);
    expect(await pageAt(page)).toContain('are being prepared, 5 of 5 are missing');
    await drain(app.database);
    const text = await pageAt(page);
    const files = await unpacked((await bytesAt(linkTo(text, '.zip?tagged=1'))).bytes);
    const receipt = JSON.parse(files['receipt.json']!.toString()) as { files: { name: string; sha256: string }[] };
    for (const { name, sha256: sum } of receipt.files) expect([name, sum]).toEqual([name, sha256(files[name]!)]);
    const versions = await app.database.query(
      'SELECT DISTINCT number, tagger FROM tagged_copies JOIN editions e ON e.id = edition_id ORDER BY 1',
    );
    expect(versions).toEqual([
      { number: 1, tagger: TAGGER_VERSION },
      { number: 2, tagger: TAGGER_VERSION - 1 },
    ]);
    const early = await app.anonymous.fetch(`${path}/editions/2/a.zip?tagged=1`);
    expect(early.status).toBe(503);
    await drain(app.database);
    expect((await bytesAt(`${path}/editions/2/a.zip?tagged=1`)).status).toBe(200);
  });

  it('of a final that was analysed later are read by a sweep', async () => {
    const late = finals[1]!;
    const { database } = app;
    await database.query(`UPDATE audio SET state = 'running' WHERE id = (SELECT audio_id FROM files WHERE id = $1)`, [
      late.id,
    ]);
    expect(await prepared()).toContain('are being prepared, 1 of 5 are missing');
    await database.query(`UPDATE audio SET state = 'done' WHERE state = 'running'`);
    await worker.get(EditionsWorker).sweep();
    await drain(app.database);
    expect(await pageAt()).not.toContain('are being prepared');
  });

  it('are files as uploaded where nothing can be tagged', async () => {
    const cut = await release(Buffer.from('RIFF'), 'wav', 'hires_master');
    const text = await prepared();
    expect(text).toContain('As uploaded: this file has no tagged copy');
    expect((await bytesAt(linkTo(text, cut.id))).bytes.toString()).toBe('RIFF');
    const { status } = await bytesAt(`${path}/editions/1/tagged/${cut.id}/a.wav`);
    expect(status).toBe(422);
    expect((await bytesAt(linkTo(text, '.zip?tagged=1'))).status).toBe(200);
  });

  it('are files as uploaded where another program does not open the copies', async () => {
    const refused = jest.spyOn(CopyReader.prototype, 'refusal').mockResolvedValue('could not be opened.');
    expect((await prepared()).split('As uploaded: this file has no tagged copy')).toHaveLength(1 + FORMATS.length);
    refused.mockRestore();
  });

  it('of a FLAC without MD5 state it, also once another analysis no longer knows it; a wrong one leaves no copy', async () => {
    const flac = finals.find(({ format }) => format === 'flac')!;
    const md5 = flac.bytes.toString('hex', 26, 42);
    const facts = async (found: object | null) =>
      app.database.query(
        `UPDATE audio SET facts = jsonb_set(facts, '{flacMd5}', $2) WHERE id = (SELECT audio_id FROM files WHERE id = $1)`,
        [flac.id, JSON.stringify(found)],
      );
    await facts({ stored: md5, decoded: md5 });
    const address = linkTo(await prepared(), `/tagged/${flac.id}/`);
    const copy = await bytesAt(address);
    expect(copy.bytes.toString('hex', 26, 42)).toBe(md5);
    await facts(null);
    expect((await bytesAt(address)).bytes.equals(copy.bytes)).toBe(true);
    await facts({ stored: md5, decoded: '0'.repeat(31) + 1 });
    await app.database.query('DELETE FROM tagged_copies');
    await worker.get(EditionsWorker).sweep();
    expect(await prepared()).toContain('As uploaded: this file has no tagged copy');
  });

  it('count as downloads of the finals, and stay locked until the payment', async () => {
    const text = await prepared();
    const [wav] = finals;
    const address = linkTo(text, `/tagged/${wav!.id}/`);
    await bytesAt(address);
    await bytesAt(linkTo(text, 'format=cd_master'));
    const fetches = async () => {
      const { data } = await engineer.get<ProjectLinks>(`/api/share-links/project/${own.project.id}`);
      return data.links[0]!.fetches.map(({ fileId, percent }) => [fileId, percent]).sort();
    };
    await until('both downloads are recorded', async () => (await fetches()).length === 2);
    const complete = [wav!.id, finals[2]!.id].map((id) => [id, 100]);
    expect(await fetches()).toEqual(complete.sort());
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    expect((await bytesAt(address)).status).toBe(402);
    expect(await pageAt()).not.toContain('Tagged');
  });

  it('break the connection rather than send other bytes than the checksums say', async () => {
    const text = await prepared();
    const address = linkTo(text, `/tagged/${finals[0]!.id}/`);
    await app.database.query('UPDATE tagged_copies SET head_bytes = head_bytes + 1 WHERE file_id = $1', [
      finals[0]!.id,
    ]);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(bytesAt(address)).rejects.toThrow();
  });
});
