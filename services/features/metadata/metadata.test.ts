import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { BodyRoom } from '../../platform/http/body-room.js';
import { hostilePngs, redPng } from '../../platform/pictures/picture.testing.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { Slot } from '../tracks/slot.entity.js';
import { MAX_COVER_BYTES } from './covers.service.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });

const path = (rest = '') => `/api/projects/${own.project.id}/metadata${rest}`;
const addTrack = async (title: string) => (await build(app).track({ projectId: own.project.id, title })).track;
const csvOf = async (kind: string, caller = engineer) => (await caller.fetch(path(`/export?kind=${kind}`))).text();
const putCover = (body: Uint8Array, caller = client) =>
  caller.fetch(path('/cover'), { method: 'PUT', body: Buffer.from(body) });

describe('the sheet', () => {
  it('begins with the project’s title and its tracks', async () => {
    const { id } = await addTrack('Ember');
    const { data } = await client.get(path());
    expect(data).toMatchObject({ release: { album: 'Night Songs', artist: '' }, cover: null, updatedAt: null });
    expect(data.tracks).toMatchObject([{ trackId: id, trackNumber: 1, title: 'Ember', isrc: '', explicit: '' }]);
  });

  it('is filled in by the client and the engineer, field by field', async () => {
    const { id } = await addTrack('Ember');
    const first = await client.put(path(), {
      release: { artist: 'Ada', upc: '0 36000 29145 2' },
      tracks: [{ trackId: id, isrc: 'gb-abc-26-00011', lyrics: 'One\nTwo', explicit: 'no' }],
    });
    expect(first.data.release).toMatchObject({ album: 'Night Songs', artist: 'Ada', upc: '036000291452' });
    const { data } = await engineer.put(path(), { tracks: [{ trackId: id, title: 'Embers', composers: 'Ada Byron' }] });
    expect(data.tracks).toMatchObject([
      { title: 'Embers', isrc: 'GBABC2600011', lyrics: 'One\nTwo', explicit: 'no', composers: 'Ada Byron' },
    ]);
    expect(data.updatedAt).not.toBeNull();
    expect((await engineer.get(`/api/tracks/${id}`)).data.track).toMatchObject({
      title: 'Embers',
      isrc: 'GBABC2600011',
    });
    const history = await client.get(`/api/projects/${own.project.id}/activity`);
    expect(history.data.map((entry: { message: string }) => entry.message)).toEqual([
      'Changed the metadata of one track',
      'Changed the metadata of the release and one track',
    ]);
  });

  it('refuses a track of another project, and an empty title, and then writes nothing', async () => {
    const { track } = await build(app).track();
    expect(await client.put(path(), { release: { label: 'X' }, tracks: [{ trackId: track.id }] })).toMatchObject({
      status: 404,
    });
    const { id } = await addTrack('Ember');
    expect((await client.put(path(), { tracks: [{ trackId: id, title: ' ' }] })).status).toBe(400);
    expect((await client.get(path())).data.release.label).toBe('');
  });

  it('refuses U+FFFD in every text, and names the field', async () => {
    const { id } = await addTrack('Ember');
    const fieldOf = async (body: object) => {
      const { status, details } = await client.put(path(), body);
      return [status, (details as any)?.fields.map(({ field }: { field: string }) => field)];
    };
    expect(await fieldOf({ release: { artist: 'Beyonc\ufffd' } })).toEqual([400, ['release.artist']]);
    const track = { trackId: id, title: 'Caf\ufffd', composers: '\ufffd', lyrics: 'One\n\ufffd' };
    const fields = ['title', 'composers', 'lyrics'].map((name) => `tracks.0.${name}`);
    expect(await fieldOf({ tracks: [track] })).toEqual([400, fields]);
    expect((await engineer.put(`/api/tracks/${id}`, { title: 'Caf\ufffd' })).status).toBe(400);
    expect((await engineer.put(`/api/projects/${own.project.id}`, { title: 'Caf\ufffd' })).status).toBe(400);
    expect((await client.get(path())).data.tracks).toMatchObject([{ title: 'Ember', lyrics: '' }]);
  });

  it('is compared with the tags of released files, and for the engineer also of staged ones', async () => {
    const { id: trackId } = await addTrack('Ember');
    const tags = { title: 'Ember', artist: null, album: null, trackNumber: null, isrc: 'GBABC2600011' };
    const audio = await build(app).audio({ probe: { tags } as never });
    const staged = await build(app).stagingFile({ projectId: own.project.id, audioId: audio.id });
    await app.database.manager.update(Slot, { trackId, slotType: 'cd_master' }, { stagingFileId: staged.id });
    const ofIsrc = async (caller = engineer) => {
      const { data } = await caller.get(path());
      return data.findings.find((finding: { field: string }) => finding.field === 'isrc');
    };
    expect(await ofIsrc()).toMatchObject({ kind: 'missing', suggestion: 'GBABC2600011' });
    expect(await ofIsrc(client)).toMatchObject({ kind: 'missing', suggestion: null });
    const file = await build(app).file({ projectId: own.project.id, audioId: audio.id, trackId });
    await app.database.manager.update(Slot, { trackId, slotType: 'streaming_master' }, { fileId: file.id });
    expect(await ofIsrc(client)).toMatchObject({ suggestion: 'GBABC2600011' });
  });
});

