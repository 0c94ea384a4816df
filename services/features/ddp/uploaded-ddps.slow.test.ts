import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildDdp, type Folder, pqPacket, styles } from '../../ddp/built.testing.js';
import { layOutDisc } from '../../ddp/layout.js';
import { layOutZip } from '../../platform/zip/layout.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { OrdersView } from '../quotes/orders.schema.js';
import type { UploadedDdpView } from './ddp.schema.js';
import { wantDdpCheck } from './ddp-reports.writes.js';
import { addMaster, type Master, noise, waveOf } from './discs.testing.js';

const { app, own, engineer, client, stage } = useApp({
  worker: true,
  project: { title: 'Night Songs', status: 'paid' },
});

const SOUNDS = [noise(588 * 400, 1), noise(588 * 350, 2)];
const TITLES = ['Ember', 'Ash'];
const ISRCS = ['GBABC2600001', 'GBABC2600002'];
const LAYOUT = layOutDisc(
  SOUNDS.map((sound, at) => ({
    title: TITLES[at]!,
    performer: '',
    composer: '',
    isrc: ISRCS[at]!,
    gapFrames: 150,
    samples: sound.length / 4,
  })),
);
const UPC = '5012345678900';

let masters: Master[];
let path: string;

beforeEach(async () => {
  masters = [];
  for (const [at, sound] of SOUNDS.entries()) {
    masters.push(await addMaster(app, own.project.id, TITLES[at]!, waveOf(sound)));
  }
  path = `/api/projects/${own.project.id}/ddps`;
  await engineer.put(`/api/projects/${own.project.id}/metadata`, {
    release: { upc: UPC },
    tracks: masters.map(({ trackId }, at) => ({ trackId, isrc: ISRCS[at] })),
  });
});

afterEach(() => void jest.restoreAllMocks());

const time = (frames: number) =>
  [Math.floor(frames / 4500), Math.floor(frames / 75) % 60, frames % 75]
    .map((part) => String(part).padStart(2, '0'))
    .join('');

interface DiscChange {
  /** Samples by which all sound is moved. */
  shift?: number;
  /** Frames that are added before track 1 and at the end. */
  before?: number;
  after?: number;
  add?: (image: Buffer) => unknown;
}

/** A DDP of another program with these sounds at the places of the project's tracks. */
function ddpOf(sounds: Buffer[], { shift = 0, before = 0, after = 0, add }: DiscChange = {}): Folder {
  const at = (frames: number) => time(frames + before);
  const frames = LAYOUT.frames + before + after;
  const image = Buffer.alloc(frames * 2352);
  for (const [at, { start }] of LAYOUT.tracks.entries()) sounds[at]!.copy(image, (start + before) * 2352 + shift * 4);
  add?.(image);
  const packets = [
    { track: '00', index: '00', time: time(0), upc: UPC },
    ...LAYOUT.tracks.flatMap(({ pause, start }, index) => {
      const track = `0${index + 1}`;
      return [
        { track, index: '00', time: index === 0 ? time(0) : at(pause!), isrc: ISRCS[index]! },
        { track, index: '01', time: at(start) },
      ];
    }),
    { track: 'AA', index: '01', time: time(frames) },
  ];
  const folder = buildDdp({ checksums: {} }, { packets, frames });
  folder['IMAGE.DAT'] = image;
  folder['CHECKSUM.MD5'] = Buffer.from(styles.cue2ddp.checksums['CHECKSUM.MD5']!(folder));
  return folder;
}

function zipOf(folder: Folder): Buffer {
  const modifiedAt = new Date('2026-11-20T00:00:00Z');
  const entries = Object.entries(folder).map(([name, bytes]) => ({
    name,
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
    modifiedAt,
    source: bytes,
  }));
  return Buffer.concat(layOutZip(entries).pieces.map(({ bytes, source }) => bytes ?? source));
}

/** An archive with deflated files, as most programs make it. */
function deflatedZipOf(folder: Folder): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(folder)) {
    const body = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), body]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const headers = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(headers.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, headers, end]);
}

/** Changes the headers of all files of an archive; a header begins at `at` with its flags. */
function withHeaders(archive: Buffer, change: (bytes: Buffer, at: number) => void): Buffer {
  const bytes = Buffer.from(archive);
  for (const [mark, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 4)) change(bytes, at + flags);
  }
  return bytes;
}
const encrypted = (archive: Buffer) =>
  withHeaders(archive, (bytes, at) => bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at));
/** The file of 1 MB says that it is one of 2 GB. */
const claiming2GB = (archive: Buffer) =>
  withHeaders(archive, (bytes, at) => {
    if (bytes.readUInt32LE(at + 16) === 1 << 20) bytes.writeUInt32LE(2 ** 31, at + 16);
  });

