import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AudioContainer } from '../../audio-headers/containers.js';
import { useApp } from '../../testing/use-app.js';
import { addMaster, aiffOf, type Master, noise, waveOf } from '../ddp/discs.testing.js';
import type { SidesView } from './sides.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

const RATE = 96_000;
/** Of different lengths; one is not a whole number of CD frames. */
const SOUNDS = [noise(RATE * 2, 1), noise(RATE + 11, 2), noise(RATE * 3, 3)];
const TITLES = ['Ember', 'Ash', 'Coal'];

let masters: Master[];

async function add(
  title: string,
  file: Buffer,
  side: string,
  gapFrames: number | null,
  container: AudioContainer = 'wav',
) {
  const master = await addMaster(app, own.project.id, title, file, container, 'vinyl_master');
  await app.database.query('INSERT INTO album_tracks (track_id, gap_frames, side) VALUES ($1, $2, $3)', [
    master.trackId,
    gapFrames,
    side,
  ]);
  return master;
}

/** Approves as the client. */
const approve = ({ fileId }: Master) =>
  app.database.query(
    `INSERT INTO approvals (file_id, user_id, verdict, note, sha256)
     SELECT files.id, $2, 'approved', '', sha256 FROM files JOIN audio ON audio.id = audio_id WHERE files.id = $1`,
    [fileId, own.client.id],
  );
const path = 'sides';
const list = async (caller = engineer): Promise<SidesView> =>
  (await caller.get(`/api/projects/${own.project.id}/${path}`)).data;
const fetchSide = (name: string, version: string, headers: Record<string, string> = {}, caller = engineer) =>
  caller.fetch(`/api/projects/${own.project.id}/${path}/${name}/${version}/file`, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

beforeEach(async () => {
  masters = [];
  for (const [at, sound] of SOUNDS.entries()) {
    masters.push(await add(TITLES[at]!, waveOf(sound, { rate: RATE }), at < 2 ? 'A' : 'B', at === 1 ? 150 : null));
  }
  await engineer.put(`/api/projects/${own.project.id}/metadata`, {
    release: { album: 'Nächte', catalogueNumber: 'NR 001' },
  });
  for (const master of masters) await approve(master);
});

describe('a side made of the vinyl masters', () => {
  it('holds every sample of them with the gaps of the album between, in any range', async () => {
    const { sides, can } = await list();
    expect(can.download).toBe(true);
    expect(sides.map(({ name, refusals, made }) => [name, refusals, made?.fileName])).toEqual([
      ['A', [], 'NR001_A_96000Hz_16bit.wav'],
      ['B', [], 'NR001_B_96000Hz_16bit.wav'],
    ]);
    const side = sides[0]!;
    const whole = await bytesOf(await fetchSide('A', side.made!.version));
    // 150 frames are two seconds.
    const samples = Buffer.concat([SOUNDS[0]!, Buffer.alloc(RATE * 2 * 4), SOUNDS[1]!]);
    expect(whole.length).toBe(side.made!.sizeBytes);
    expect(whole.subarray(44).equals(samples)).toBe(true);
    expect([whole.readUInt32LE(24), whole.readUInt16LE(34), whole.readUInt32LE(40)]).toEqual([
      RATE,
      16,
      samples.length,
    ]);
    for (let n = 0; n < 20; n += 1) {
      const start = Math.floor(Math.random() * whole.length);
      const end = start + Math.floor(Math.random() * (whole.length - start));
      const part = await fetchSide('A', side.made!.version, { range: `bytes=${start}-${end}` });
      expect(part.status).toBe(206);
      expect((await bytesOf(part)).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const known = await fetchSide('A', side.made!.version, { 'if-none-match': `"${side.made!.version}"` });
    expect(known.status).toBe(304);
  });

  it('comes with a cue sheet', async () => {
    const sheet = await engineer.fetch(`/api/projects/${own.project.id}/${path}/A/cue`);
    const text = await sheet.text();
    expect(text).toContain('A1: 00:00.00 - 00:02.00  Ember');
    expect(text).toContain('A2: 00:04.00 - 00:05.00  Ash');
  });

  it('is not made of masters that differ, are missing, not approved, or not WAV', async () => {
    await add('Slow', waveOf(noise(1000, 4), { rate: 48_000 }), 'A', null).then(approve);
    await add('Apple', aiffOf(noise(1000, 5)), 'B', null, 'aiff').then(approve);
    await add('Rough', waveOf(Buffer.alloc(1000, 0x80), { rate: RATE, bits: 8 }), 'C', null).then(approve);
    await add('Late', waveOf(noise(1000, 6), { rate: RATE }), 'C', null);
    const { sides } = await list();
    expect(sides.map(({ made, refusals }) => [made, refusals])).toEqual([
      [null, ['Slow.wav is 16-bit/48 kHz and Ember.wav 16-bit/96 kHz; a side has one format.']],
      [null, ['Apple.aiff is AIFF. A side is made of the samples of WAV files.']],
      [null, ['Rough.wav has 8 bit. A side needs at least 16.', 'The client has not approved Late.wav yet.']],
    ]);
  });

  it('is another one after a change of the album, and the old one is gone', async () => {
    const [{ made: before } = { made: null }] = (await list()).sides;
    await app.database.query('UPDATE album_tracks SET gap_frames = 75 WHERE track_id = $1', [masters[1]!.trackId]);
    expect((await list()).sides[0]!.made!.version).not.toBe(before!.version);
    expect((await fetchSide('A', before!.version)).status).toBe(410);
  });

  it('is marked as out of date, as is its cue sheet, once the album has changed', async () => {
    const copies = async () => (await list()).copies.map(({ kind, part, isOutdated }) => [kind, part, isOutdated]);
    await bytesOf(await fetchSide('B', (await list()).sides[1]!.made!.version));
    await engineer.fetch(`/api/projects/${own.project.id}/${path}/A/cue`);
    expect(await copies()).toEqual([
      ['side', 'B', false],
      ['side_cue', 'A', false],
    ]);
    await app.database.query('UPDATE album_tracks SET gap_frames = 75 WHERE track_id = $1', [masters[1]!.trackId]);
    expect(await copies()).toEqual([
      ['side', 'B', false],
      ['side_cue', 'A', true],
    ]);
    await app.database.query(`UPDATE album_tracks SET side = 'A' WHERE track_id = $1`, [masters[2]!.trackId]);
    expect((await copies())[0]).toEqual(['side', 'B', true]);
  });

  it('is locked for the client until the payment', async () => {
    await app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);
    const { sides, can } = await list(client);
    expect(can.download).toBe(false);
    expect((await fetchSide('A', sides[0]!.made!.version, {}, client)).status).toBe(402);
    expect((await fetchSide('A', sides[0]!.made!.version)).status).toBe(200);
  });
});