it('remembers for the studio what its engineers choose for the columns of spreadsheets', async () => {
  const columns = { songtitle: 'track.title', isrccode: 'track.isrc' };
  const path = `/api/projects/${own.project.id}/metadata`;
  expect((await client.put(`${path}/columns`, { columns })).status).toBe(403);
  expect((await engineer.put(`${path}/columns`, { columns: { x: 'track.unknown' } })).status).toBe(400);
  expect((await engineer.put(`${path}/columns`, { columns })).status).toBe(200);
  expect((await engineer.put(`${path}/columns`, { columns: { songtitle: 'none' } })).status).toBe(200);
  expect((await client.get(path)).data.csvColumns).toEqual({ isrccode: 'track.isrc', songtitle: 'none' });
});

describe('the CSV', () => {
  it('has one line per track, and no formulas', async () => {
    const { id } = await addTrack('=SUM(A1)');
    await client.put(path(), { release: { label: 'Night; "Records"' }, tracks: [{ trackId: id, composers: '@Ada' }] });
    const response = await engineer.fetch(path('/export'));
    expect(response.headers.get('content-disposition')).toContain('filename="Night Songs metadata.csv"');
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(text.startsWith('\ufeff"upc","catalogue_no"')).toBe(true);
    expect(text).toContain(`"Night; ""Records"""`);
    expect(text).toContain(`"1","'=SUM(A1)"`);
    expect(text).toContain(`"'@Ada"`);
  });

  it('for deliveries has one line per final with the address of its file', async () => {
    const { id: trackId } = await addTrack('Ember');
    await client.put(path(), {
      release: { artist: 'Ada' },
      tracks: [{ trackId, isrc: 'GBABC2600011', isrcInstrumental: 'GBABC2600012', explicit: 'no' }],
    });
    const facts = {
      durationS: 191.9,
      loudness: { integratedLufs: -9.64 },
      truePeakDbtp: -1.02,
      warnings: [],
      tags: {},
    };
    const release = async (slotType: 'cd_master' | 'instrumental_master') => {
      const audio = await build(app).audio({ state: 'done', sha256: 'ab'.repeat(32), facts: facts as never });
      return build(app).file({
        projectId: own.project.id,
        trackId,
        slotType,
        audioId: audio.id,
        originalName: `${slotType}.wav`,
      });
    };
    const cd = await release('cd_master');
    const instrumental = await release('instrumental_master');
    const lines = (await csvOf('delivery')).split('\r\n');
    expect(lines).toHaveLength(4);
    const address = (id: string) => `${app.url}/api/files/download/${id}`;
    const tail = (id: string) => `"3:12","${address(id)}","${'ab'.repeat(32)}","-9.6","-1"`;
    expect(lines.find((line) => line.includes(cd.id))).toContain(
      `"GBABC2600011","no",${tail(cd.id)},"CD Master","cd_master.wav"`,
    );
    expect(lines.find((line) => line.includes(instrumental.id))).toContain(
      `"Ember","Instrumental","Ada","","","GBABC2600012","no",${tail(instrumental.id)}`,
    );
    expect(await csvOf('delivery', client)).not.toContain(cd.id);
  });
});