async function upload(archive: Buffer, given: { staged?: boolean } = {}): Promise<string> {
  const audio = await build(app).audio({ sizeBytes: archive.length, contentType: 'application/zip', state: 'done' });
  await app.platform.storage.put(audio.objectKey, archive, { contentType: 'application/zip' });
  const file = { projectId: own.project.id, audioId: audio.id, originalName: 'DDP.zip', fileName: 'DDP.zip' };
  const deliverable = { kind: 'ddp' as const, title: '', side: null };
  await (given.staged ? build(app).stagingFile(file) : build(app).file({ ...file, deliverable, slotType: null }));
  await app.database.transaction((tx) => wantDdpCheck(tx, own.project.id, audio.id));
  return audio.id;
}

async function reported(audioId: string): Promise<UploadedDdpView> {
  const found = async () =>
    ((await engineer.get(path)).data.ddps as UploadedDdpView[]).find((each) => each.audioId === audioId)!;
  await until('the report', async () => (await found()).state === 'done');
  return found();
}
const reportOf = async (archive: Buffer) => (await reported(await upload(archive))).report!;
const codes = ({ findings }: { findings: { level: string; code: string }[] }) =>
  findings.map(({ level, code }) => `${level} ${code}`);
const changed = (at: number, change: (bytes: Buffer) => Buffer) =>
  SOUNDS.map((sound, index) => (index === at ? change(Buffer.from(sound)) : sound));

async function replaceMaster(at: number, sound: Buffer): Promise<void> {
  const { fileId } = await addMaster(app, own.project.id, 'Elsewhere', waveOf(sound));
  await app.database.query('UPDATE slots SET file_id = NULL WHERE file_id = $1', [fileId]);
  await app.database.query(`DELETE FROM tracks WHERE title = 'Elsewhere'`);
  await app.database.query('UPDATE slots SET file_id = $2 WHERE file_id = $1', [masters[at]!.fileId, fileId]);
}

const SECOND = 44_100 * 4;

