import { beforeEach, describe, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import type { SlotType } from '../../platform/domain-words.js';
import { inlineScripts } from '../../platform/http/security-headers.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { unpacked } from '../../testing/unpacked.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from '../files/file.entity.js';
import { makeLink, type StoredFinal, storeFinal } from './deliveries.testing.js';
import type { ProjectLinks } from './sharing.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

let visits = 0;
let visitor: Caller;
let trackId: string;
let streaming: StoredFinal;
let cd: StoredFinal;

beforeEach(async () => {
  visitor = app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits += 1)}` });
  trackId = (await build(app).track({ projectId: own.project.id, title: 'Ember & <Ash>', isrc: 'DEA012400001' })).track
    .id;
  streaming = await release('streaming_master', { originalName: 'Ember stream.wav' });
  cd = await release('cd_master', { originalName: 'Ember CD.wav' });
});

const release = (slotType: SlotType, given: Partial<ProjectFile> = {}) =>
  storeFinal(app, { projectId: own.project.id, trackId, slotType, ...given });
const deliver = (body: object = {}) => makeLink(engineer, own.project.id, body);
const page = async (path: string, caller = visitor) => {
  const response = await caller.fetch(path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const bytesOf = async (path: string, headers: Record<string, string> = {}, caller = visitor) => {
  const response = await caller.fetch(path, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const linkTo = (text: string, part: string): string =>
  [...text.matchAll(/href="([^"]+)"/g)]
    .map(([, href]) => href!.replaceAll('&amp;', '&'))
    .find((href) => href.includes(part))!;
const own0 = async () =>
  (await engineer.get<ProjectLinks>(`/api/share-links/project/${own.project.id}`)).data.links[0]!;

describe('a delivery page', () => {
  it('lists each final by what it is, with addresses, checksums and facts, without any script', async () => {
    const { path } = await deliver();
    const { status, headers, text } = await page(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.getSetCookie()).toEqual([]);
    expect(inlineScripts(text)).toEqual([]);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(text).toContain('1. Ember &amp; &lt;Ash&gt;');
    for (const fact of [
      '24-bit/96 kHz WAV',
      'CD manufacturing',
      '3:41',
      'ISRC DEA012400001',
      '−14.2 LUFS',
      streaming.sha256,
    ])
      expect(text).toContain(fact);
    const { bytes } = await bytesOf(linkTo(text, cd.id));
    expect(bytes.equals(cd.bytes)).toBe(true);
  });

  it('says the length of each final where those of a track differ', async () => {
    const { path } = await deliver();
    expect((await page(path)).text.match(/3:41/g)).toHaveLength(2);
    await app.database.query(
      `UPDATE audio SET facts = jsonb_set(facts, '{durationS}', '225') FROM files WHERE audio_id = audio.id AND files.id = $1`,
      [cd.id],
    );
    const { text } = await page(path);
    expect(text).toMatch(/Streaming Master · 3:41/);
    expect(text).toMatch(/CD Master · 3:45/);
  });

  it('never ends the name of a master in an extension that it is not', async () => {
    await app.database.query("UPDATE files SET original_name = 'Ember CD.wav.hta' WHERE id = $1", [cd.id]);
    const { path } = await deliver();
    const { text } = await page(path);
    const { headers } = await bytesOf(linkTo(text, cd.id));
    expect(headers.get('content-disposition')).toContain('"Ember CD.wav.hta.wav"');
    expect(linkTo(text, cd.id)).toMatch(/\.hta\.wav$/);
    expect(text).not.toMatch(/\.hta(?!\.wav)/);
  });

  it('says beside the loudness that a final is mono', async () => {
    const { path } = await deliver();
    await app.database.query(
      `UPDATE audio SET facts = jsonb_set(facts, '{channels}', '1') FROM files WHERE audio_id = audio.id AND files.id = $1`,
      [cd.id],
    );
    expect((await page(path)).text.match(/−14\.2 LUFS( mono)? /g)).toEqual(['−14.2 LUFS ', '−14.2 LUFS mono ']);
  });

  it.each([
    ['2026-12-04', '4 Dec 2026'],
    ['2026-02-31', '2026-02-31'],
    ['2026', '2026'],
    ['Spring 2027', 'Spring 2027'],
  ])('shows the release date %s as %s', async (releaseDate, shown) => {
    await engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { releaseDate } });
    expect((await page((await deliver()).path)).text).toContain(`<p class="dim">${shown} · `);
  });

  it('only contains the chosen tracks and formats', async () => {
    const { path } = await deliver({ formats: ['cd_master'] });
    const { text } = await page(path);
    expect(text).toContain(cd.sha256);
    expect(text).not.toContain(streaming.sha256);
    expect((await bytesOf(`${path}/files/${streaming.id}/a.wav`)).status).toBe(404);
  });

  it('only contains the chosen kinds of other deliverables, also for a link of one track', async () => {
    const given = { projectId: own.project.id, trackId: null, slotType: null };
    const other = (kind: 'ddp' | 'artwork', originalName: string) =>
      storeFinal(app, { ...given, originalName, deliverable: { kind, title: '', side: null } });
    const [disc, artwork] = [await other('ddp', 'NL001.zip'), await other('artwork', 'Cover.png')];
    const sums = async (body: object) => {
      const { text } = await page((await deliver(body)).path);
      return [streaming, cd, disc, artwork].filter(({ sha256 }) => text.includes(sha256));
    };
    expect(await sums({ formats: ['ddp', 'cd_master'] })).toEqual([cd, disc]);
    expect(await sums({ formats: ['ddp'], trackIds: [trackId] })).toEqual([disc]);
    expect(await sums({ trackIds: [trackId] })).toEqual([streaming, cd]);
    const { path } = await deliver();
    const zip = await bytesOf(linkTo((await page(path)).text, 'format=ddp'));
    expect(Object.keys(await unpacked(zip.bytes))).toContain('DDP/NL001.zip');
  });

  it('lists locked finals without downloads', async () => {
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    const { path } = await deliver();
    const { text } = await page(path);
    expect(text).toContain('locked until the studio’s invoice is sent and paid');
    expect(text).not.toContain('You can hear');
    expect(text).not.toContain('/files/');
    expect((await bytesOf(`${path}/files/${cd.id}/a.wav`)).status).toBe(402);
    expect((await bytesOf(`${path}/editions/1/a.zip`)).status).toBe(402);
  });

  it('is the same for people of the project who have signed in, whose downloads count as theirs', async () => {
    await build(app).invoice({ projectId: own.project.id });
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    const path = `/d/${own.project.id}`;
    expect((await page(path, client)).text).toContain(`href="/app/payment/${own.project.id}"`);
    expect((await bytesOf(`${path}/files/${cd.id}/a.wav`, {}, client)).status).toBe(402);
    expect((await bytesOf(`${path}/files/${cd.id}/a.wav`, {}, engineer)).bytes.equals(cd.bytes)).toBe(true);
    await app.database.query(`UPDATE projects SET status = 'paid' WHERE id = $1`, [own.project.id]);
    const { text } = await page(path, client);
    expect(text).toContain('24-bit/96 kHz WAV');
    await bytesOf(linkTo(text, cd.id), {}, client);
    const fetched = () =>
      app.database.query('SELECT FROM file_downloads WHERE file_id = $1 AND completed_at IS NOT NULL', [cd.id]);
    await until('the download is recorded', async () => (await fetched()).length === 1);
    const other = await build(app).project();
    expect((await page(path, app.as(other.client))).status).toBe(404);
    const stranger = await visitor.fetch(path, { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      302,
      `/sign-in?next=${encodeURIComponent(`/app/projects/${own.project.id}?tab=files`)}`,
    ]);
  });

  it('explains why it shows nothing', async () => {
    expect(await page(`/d/${'x'.repeat(43)}`)).toMatchObject({ status: 404 });
    const { path, id } = await deliver();
    await engineer.delete(`/api/share-links/${id}`);
    const ended = await page(path);
    expect(ended.status).toBe(410);
    expect(ended.text).toContain('This link has ended');
    expect((await bytesOf(`${path}/files/${cd.id}/a.wav`)).status).toBe(410);
  });
});

describe('an edition', () => {
  it('stays as it was when a release makes a new one, and the page says what changed', async () => {
    const { path } = await deliver();
    const before = await page(path);
    const oldZip = await bytesOf(linkTo(before.text, '/editions/1/'));
    const newer = await release('cd_master', { originalName: 'Ember CD v2.wav', parentFileId: cd.id });
    const after = await page(path);
    expect(after.text).toContain('Edition 2');
    expect(after.text).toContain('Ember &amp; &lt;Ash&gt; (CD Master) has a new version');
    expect([after.text.includes(newer.sha256), after.text.includes(cd.sha256)]).toEqual([true, false]);
    expect((await page(path)).text).not.toContain('Edition 3');
    const older = await page(`${path}?edition=1`);
    expect([older.text.includes(cd.sha256), older.text.includes(newer.sha256)]).toEqual([true, false]);
    const again = await bytesOf(linkTo(older.text, '/editions/1/'));
    expect(again.bytes.equals(oldZip.bytes)).toBe(true);
    expect((await page(`${path}?edition=7`)).status).toBe(404);
  });

  it('is one ZIP, or one of a format or a track, that continues where it was cut off', async () => {
    const { path } = await deliver();
    const { text } = await page(path);
    const whole = await bytesOf(linkTo(text, '/editions/1/'));
    const zip = await fromBufferPromise(whole.bytes, { lazyEntries: true });
    expect(zip.entryCount).toBe(7);
    const etag = whole.headers.get('etag')!;
    const rest = await bytesOf(linkTo(text, '/editions/1/'), { range: 'bytes=3000-', 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.bytes.equals(whole.bytes.subarray(3000))).toBe(true);
    const one = await bytesOf(linkTo(text, 'format=cd_master'));
    expect((await fromBufferPromise(one.bytes, { lazyEntries: true })).entryCount).toBe(6);
    expect((await bytesOf(linkTo(text, `track=${trackId}`))).status).toBe(200);
  });
});

describe('a download that was cut off', () => {
  const cut = async (address: string) => {
    const { status, headers } = await bytesOf(address, { range: 'bytes=0-99' });
    expect(status).toBe(206);
    return { range: 'bytes=100-', 'if-range': headers.get('etag')! };
  };

  it('goes on after a new release', async () => {
    const { path } = await deliver();
    const address = linkTo((await page(path)).text, '/editions/1/');
    const whole = await bytesOf(address);
    const resume = await cut(address);
    await release('cd_master', { originalName: 'Ember CD v2.wav', parentFileId: cd.id });
    expect((await page(path)).text).toContain('Edition 2');
    const rest = await bytesOf(address, resume);
    expect([rest.status, rest.bytes.equals(whole.bytes.subarray(100))]).toEqual([206, true]);
  });

  it('ends with its link, and a page says so to browsers', async () => {
    const { path, id } = await deliver();
    await page(path);
    for (const address of [`${path}/files/${cd.id}/a.wav`, `${path}/editions/1/a.zip`]) await cut(address);
    await engineer.delete(`/api/share-links/${id}`);
    for (const address of [`${path}/files/${cd.id}/a.wav`, `${path}/editions/1/a.zip`]) {
      expect((await bytesOf(address, { range: 'bytes=100-' })).status).toBe(410);
      const { status, bytes } = await bytesOf(address, { accept: 'text/html,*/*;q=0.8' });
      expect([status, bytes.toString()]).toEqual([410, expect.stringContaining('This link has ended')]);
    }
  });

  it('ends like one of an unknown link when its project is deleted', async () => {
    const { path } = await deliver();
    await page(path);
    const address = `${path}/editions/1/a.zip`;
    const resume = await cut(address);
    await app.database.query('UPDATE projects SET trashed_at = now() WHERE id = $1', [own.project.id]);
    const gone = await bytesOf(address, resume);
    expect([gone.status, gone.bytes.includes('Night Songs')]).toEqual([404, false]);
    expect((await page(path)).text).not.toContain('Night Songs');
  });
});

describe('what was fetched through a link', () => {
  it('is counted per file, partial and complete downloads separately', async () => {
    const { path } = await deliver();
    await page(path);
    const file = `${path}/files/${cd.id}/Ember%20CD.wav`;
    await bytesOf(file, { range: 'bytes=0-3099' });
    const fetches = async () => (await own0()).fetches;
    await until('the beginning is recorded', async () => (await fetches()).length === 1);
    expect(await fetches()).toEqual([
      { fileId: cd.id, fileName: 'Ember CD.wav', percent: 62, completedAt: null, isCurrent: true },
    ]);
    const rest = await bytesOf(file, { range: 'bytes=3100-' });
    expect([rest.status, rest.bytes.length]).toEqual([206, 1900]);
    await until('the rest is recorded', async () => (await fetches())[0]!.completedAt !== null);
    await bytesOf(`${path}/editions/1/a.zip`);
    await until('the ZIP is recorded', async () => (await fetches()).length === 2);
    expect(await own0()).toMatchObject({ finals: 2, timesOpened: 1 });
    expect((await fetches()).map(({ percent }) => percent)).toEqual([100, 100]);
    await release('cd_master', { originalName: 'Ember CD 2.wav', parentFileId: cd.id });
    await page(path);
    expect((await own0()).finals).toBe(2);
    expect(new Map((await fetches()).map(({ fileId, isCurrent }) => [fileId, isCurrent]))).toEqual(
      new Map([
        [cd.id, false],
        [streaming.id, true],
      ]),
    );
  });
});