describe('the cover', () => {
  it('is stored as it is, and checked for shape and size', async () => {
    const picture = redPng(800, 700);
    const answer = (await (await putCover(picture)).json()) as any;
    expect(answer.data.cover).toMatchObject({
      contentType: 'image/png',
      width: 800,
      height: 700,
      sizeBytes: picture.length,
    });
    expect(answer.data.findings[0]).toMatchObject({
      field: 'cover',
      kind: 'wrong',
      message: expect.stringContaining('squares'),
    });
    const whole = await engineer.fetch(path('/cover'));
    expect(whole.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    const small = await engineer.fetch(path('/cover?size=small'));
    expect((await sharp(await small.arrayBuffer()).metadata()).width).toBeLessThan(520);
    const removed = await engineer.delete(path('/cover'));
    expect(removed.data.cover).toBeNull();
    expect((await client.fetch(path('/cover'))).status).toBe(404);
  });

  it('that a phone took sideways is kept upright', async () => {
    const shot = await sharp(redPng(800, 600)).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const answer = (await (await putCover(shot)).json()) as any;
    expect(answer.data.cover).toMatchObject({ contentType: 'image/jpeg', width: 600, height: 800 });
    const whole = await sharp(await (await engineer.fetch(path('/cover'))).arrayBuffer()).metadata();
    expect([whole.width, whole.height, whole.orientation ?? 1]).toEqual([600, 800, 1]);
  });

  it.each([
    ['PNG', async () => redPng(10, 10)],
    ['JPEG', () => sharp(redPng(10, 10)).jpeg().toBuffer()],
  ])('is stored without what follows the end of a %s', async (_format, make) => {
    const picture = await make();
    const { data } = (await (await putCover(Buffer.concat([picture, Buffer.alloc(500_000, 7)]))).json()) as any;
    expect(data.cover.sizeBytes).toBe(picture.length);
    const whole = await engineer.fetch(path('/cover'));
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
  });

  it('is sent in pieces', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const background = 'black';
    const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background, noise } })
      .png()
      .toBuffer();
    expect(picture.length).toBeGreaterThan(600_000);
    await putCover(picture);
    const whole = await engineer.fetch(path('/cover'));
    expect(whole.headers.get('content-length')).toBe(String(picture.length));
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    const part = await engineer.fetch(path('/cover'), { headers: { range: 'bytes=300000-599999' } });
    expect(Buffer.from(await part.arrayBuffer()).equals(picture.subarray(300_000, 600_000))).toBe(true);
    const etag = whole.headers.get('etag')!;
    expect((await engineer.fetch(path('/cover'), { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('waits unread while another one of the same person arrives, and too many are refused', async () => {
    const picture = redPng(40, 40);
    const headers = { 'x-dev-user-id': own.client.id, 'content-type': 'image/png', 'content-length': MAX_COVER_BYTES };
    const slow = request(new URL(path('/cover'), app.url), { method: 'PUT', headers });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    const take = jest.spyOn(BodyRoom.prototype, 'take');
    slow.write(picture);
    await until('the first one has its room', () => take.mock.calls.length === 1);
    const others = Array.from({ length: 10 }, () => putCover(picture));
    const refused = await Promise.race(others);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    // Another person does not wait for them.
    expect((await putCover(picture, engineer)).status).toBe(200);
    slow.end(Buffer.alloc(MAX_COVER_BYTES - picture.length));
    expect((await answered)[0].statusCode).toBe(200);
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('is refused when it is too large, damaged or of another format', async () => {
    const answers = await Promise.all([
      putCover(Buffer.alloc(11 * 1024 ** 2)),
      putCover(hostilePngs.damaged),
      putCover(await sharp(redPng(9, 9)).webp().toBuffer()),
      putCover(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([413, 422, 422, 422]);
  });

  it.each(['content-length', 'chunked'])('of 100 MB is refused before it has arrived (%s)', async (how) => {
    const [size, chunk] = [100_000_000, Buffer.alloc(100_000)];
    const length = how === 'chunked' ? {} : { 'content-length': size };
    const headers = { 'x-dev-user-id': own.client.id, 'content-type': 'application/octet-stream', ...length };
    const sending = request(new URL(path('/cover'), app.url), { method: 'PUT', headers });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.on('error', () => undefined);
    let [sent, status] = [0, 0];
    void answered.then(([{ statusCode }]) => (status = statusCode!));
    while (status === 0 && sent < size) {
      sent += chunk.length;
      if (!sending.write(chunk)) await Promise.race([once(sending, 'drain'), answered]);
    }
    await answered;
    sending.destroy();
    expect(status).toBe(413);
    expect(sent).toBeLessThan(size / 2);
    expect((await client.get(path())).data.cover).toBeNull();
  });
});