describe('an uploaded DDP', () => {
  it('that holds the released masters says so', async () => {
    const report = await reportOf(zipOf(ddpOf(SOUNDS)));
    expect(codes(report)).toEqual(['note no_cdtext']);
    expect(report).toMatchObject({
      refusal: null,
      verdict: 'same',
      isApproved: false,
      isOutdated: false,
      isPlayable: true,
    });
    expect(
      report.tracks.map(({ compared }) => [compared?.fileName, compared?.isSame, compared?.offsetSamples]),
    ).toEqual([
      ['Ember.wav', true, 0],
      ['Ash.wav', true, 0],
    ]);
  });

  it('whose sound was shifted as a whole still matches them', async () => {
    const report = await reportOf(zipOf(ddpOf(SOUNDS, { shift: -100 })));
    expect(report.verdict).toBe('same');
    expect(codes(report)).toContain('note moved');
  });

  it.each([
    [100, 'Index 01 of 2 tracks is 100 samples before the music: PQ offsets.'],
    [15 * 588, 'Index 01 of 2 tracks is 15 frames before the music: PQ offsets.'],
  ])(
    'whose indexes are %d samples before the music has one note, and the gaps that are heard',
    async (shift, message) => {
      const report = await reportOf(zipOf(ddpOf(SOUNDS, { shift, after: 20 })));
      expect(report.verdict).toBe('same');
      const offsets = report.findings.filter(({ code }) => code !== 'cdtext_latin' && code !== 'no_cdtext');
      expect(offsets.map(({ level, message }) => [level, message])).toEqual([['note', message]]);
    },
  );

  it('whose music begins more than half a second after its index warns of it', async () => {
    const report = await reportOf(zipOf(ddpOf(SOUNDS, { shift: 0.6 * 44_100, after: 100 })));
    expect(codes(report)).toContain('warning late_music');
  });

  it('that differs reports the first difference and how much differs', async () => {
    const other = changed(1, (bytes) => {
      for (let at = 44_100 * 4 * 2; at < bytes.length / 2 + 44_100 * 4; at += 4) bytes.writeUInt8(bytes[at]! ^ 1, at);
      return bytes;
    });
    const report = await reportOf(zipOf(ddpOf(other)));
    expect(report.verdict).toBe('different');
    const { compared } = report.tracks[1]!;
    expect(compared).toMatchObject({ isSame: false, firstS: 2 });
    expect(compared!.differs).toBeCloseTo((bytesOf(1) / 2 + 44_100 * 4 - 44_100 * 8) / bytesOf(1), 3);
    expect(report.findings[0]!.message).toMatch(
      /^Track 2 differs from Ash.wav: \d+\.\d\d % of the samples, first at 0:02/,
    );
  });

  it('with its tracks in another order names the master of each', async () => {
    const swapped = [SOUNDS[1]!.subarray(0, SOUNDS[1]!.length), SOUNDS[0]!.subarray(0, SOUNDS[1]!.length)];
    const messages = (await reportOf(zipOf(ddpOf(swapped)))).findings.map(({ message }) => message);
    expect(messages).toContain('Track 1 holds the master of “Ash”.');
    expect(messages).toContain('Track 2 holds the master of “Ember”.');
  });

  it('is played from byte ranges, also when it was compressed', async () => {
    const folder = ddpOf(SOUNDS.map((sound) => Buffer.from(sound).fill(7)));
    for (const archive of [
      zipOf(folder),
      deflatedZipOf({ ...folder, 'IMAGE.DAT': mostlyNoise(folder['IMAGE.DAT']!) }),
    ]) {
      const audioId = await upload(archive);
      await reported(audioId);
      const range = `bytes=${200 * 2352}-${200 * 2352 + 999}`;
      const part = await client.fetch(`${path}/${audioId}/image`, { headers: { range } });
      expect(part.status).toBe(206);
      const bytes = Buffer.from(await part.arrayBuffer());
      expect(bytes.length).toBe(1000);
      expect(bytes.includes(7)).toBe(true);
    }
    const [{ bytes }] = (await app.database.query<{ bytes: number }>(
      `SELECT sum(lossless_bytes)::float8 AS bytes FROM audio WHERE lossless_key IS NOT NULL`,
    )) as [{ bytes: number }];
    expect(bytes).toBe(LAYOUT.frames * 2352);
  });

  it.each([
    [
      'on the disk',
      'left to store its unpacked image. Then',
      () => jest.spyOn(app.platform.storage, 'room').mockResolvedValue(99),
    ],
    [
      'in its project',
      'for its unpacked image: a project holds',
      () => jest.replaceProperty(app.config, 'maxProjectBytes', 99),
    ],
  ])('is not unpacked without room %s, and read once there is some', async (_, text, limit) => {
    const folder = ddpOf(SOUNDS);
    folder['IMAGE.DAT'] = mostlyNoise(folder['IMAGE.DAT']!);
    const put = jest.spyOn(app.platform.storage, 'put');
    const unpackings = () => put.mock.calls.filter(([key]) => key.startsWith('derived/')).length;
    const limited = limit();
    const audioId = await upload(deflatedZipOf(folder));
    expect((await reported(audioId)).report).toMatchObject({
      refusal: expect.stringContaining(`There is no room ${text}`),
      isPlayable: false,
    });
    expect(unpackings()).toBe(0);
    if ('mockRestore' in limited) limited.mockRestore();
    else limited.restore();
    const stored = async () => {
      const [row] = await app.database.query<{ bytes: number }>(
        'SELECT lossless_bytes::float8 AS bytes FROM audio WHERE id = $1',
        [audioId],
      );
      return row!.bytes;
    };
    expect(await stored()).toBeNull();
    // The second time it is read where it is.
    for (let round = 0; round < 2; round += 1) {
      await engineer.post(`${path}/${audioId}/check`);
      expect((await reported(audioId)).report).toMatchObject({ refusal: null, isPlayable: true });
      expect(await stored()).toBe(folder['IMAGE.DAT'].length);
    }
    expect(unpackings()).toBe(1);
  });

  it('is read and unpacked again when it is restored from the trash', async () => {
    const folder = ddpOf(SOUNDS);
    folder['IMAGE.DAT'] = mostlyNoise(folder['IMAGE.DAT']!);
    const audioId = await upload(deflatedZipOf(folder));
    await reported(audioId);
    const [{ id: fileId }] = (await app.database.query<{ id: string }>('SELECT id FROM files WHERE audio_id = $1', [
      audioId,
    ])) as [{ id: string }];
    expect((await engineer.delete(`/api/files/${fileId}`)).status).toBe(200);
    await drain(app.database);
    expect((await engineer.get(path)).data.ddps).toEqual([]);
    const [item] = (await engineer.get('/api/trash')).data;
    expect((await engineer.post(`/api/trash/${item.id}/restore`)).status).toBe(200);
    await drain(app.database);
    expect((await reported(audioId)).report).toMatchObject({ isPlayable: true });
    const image = await client.fetch(`${path}/${audioId}/image`, { headers: { range: 'bytes=1000-1999' } });
    expect(image.status).toBe(206);
  });

  it('is compared again after a master has been replaced', async () => {
    const audioId = await upload(zipOf(ddpOf(SOUNDS)));
    await reported(audioId);
    await replaceMaster(0, noise(588 * 400, 5));
    expect((await reported(audioId)).report!.isOutdated).toBe(true);
    await engineer.post(`${path}/${audioId}/check`);
    const { report } = await reported(audioId);
    expect(report).toMatchObject({ isOutdated: false, verdict: 'different' });
    expect(report!.findings.map(({ message }) => message)).toContain('Track 1 holds the earlier version Ember.wav.');
    expect((await client.post(`${path}/${audioId}/check`)).status).toBe(403);
  });

  it('is out of date if a master is replaced while it is compared', async () => {
    const get = app.platform.storage.get.bind(app.platform.storage);
    let isReplaced = false;
    jest.spyOn(app.platform.storage, 'get').mockImplementation(async (key, range) => {
      if (key === masters[1]!.objectKey && !isReplaced) {
        isReplaced = true;
        await replaceMaster(0, noise(588 * 400, 5));
      }
      return get(key, range);
    });
    expect(await reportOf(zipOf(ddpOf(SOUNDS)))).toMatchObject({ isOutdated: true });
    expect(isReplaced).toBe(true);
  });

  it('with earlier versions from which the masters were cut holds those', async () => {
    await replaceMaster(0, SOUNDS[0]!.subarray(0, -2 * SECOND));
    await replaceMaster(1, SOUNDS[1]!.subarray(SECOND / 2));
    const report = await reportOf(zipOf(ddpOf(SOUNDS)));
    const messages = report.findings.map(({ message }) => message);
    expect(messages).toContain('Track 1 holds the earlier version Ember.wav.');
    expect(messages).toContain('Track 2 holds the earlier version Ash.wav.');
    expect(report.verdict).toBe('different');
    expect(report.tracks.map(({ compared }) => compared!.isSame)).toEqual([false, false]);
  });

  it('with sound that is in no version has more than the masters', async () => {
    await replaceMaster(0, SOUNDS[0]!.subarray(0, -2 * SECOND));
    const edited = changed(0, (bytes) => bytes.fill(3, bytes.length - SECOND));
    const report = await reported(await upload(zipOf(ddpOf(edited)), { staged: true }));
    expect(codes(report.report!)).toContain('warning extra_sound');
    expect(report.report).toMatchObject({ verdict: 'more' });
    expect(report.report!.tracks.map(({ compared }) => compared!.hasMoreSound)).toEqual([true, false]);
    const [check] = (await engineer.get(`${stage.path}/deliverable-checks`)).data.checks;
    expect(check.facts).toMatch(/ · not only the CD masters$/);
  });

  it.each<[string, string, number, DiscChange]>([
    [
      'eight seconds of noise in the gap before track 1',
      'in the gap before track 1 that is in no master: 8.0 s from 00:00:00 on, with a peak of 0.0 dBFS.',
      0,
      { before: 450, add: (image) => noise(588 * 600, 7).copy(image, 0) },
    ],
    [
      'noise in a pause',
      'in the gap before track 2 that is in no master: 13.3 ms from 00:08:00 on, with a peak of 0.0 dBFS.',
      600,
      { add: (image) => noise(588, 7).copy(image, 600 * 2352) },
    ],
    [
      'a click behind the last master',
      'in track 2 that is in no master: 1 sample from 00:15:24 on, with a peak of −30.1 dBFS.',
      1149,
      { after: 100, add: (image) => image.writeInt16LE(1024, image.length - 4) },
    ],
  ])('with %s is not identical, and says where it can be heard', async (_, message, frame, change) => {
    const { report } = await reported(await upload(zipOf(ddpOf(SOUNDS, change)), { staged: true }));
    expect(report!.verdict).toBe('more');
    expect(report!.tracks.map(({ compared }) => compared!.isSame)).toEqual([true, true]);
    const stray = report!.findings.find(({ code }) => code === 'extra_sound')!;
    expect(stray).toMatchObject({ level: 'warning', message: `There is sound ${message}`, frame });
    const [check] = (await engineer.get(`${stage.path}/deliverable-checks`)).data.checks;
    expect(check.facts).toMatch(/ · not only the CD masters$/);
    expect(check.findings).toContainEqual({ severity: 'warning', text: stray.message });
  });

  it('with music before its index has it cut', async () => {
    const report = await reportOf(zipOf(ddpOf(SOUNDS, { shift: -0.8 * 44_100 })));
    expect(report.verdict).toBe('more');
    expect(report.findings.map(({ message }) => message)).toContain(
      'The music of track 1 begins 800.0 ms before index 01. A player that goes to the track cuts that off.',
    );
    expect(report.tracks.map(({ compared }) => compared!.isCut)).toEqual([true, true]);
  });

  it('whose gap begins within the music has it cut', async () => {
    const folder = ddpOf(SOUNDS);
    const packets = folder.SD!;
    const early = LAYOUT.tracks[1]!.pause! - 80;
    for (let at = 0; at < packets.length; at += 64) {
      if (packets.toString('latin1', at + 4, at + 8) === '0200') packets.write(time(early), at + 10);
    }
    delete folder['CHECKSUM.MD5'];
    folder['CHECKSUM.MD5'] = Buffer.from(styles.cue2ddp.checksums['CHECKSUM.MD5']!(folder));
    const report = await reportOf(zipOf(folder));
    expect(report.verdict).toBe('more');
    expect(report.findings.find(({ code }) => code === 'early_gap')).toMatchObject({
      level: 'warning',
      message: 'The gap before track 2 begins 1.1 s before the music of track 1 ends.',
      frame: early,
    });
  });

  it('that goes on behind its last master warns of it', async () => {
    const report = await reportOf(zipOf(ddpOf(SOUNDS, { after: 75 * 60 })));
    expect(report.verdict).toBe('same');
    expect(report.findings.map(({ message }) => message)).toContain('The disc ends 60.0 s after its last master.');
  });

  it('whose tracks have a passage in common warns of it', async () => {
    await replaceMaster(1, SOUNDS[0]!.subarray(300 * 2352));
    const folder = ddpOf([SOUNDS[0]!, Buffer.alloc(0)]);
    const packets = folder.SD!;
    for (let at = 0; at < packets.length; at += 64) {
      const start = LAYOUT.tracks[0]!.start + 300;
      if (packets.toString('latin1', at + 4, at + 8) === '0200') packets.write(time(start - 1), at + 10);
      if (packets.toString('latin1', at + 4, at + 8) === '0201') packets.write(time(start), at + 10);
    }
    const report = await reportOf(zipOf(folder));
    expect(report.verdict).toBe('more');
    expect(report.findings.map(({ message }) => message)).toContain(
      'The masters of tracks 1 and 2 share 1.3 s of the disc, so that one of them is not played whole.',
    );
  });

  it('that was read before the project had tracks is out of date', async () => {
    await app.database.query('DELETE FROM tracks WHERE project_id = $1', [own.project.id]);
    const audioId = await upload(zipOf(ddpOf(SOUNDS)));
    expect((await reported(audioId)).report).toMatchObject({ disc: null, isOutdated: false });
    await addMaster(app, own.project.id, 'Late', waveOf(SOUNDS[0]!));
    expect((await reported(audioId)).report).toMatchObject({ isOutdated: true });
  });

  it('is approved as long as the client approves all its masters', async () => {
    const audioId = await upload(zipOf(ddpOf(SOUNDS)));
    const isApproved = async () => (await reported(audioId)).report!.isApproved;
    const judge = async (at: number, verdict: string, note = '') =>
      expect(await client.put(`/api/files/${masters[at]!.fileId}/approval`, { verdict, note })).toMatchObject({
        status: 200,
      });
    expect(await isApproved()).toBe(false);
    await judge(0, 'approved');
    expect(await isApproved()).toBe(false);
    await judge(1, 'approved');
    expect(await isApproved()).toBe(true);
    await judge(0, 'changes_requested', 'Too loud');
    expect(await isApproved()).toBe(false);
  });

  it('is out of date when it was compared by other rules', async () => {
    const audioId = await upload(zipOf(ddpOf(SOUNDS)), { staged: true });
    await reported(audioId);
    await app.database.query(`UPDATE ddp_reports SET report = report - 'rules' - 'verdict' WHERE audio_id = $1`, [
      audioId,
    ]);
    expect((await reported(audioId)).report).toMatchObject({ isOutdated: true, verdict: null });
  });

  it('with an error is identical in its sound alone', async () => {
    const broken = { ...ddpOf(SOUNDS), 'CHECKSUM.MD5': Buffer.from(`${'0'.repeat(32)} *IMAGE.DAT\r\n`) };
    const { report } = await reported(await upload(zipOf(broken), { staged: true }));
    expect(codes(report!)).toContain('error wrong_checksum');
    expect(report!.verdict).toBe('same');
    const [check] = (await engineer.get(`${stage.path}/deliverable-checks`)).data.checks;
    expect(check.facts).toMatch(/ · sound identical to the CD masters$/);
  });

  it('is out of date after the order of the album has changed', async () => {
    const audioId = await upload(zipOf(ddpOf(SOUNDS)), { staged: true });
    await reported(audioId);
    await app.database.query('UPDATE tracks SET track_number = 10 WHERE id = $1', [masters[0]!.trackId]);
    expect((await reported(audioId)).report!.isOutdated).toBe(true);
    const [check] = (await engineer.get(`${stage.path}/deliverable-checks`)).data.checks;
    expect(check.facts).not.toContain('identical');
    expect(check.findings[0]).toMatchObject({ severity: 'error', text: expect.stringContaining('has changed since') });
  });

  it('is out of date in orders and links after a gap or its metadata have changed', async () => {
    const line = { description: 'DDP', quantity: 1, unitCents: 1, ordered: 'ddp' as const, trackIds: [] };
    await build(app).quote({ projectId: own.project.id, status: 'accepted', isCurrent: false, lines: [line] });
    const audioId = await upload(zipOf(ddpOf(SOUNDS)));
    const { data: link } = await engineer.post<{ url: string }>('/api/share-links', {
      projectId: own.project.id,
      purpose: 'delivery',
      name: 'Plant',
    });
    const shown = async () => ({
      report: (await reported(audioId)).report!.isOutdated,
      missing: (await engineer.get<OrdersView>(`/api/orders/projects/${own.project.id}`)).data.missing,
      page: (await (await app.anonymous.fetch(new URL(link.url).pathname)).text()).match(
        /Out of date: |DDP.zip: out of date/g,
      ),
    });
    const current = { report: false, missing: [], page: null };
    const page = ['DDP.zip: out of date', 'Out of date: '];
    const outdated = { report: true, missing: ['DDP image (out of date)'], page };
    await reported(audioId);
    expect(await shown()).toEqual(current);

    await app.database.query('INSERT INTO album_tracks (track_id, gap_frames) VALUES ($1, 7)', [masters[1]!.trackId]);
    expect(await shown()).toEqual(outdated);
    await engineer.post(`${path}/${audioId}/check`);
    expect(await shown()).toEqual(current);
    expect(codes((await reported(audioId)).report!)).toContain('warning gap_unlike_album');

    await engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { catalogueNumber: 'NL002' } });
    expect(await shown()).toEqual(outdated);
  });

  it('is among the checks of deliverables, with its errors, while it is staged and when it is released', async () => {
    const checksOf = async () => (await engineer.get(`${stage.path}/deliverable-checks`)).data.checks;
    await reported(await upload(zipOf(ddpOf(SOUNDS)), { staged: true }));
    expect(await checksOf()).toMatchObject([
      { isStaged: true, facts: expect.stringMatching(/^2 tracks · \S+ · identical to the CD masters$/), tracks: [] },
    ]);
    await reported(await upload(zipOf(ddpOf([SOUNDS[1]!, SOUNDS[0]!]))));
    const released = (await checksOf()).find(({ isStaged }: { isStaged: boolean }) => !isStaged);
    expect(released.findings).toContainEqual({
      severity: 'error',
      text: 'Track 1 holds the master of “Ash”.',
    });
    const { data } = await engineer.get<OrdersView>(`/api/orders/projects/${own.project.id}`);
    const ddp = data.album.find(({ kind }) => kind === 'ddp')!;
    expect(ddp.errors).toContain('DDP.zip: Track 1 holds the master of “Ash”.');
    expect(ddp).toMatchObject({ state: 'released' });
  });

  it('is only visible to the studio while it is staged', async () => {
    const audioId = await upload(zipOf(ddpOf(SOUNDS)), { staged: true });
    expect((await reported(audioId)).isReleased).toBe(false);
    expect((await client.get(path)).data.ddps).toEqual([]);
    expect((await client.get(`${path}/${audioId}/image`)).status).toBe(404);
  });

  it('is read as soon as it has arrived in staging', async () => {
    await stage.drop('NL001 DDP.zip', zipOf(ddpOf(SOUNDS)));
    const listed = async () => (await engineer.get(path)).data.ddps as UploadedDdpView[];
    await until('the report', async () => (await listed())[0]?.state === 'done');
    const [ddp] = await listed();
    expect(ddp).toMatchObject({ fileName: 'NL001 DDP.zip', isReleased: false, report: { verdict: 'same' } });
  });

  describe('in an archive of two discs', () => {
    const others = SOUNDS.map((sound, at) => noise(sound.length / 4, 8 + at));
    const prefixed = (folder: string, files: Folder): Folder =>
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/${name}`, bytes]));
    const two = (image: (bytes: Buffer) => Buffer = (bytes) => bytes): Folder => {
      const own = (sounds: Buffer[]): Folder => {
        const folder = ddpOf(sounds);
        return { ...folder, 'IMAGE.DAT': image(folder['IMAGE.DAT']!) };
      };
      return { ...prefixed('Disc 1', own(SOUNDS)), ...prefixed('Disc 2', own(others)) };
    };
    const reports = async (audioId: string) => {
      await reported(audioId);
      return ((await engineer.get(path)).data.ddps as UploadedDdpView[]).filter((each) => each.audioId === audioId);
    };

    beforeEach(async () => {
      for (const [at, title] of ['Coal', 'Dust'].entries()) {
        const { trackId } = await addMaster(app, own.project.id, title, waveOf(others[at]!));
        await app.database.query('INSERT INTO album_tracks (track_id, disc) VALUES ($1, 2)', [trackId]);
      }
    });

    it('is read for each of them, and each is a DDP of its own', async () => {
      const line = { description: 'DDP', quantity: 1, unitCents: 1, ordered: 'ddp' as const, trackIds: [] };
      await build(app).quote({ projectId: own.project.id, status: 'accepted', isCurrent: false, lines: [line] });
      const audioId = await upload(zipOf(two()));
      const found = await reports(audioId);
      expect(found.map(({ part, folder, report }) => [part, folder, report?.disc])).toEqual([
        [0, 'Disc 1', 1],
        [1, 'Disc 2', 2],
      ]);
      expect(found[0]!.report!.verdict).toBe('same');
      expect(found[1]!.report!.tracks.map(({ compared }) => compared?.fileName)).toEqual(['Coal.wav', 'Dust.wav']);
      expect(codes(found[1]!.report!)).toContain('warning several_ddps');
      const { data } = await engineer.get<OrdersView>(`/api/orders/projects/${own.project.id}`);
      expect(data.missing).toEqual([]);

      const sound = async (part: number) => {
        const headers = { range: `bytes=${LAYOUT.tracks[0]!.start * 2352}-${LAYOUT.tracks[0]!.start * 2352 + 99}` };
        return Buffer.from(
          await (await client.fetch(`${path}/${audioId}/image?part=${part}`, { headers })).arrayBuffer(),
        );
      };
      expect((await sound(0)).equals(SOUNDS[0]!.subarray(0, 100))).toBe(true);
      expect((await sound(1)).equals(others[0]!.subarray(0, 100))).toBe(true);
      expect((await client.get(`${path}/${audioId}/image?part=2`)).status).toBe(404);
    });

    it('is found by its sound alone, in folders of any order', async () => {
      const folder = { ...prefixed('A', ddpOf(others)), ...prefixed('B', ddpOf(SOUNDS)) };
      // The second disc has the lengths of the first one, and its codes by mistake.
      expect(others.map(({ length }) => length)).toEqual(SOUNDS.map(({ length }) => length));
      const found = await reports(await upload(zipOf(folder)));
      expect(found.map(({ folder: name, report }) => [name, report?.disc])).toEqual([
        ['A', 2],
        ['B', 1],
      ]);
    });

    it('is one of the two discs that are ordered, even when it is uploaded twice', async () => {
      const line = { description: 'DDP', quantity: 1, unitCents: 1, ordered: 'ddp' as const, trackIds: [] };
      await build(app).quote({ projectId: own.project.id, status: 'accepted', isCurrent: false, lines: [line] });
      const archive = zipOf(ddpOf(SOUNDS));
      await reported(await upload(archive));
      await reported(await upload(archive));
      const { data } = await engineer.get<OrdersView>(`/api/orders/projects/${own.project.id}`);
      expect(data.missing).toEqual(['DDP image (1 of 2 released)']);
    });

    it('has no part that is read for ever when there is no room for it after its restoration', async () => {
      const audioId = await upload(deflatedZipOf(two(mostlyNoise)));
      await reports(audioId);
      await app.database.query('UPDATE audio SET lossless_key = NULL, lossless_bytes = NULL WHERE id = $1', [audioId]);
      const limited = jest.spyOn(app.platform.storage, 'room').mockResolvedValue(99);
      await engineer.post(`${path}/${audioId}/check`);
      await drain(app.database);
      limited.mockRestore();
      const found = await reports(audioId);
      expect(found.map(({ part, state, report }) => [part, state, report?.refusal !== null])).toEqual([
        [0, 'done', true],
      ]);
    });

    it('can be compressed', async () => {
      const folder = two(mostlyNoise);
      const audioId = await upload(deflatedZipOf(folder));
      expect((await reports(audioId)).map(({ report }) => report!.isPlayable)).toEqual([true, true]);
      for (const [part, name] of ['Disc 1', 'Disc 2'].entries()) {
        const response = await client.fetch(`${path}/${audioId}/image?part=${part}`);
        expect(Buffer.from(await response.arrayBuffer()).equals(folder[`${name}/IMAGE.DAT`]!)).toBe(true);
      }
    });
  });

  it('is not played before payment', async () => {
    const audioId = await upload(zipOf(ddpOf(SOUNDS)));
    await reported(audioId);
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    expect((await client.get(`${path}/${audioId}/image`)).status).toBe(402);
    expect((await client.get(path)).data.can).toEqual({ play: false, check: false });
  });
});

const bytesOf = (at: number) => SOUNDS[at]!.length;

/** Sound that packs, but less than what counts as a bomb. */
const mostlyNoise = (image: Buffer): Buffer => {
  const bytes = Buffer.from(image);
  for (let at = 0; at < bytes.length; at += 16) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  return bytes;
};

describe('a faulty upload', () => {
  const whole = () => ddpOf(SOUNDS);
  const moved = (name: (path: string) => string): Folder =>
    Object.fromEntries(Object.entries(whole()).map(([key, bytes]) => [name(key), bytes]));
  const without = (name: string) => Object.fromEntries(Object.entries(whole()).filter(([key]) => key !== name));

  it.each<[string, string, () => Buffer]>([
    ['in a subfolder', 'warning nested', () => zipOf(moved((name) => `Night Songs/${name}`))],
    ['without its image', 'error missing_file', () => zipOf(without('IMAGE.DAT'))],
    ['with a shorter image', 'error wrong_size', () => zipOf({ ...whole(), 'IMAGE.DAT': Buffer.alloc(2352 * 300) })],
    [
      'with another checksum',
      'error wrong_checksum',
      () =>
        zipOf({
          ...whole(),
          SD: Buffer.concat([
            whole().SD!.subarray(64),
            pqPacket({ track: 'AA', index: '01', time: time(LAYOUT.frames) }),
          ]),
        }),
    ],
  ])('%s is read and its fault named', async (_, code, make) => {
    expect(codes(await reportOf(make()))).toContain(code);
  });

  it('with names in other letter cases is the same DDP', async () => {
    const report = await reportOf(zipOf(moved((name) => name.toLowerCase())));
    expect(report).toMatchObject({ verdict: 'same' });
    expect(codes(report).filter((code) => code.startsWith('error'))).toEqual([]);
  });

  it('with a file that is damaged in the archive says so', async () => {
    const archive = zipOf(whole());
    const at = archive.indexOf('VVVS');
    archive.write('VVVX', at);
    expect(codes(await reportOf(archive))).toEqual(
      expect.arrayContaining(['error zip_damaged', 'error wrong_checksum']),
    );
  });

  it('that is packed twice, holds no DDP, or is not an archive is refused with the reason', async () => {
    const inner = zipOf(whole());
    expect((await reportOf(zipOf({ 'DDP.zip': inner }))).refusal).toBe(
      'There is no DDP in this archive. It holds the archive DDP.zip: please upload that one.',
    );
    expect((await reportOf(zipOf({ 'notes.txt': Buffer.from('x') }))).refusal).toBe('There is no DDP in this archive.');
    expect((await reportOf(Buffer.alloc(1000))).refusal).toContain('not a complete ZIP');
  });

  it.each<[string, string, () => Buffer]>([
    ['with a path that leads out', 'leads out of the archive', () => zipOf({ '../DDPID': Buffer.from('x') })],
    ['that is encrypted', 'encrypted', () => encrypted(zipOf(whole()))],
    ['of which 1 kB is 1 MB of zeros', 'times as large', () => deflatedZipOf({ ...whole(), z: Buffer.alloc(1 << 20) })],
    [
      'with 2 GB of zeros',
      'times as large',
      () => claiming2GB(deflatedZipOf({ ...whole(), z: Buffer.alloc(1 << 20) })),
    ],
  ])('%s is refused with the reason', async (_, reason, archive) => {
    const { refusal, tracks, isPlayable } = await reportOf(archive());
    expect(refusal).toContain(reason);
    expect({ tracks, isPlayable }).toEqual({ tracks: [], isPlayable: false });
  });

  it('that is a bomb of zeros is refused without being unpacked', async () => {
    const { refusal } = await reportOf(deflatedZipOf({ ...whole(), 'IMAGE.DAT': Buffer.alloc(20 << 20) }));
    expect(refusal).toBeTruthy();
    expect(
      await app.database.query(
        `SELECT 1 FROM audio WHERE lossless_key IS NOT NULL AND content_type <> 'application/zip'`,
      ),
    ).toEqual([]);
  });
});
