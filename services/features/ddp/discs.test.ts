import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { digestsOf, filesOf } from '../../ddp/built.testing.js';
import { checkDdp } from '../../ddp/check.js';
import { compareTrack } from '../../ddp/compare.js';
import type { Pcm } from '../../ddp/pcm.js';
import { readDdp } from '../../ddp/read.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { pdfText } from '../../testing/pdf-text.js';
import { unpacked } from '../../testing/unpacked.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { discImageWanted } from './ddp.events.js';
import type { DiscsView, MadeDiscView } from './ddp.schema.js';
import { addMaster, aiffOf, type Master, noise, waveOf } from './discs.testing.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs', status: 'paid' } });

/** Whole frames, a frame that is cut, and an AIFF. */
const SOUNDS = [noise(588 * 400, 1), noise(588 * 350 + 11, 2), noise(588 * 301, 3)];
const TITLES = ['Ember', 'Ash', 'Coal'];
const ISRCS = ['GBABC2600001', 'GBABC2600002', 'GBABC2600003'];
const UPC = '5012345678900';

let masters: Master[];

beforeEach(async () => {
  masters = [];
  for (const [at, sound] of SOUNDS.entries()) {
    const [file, container] = at === 2 ? ([aiffOf(sound), 'aiff'] as const) : ([waveOf(sound), 'wav'] as const);
    masters.push(await addMaster(app, own.project.id, TITLES[at]!, file, container));
  }
  await engineer.put(`/api/projects/${own.project.id}/metadata`, {
    release: { artist: 'Ada', album: 'Nächte', upc: UPC, catalogueNumber: 'NR001' },
    tracks: masters.map(({ trackId }, at) => ({ trackId, isrc: ISRCS[at] })),
  });
  await app.database.query('INSERT INTO album_tracks (track_id, gap_frames) VALUES ($1, 75)', [masters[1]!.trackId]);
});

const discs = async (caller: Caller = engineer): Promise<DiscsView> =>
  (await caller.get(`/api/projects/${own.project.id}/discs`)).data;
const path = (disc: number, rest: string) => `/api/projects/${own.project.id}/discs/${disc}/${rest}`;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function prepared(disc = 1): Promise<MadeDiscView> {
  await engineer.post(path(disc, 'prepare'));
  const found = async () => (await discs()).discs.find((each) => each.disc === disc)!;
  await until('the checksums', async () => (await found()).state === 'ready');
  return found();
}
const archive = (disc: MadeDiscView, headers: Record<string, string> = {}, caller: Caller = engineer) =>
  caller.fetch(path(disc.disc, `${disc.version}/archive`), { headers });
const pcmOf = (bytes: Buffer): Pcm => ({
  sizeBytes: bytes.length,
  read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
});

describe('a DDP made of the CD masters', () => {
  it('is read back without an error and holds every sample of them', async () => {
    const disc = await prepared();
    const response = await archive(disc);
    expect(response.headers.get('content-disposition')).toContain('DDP.zip');
    const folder = await unpacked(await bytesOf(response));
    expect(Object.keys(folder)).toEqual(['DDPID', 'DDPMS', 'CDTEXT.BIN', 'PQDESCR', 'CHECKSUM.MD5', 'IMAGE.DAT']);
    const ddp = (await readDdp(filesOf(folder)))!;
    const expected = { upc: UPC, tracks: TITLES.map((title, at) => ({ title, isrc: ISRCS[at]! })) };
    const findings = checkDdp(ddp, { digests: digestsOf(folder), expected });
    expect(findings.map(({ level, code }) => `${level} ${code}`)).toEqual(['note cdtext_latin']);
    expect(ddp.cdText!.texts).toMatchObject({ title: ['Nächte', ...TITLES], performer: ['Ada', 'Ada', 'Ada', 'Ada'] });
    const gaps = ddp.tracks.map(({ start, pause }) => start! - pause!);
    expect(gaps).toEqual([150, 75, 150]);
    for (const [at, { start, end }] of ddp.tracks.entries()) {
      const range = { start: start! * 2352, offset: 0, from: start! * 2352, to: end! * 2352 };
      const compared = await compareTrack(pcmOf(folder['IMAGE.DAT']!), range, pcmOf(SOUNDS[at]!));
      expect(compared).toMatchObject({ isSame: true, offsetSamples: 0 });
    }
  });

  it('is also a WAV from index 01 of track 1 on, to which the cue sheet belongs', async () => {
    const [disc] = (await discs()).discs;
    const response = await engineer.fetch(path(1, `${disc!.version}/wav`));
    expect(response.headers.get('content-disposition')).toContain('Ada%20-%20N%C3%A4chte.wav');
    const wav = await bytesOf(response);
    const image = await bytesOf(await engineer.fetch(path(1, `${disc!.version}/files/IMAGE.DAT`)));
    expect(wav.subarray(44).equals(image.subarray(150 * 2352))).toBe(true);
    expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, wav.length - 44]);
    const cue = (await bytesOf(await engineer.fetch(path(1, 'sheet?format=cue')))).toString();
    expect(cue).toContain('FILE "Ada - Nächte.wav" WAVE');
    expect(cue.match(/INDEX 01 \S+/g)).toEqual(['INDEX 01 00:00:00', 'INDEX 01 00:06:25', 'INDEX 01 00:13:01']);
    const copies = (await discs()).copies.map(({ kind, isOutdated }) => [kind, isOutdated]);
    expect(copies).toContainEqual(['wav', false]);
  });

  it('has the studio’s PQ offsets, and is out of date when they change', async () => {
    const before = await prepared();
    await engineer.put('/api/studio/settings', { pqStartFrames: 15, pqEndFrames: 30 });
    const [after] = (await discs()).discs;
    expect(after).toMatchObject({ state: 'outdated', frames: before.frames + 45 });
    expect(after!.tracks.map(({ pause, start }) => [pause, start])).toEqual([
      [0, 150],
      [595, 625],
      [1021, 1126],
    ]);
    expect((await engineer.put('/api/studio/settings', { pqStartFrames: 38 })).status).toBe(400);
    await engineer.put('/api/studio/settings', { pqStartFrames: 0, pqEndFrames: 0 });
    expect((await discs()).discs[0]).toMatchObject({ state: 'ready', version: before.version });
  });

  it('goes through the checks of uploaded ones before it is made', async () => {
    const isrc = ISRCS[0];
    await engineer.put(`/api/projects/${own.project.id}/metadata`, {
      release: { upc: '5012345678901' },
      tracks: [{ trackId: masters[1]!.trackId, isrc }],
    });
    const codes = (await discs()).discs[0]!.findings.map(({ level, code }) => `${level} ${code}`);
    expect(codes).toEqual(expect.arrayContaining(['warning upc_check_digit', 'warning isrc_twice']));
    expect(codes).not.toContain('warning no_checksums');
  });

  it('is sent in any range, as a ZIP and as single files', async () => {
    const disc = await prepared();
    const whole = await archive(disc);
    const etag = whole.headers.get('etag')!;
    const bytes = await bytesOf(whole);
    const image = await bytesOf(await engineer.fetch(path(1, `${disc.version}/files/IMAGE.DAT`)));
    expect(bytes.includes(image)).toBe(true);
    expect(image.length).toBe(disc.sizeBytes);
    const imageFile = (range: string) =>
      engineer.fetch(path(1, `${disc.version}/files/IMAGE.DAT`), { headers: { range } });
    const seams = disc.tracks.flatMap(({ start, end }) => [start! * 2352, end! * 2352]);
    for (const seam of [0, ...seams]) {
      for (const [before, after] of [
        [3, 4],
        [1, 2],
        [5000, 100_001],
      ] as const) {
        const [from, to] = [Math.max(0, seam - before), Math.min(image.length, seam + after)];
        if (to <= from) continue;
        const part = await imageFile(`bytes=${from}-${to - 1}`);
        expect(part.status).toBe(206);
        expect((await bytesOf(part)).equals(image.subarray(from, to))).toBe(true);
      }
    }
    for (const from of [0, 50, 1000, bytes.length - 400]) {
      const part = await archive(disc, { range: `bytes=${from}-`, 'if-range': etag });
      expect((await bytesOf(part)).equals(bytes.subarray(from))).toBe(true);
    }
    const sums = (await bytesOf(await engineer.fetch(path(1, `${disc.version}/files/CHECKSUM.MD5`)))).toString();
    expect(sums.match(/\*IMAGE\.DAT/g)).toHaveLength(1);
    expect((await engineer.get(path(1, `${disc.version}/files/SECRET`))).status).toBe(404);
  });

  it('gets its checksums after all when they were given up and the job is retried by hand', async () => {
    await prepared();
    await drain(app.database);
    const images = await app.database.query<{ projectId: string; disc: number; key: string }>(
      `UPDATE disc_images SET state = 'failed', error = 'They could not be read.'
       RETURNING project_id AS "projectId", disc, key`,
    );
    await app.database.transaction(async (tx) => images.forEach((image) => tx.emit(discImageWanted, image)));
    await drain(app.database);
    expect((await discs()).discs[0]).toMatchObject({ state: 'ready', error: null });
  });

  it('reports that its checksums are not known yet; the image can already be played', async () => {
    const [disc] = (await discs()).discs;
    expect(disc!.state).toBe('none');
    const answer = await engineer.get(path(1, `${disc!.version}/archive`));
    expect([answer.status, answer.code]).toEqual([409, 'ddp_not_ready']);
    const part = await engineer.fetch(path(1, `${disc!.version}/image`), { headers: { range: 'bytes=0-9' } });
    expect([part.status, [...(await bytesOf(part))]]).toEqual([206, Array.from({ length: 10 }, () => 0)]);
  });

  it('is not mixed with another one when the album changes during a download', async () => {
    const before = await prepared();
    await app.database.query('UPDATE album_tracks SET gap_frames = 76');
    const resumed = await archive(before, { range: 'bytes=1000-' });
    expect([resumed.status, ((await resumed.json()) as { code: string }).code]).toEqual([410, 'album_changed']);
    const after = await prepared();
    expect(after.version).not.toBe(before.version);
    expect(after.frames).toBe(before.frames + 1);
    expect((await archive(after)).status).toBe(200);
  });

  describe('of which a download runs while the album changes', () => {
    const LONG = [noise(588 * 75 * 60, 4), noise(588 * 75 * 60, 5)];
    let before: MadeDiscView;
    let long: Master[];

    beforeEach(async () => {
      await app.database.query('UPDATE album_tracks SET disc = 2');
      long = [];
      for (const [at, sound] of LONG.entries()) {
        long.push(await addMaster(app, own.project.id, `Long ${at}`, waveOf(sound)));
        await app.database.query('INSERT INTO album_tracks (track_id, disc) VALUES ($1, 3)', [long[at]!.trackId]);
      }
      before = await prepared(3);
    });

    /** Reverses the order of the disc. */
    const reorder = () => app.database.query('UPDATE tracks SET track_number = 100 WHERE id = $1', [long[0]!.trackId]);

    it('finishes with the content that it began with', async () => {
      const whole = await bytesOf(await archive(before));
      const opened = jest.spyOn(app.platform.storage, 'get');
      const keys = () => opened.mock.calls.map(([key]) => key);
      const running = await archive(before);
      const chunks: Uint8Array[] = [];
      const reader = running.body!.getReader();
      chunks.push((await reader.read()).value);
      expect(keys()).toEqual([long[0]!.objectKey]);
      await reorder();
      const after = (await discs()).discs.find(({ disc }) => disc === 3);
      expect(after!.version).not.toBe(before.version);
      for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
      expect(keys()).toEqual(long.map(({ objectKey }) => objectKey));
      expect(Buffer.concat(chunks).equals(whole)).toBe(true);
    });

    it('is cut and never looks complete if a master is deleted during it', async () => {
      const running = await archive(before);
      const reader = running.body!.getReader();
      await reader.read();
      await app.platform.storage.delete(long[1]!.objectKey);
      const rest = async () => {
        while (!(await reader.read()).done);
      };
      await expect(rest()).rejects.toThrow();
    });

    it('begins again with the new one when it is resumed with If-Range', async () => {
      const { headers } = await archive(before, { range: 'bytes=0-999' });
      const resume = { range: 'bytes=1000-', 'if-range': headers.get('etag')! };
      expect((await archive(before, resume)).status).toBe(206);
      await reorder();
      expect((await archive(before, resume)).status).toBe(409);
      const after = await prepared(3);
      const resumed = await archive(before, resume);
      expect([resumed.status, resumed.headers.get('etag')]).toEqual([200, `"${after.version}"`]);
      expect((await bytesOf(resumed)).equals(await bytesOf(await archive(after)))).toBe(true);
      const [copy] = (await discs()).copies;
      expect(copy).toMatchObject({ kind: 'ddp', part: '3', isOutdated: false });
      expect((await archive(before, { range: 'bytes=1000-' })).status).toBe(410);
    });
  });

  it('is marked as out of date once the album has changed, and so are its sheets', async () => {
    const disc = await prepared();
    const copies = async () =>
      (await discs(client)).copies.map(({ kind, part, by, isOutdated }) => [kind, part, by, isOutdated]);
    await archive(disc, { range: 'bytes=1000-' });
    expect(await copies()).toEqual([]);
    await bytesOf(await archive(disc));
    await bytesOf(await client.fetch(path(1, 'sheet?format=csv')));
    await bytesOf(await engineer.fetch(path(1, 'sheet?format=wavelab')));
    expect(await copies()).toEqual([
      ['csv', '1', 'Client', false],
      ['ddp', '1', 'Engineer', false],
    ]);
    await app.database.query('UPDATE album_tracks SET gap_frames = 76');
    expect(await copies()).toEqual([
      ['csv', '1', 'Client', true],
      ['ddp', '1', 'Engineer', true],
    ]);
    await bytesOf(await engineer.fetch(path(1, 'sheet?format=csv')));
    expect((await copies())[0]).toEqual(['csv', '1', 'Engineer', false]);
    // A disc that is not part of the album any more.
    await app.database.query(`UPDATE made_copies SET part = '2'`);
    expect((await copies()).map(([, , , isOutdated]) => isOutdated)).toEqual([true, true]);
  });

  it('keeps its image but gets another address when only a title changes', async () => {
    const before = await prepared();
    await engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { album: 'Days' } });
    const [after] = (await discs()).discs;
    expect(after!.version).not.toBe(before.version);
    expect(after!.state).toBe('outdated');
    expect((await archive(before)).status).toBe(410);
    const { data } = await engineer.post<DiscsView>(path(1, 'prepare'));
    expect(data.discs[0]).toMatchObject({ version: after!.version, state: 'ready' });
  });

  it('is made for each disc separately', async () => {
    await app.database.query(
      `INSERT INTO album_tracks (track_id, disc) VALUES ($1, 2) ON CONFLICT (track_id) DO UPDATE SET disc = 2`,
      [masters[2]!.trackId],
    );
    const second = await prepared(2);
    const folder = await unpacked(await bytesOf(await archive(second)));
    const ddp = (await readDdp(filesOf(folder)))!;
    expect(ddp.tracks.map(({ title, isrc, start }) => [title, isrc, start])).toEqual([['Coal', ISRCS[2], 150]]);
    expect((await discs()).discs.map(({ disc, tracks }) => [disc, tracks.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect((await engineer.get(path(3, 'sheet?format=csv'))).status).toBe(404);
  });

  it('counts as a download of its masters, which delivers the project', async () => {
    const disc = await prepared();
    await bytesOf(await archive(disc, {}, client));
    await until('the project to be delivered', async () => {
      const { data } = await engineer.get(`/api/projects/${own.project.id}`);
      return data.status === 'delivered';
    });
  });

  it('is played without being downloaded', async () => {
    const disc = await prepared();
    const image = await bytesOf(await client.fetch(path(1, `${disc.version}/image`)));
    expect(image.equals(await bytesOf(await engineer.fetch(path(1, `${disc.version}/files/IMAGE.DAT`))))).toBe(true);
    const known = `SELECT (SELECT count(*)::int FROM file_downloads WHERE user_id = $1) AS downloads, (SELECT count(*)::int FROM made_copies WHERE user_id = $1) AS copies,
      (SELECT count(*)::int FROM audit_entries WHERE action = 'finals_downloaded' AND user_id = $1) AS audited`;
    expect(await app.database.query(known, [own.client.id])).toEqual([{ downloads: 0, copies: 0, audited: 0 }]);
    expect((await engineer.get(`/api/projects/${own.project.id}`)).data.status).toBe('paid');
  });

  it('is locked before payment and not visible to outsiders', async () => {
    const disc = await prepared();
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    expect((await archive(disc, {}, client)).status).toBe(402);
    expect((await client.get(path(1, `${disc.version}/image`))).status).toBe(402);
    expect((await client.post(path(1, 'prepare'))).status).toBe(402);
    expect((await discs(client)).can.download).toBe(false);
    const foreign = await build(app).project();
    expect((await archive(disc, {}, app.as(foreign.engineer))).status).toBe(404);
  });
});

describe('a disc that cannot be made', () => {
  const refusal = async (disc = 1) => {
    const answer = await engineer.post(path(disc, 'prepare'));
    return [answer.status, answer.message];
  };
  const replace = (at: number, file: Buffer, container: AudioContainer = 'wav') =>
    addMaster(app, own.project.id, `New ${at}`, file, container);

  it.each([
    ['24-bit, 44.1 kHz, stereo', waveOf(Buffer.alloc(44_100 * 6 * 5), { bits: 24 })],
    ['16-bit, 48 kHz, stereo', waveOf(Buffer.alloc(48_000 * 4 * 5), { rate: 48_000 })],
    ['16-bit, 44.1 kHz, mono', waveOf(Buffer.alloc(44_100 * 2 * 5), { channels: 1 })],
  ])('has a master in %s', async (format, file) => {
    await replace(4, file);
    expect(await refusal()).toEqual([422, `New 4.wav is ${format}. A CD needs 16-bit, 44.1 kHz, stereo.`]);
    expect((await discs()).discs[0]).toMatchObject({ version: null });
  });

  it('has a FLAC, a master shorter than four seconds, or a track without a master', async () => {
    const short = await replace(4, waveOf(noise(44_100 * 3, 9)));
    expect((await refusal())[1]).toBe('“New 4” is 00:03:00 long. A track of a CD must have four seconds.');
    await app.database.query(`UPDATE slots SET file_id = NULL WHERE file_id = $1`, [short.fileId]);
    expect((await refusal())[1]).toBe('“New 4” has no released CD master.');
    await replace(5, Buffer.from('fLaC'), 'flac');
    expect((await refusal())[1]).toContain('New 5.flac is FLAC. A DDP is made of the samples of a WAV or AIFF.');
    expect((await engineer.get(path(1, 'sheet?format=csv'))).code).toBe('no_times');
  });
});

describe('the PQ sheet', () => {
  it('is a PDF with all times and codes', async () => {
    const { text, pages } = await pdfText(await bytesOf(await engineer.fetch(path(1, 'sheet?format=pdf'))));
    expect(pages).toBe(1);
    const studio = ['Engineer', own.engineer.name.replaceAll(' ', ''), 'Notrackhaspre-emphasis'];
    const times = ['00:02:00', '-00:02:00', '00:07:25'];
    for (const part of ['PQsheet', 'Nächte', UPC, 'NR001', ...TITLES, ...ISRCS, ...times, ...studio]) {
      expect(text).toContain(part);
    }
  });

  it('cuts no title and no code, and names the artists that differ from the album’s', async () => {
    const long = `An Interlude of Very Many Words, ${'Which Nobody Will Ever Remember, '.repeat(4)}and Its End`;
    const saved = await engineer.put(`/api/projects/${own.project.id}/metadata`, {
      release: { catalogueNumber: 'NR001-A-VERY-LONG-NUMBER-OF-A-LABEL-END' },
      tracks: [{ trackId: masters[1]!.trackId, title: long, artist: 'Grace', featured: '久石譲' }],
    });
    expect(saved.status).toBe(200);
    const { text } = await pdfText(await bytesOf(await engineer.fetch(path(1, 'sheet?format=pdf'))));
    expect(text).toContain(long.replaceAll(' ', ''));
    expect(text).toContain('NR001-A-VERY-LONG-NUMBER-OF-A-LABEL-END');
    expect(text).toContain('Gracefeat.久石譲');
    expect(text.match(/Ada/g)).toHaveLength(1);
  });

  it('is a table with absolute and relative times', async () => {
    const csv = (await bytesOf(await engineer.fetch(path(1, 'sheet?format=csv')))).toString();
    const lines = csv.split('\r\n').map((line) => line.replaceAll('"', ''));
    expect(lines[1]).toBe(`${UPC},Nächte,1,00,00:00:00,,00:02:00,,,`);
    expect(lines[2]).toBe(`${UPC},Nächte,1,01,00:02:00,00:00:00,00:05:25,Ember,Ada,${ISRCS[0]}`);
    expect(lines[4]).toBe(`${UPC},Nächte,2,01,00:08:25,00:06:25,00:04:51,Ash,Ada,${ISRCS[1]}`);
    expect(lines[7]).toMatch(new RegExp(`^${UPC},Nächte,AA,01,`));
  });

  it('is a cue sheet, a text for a form, and a template for WaveLab', async () => {
    const text = async (format: string) =>
      (await bytesOf(await client.fetch(path(1, `sheet?format=${format}`)))).toString();
    expect(await text('cue')).toContain(`CATALOG ${UPC}`);
    expect(await text('text')).toContain('Master ID: NR001');
    expect(await text('wavelab')).toContain('#FOR EACH TRACK');
  });
});
