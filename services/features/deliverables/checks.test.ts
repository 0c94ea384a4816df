import { beforeEach, describe, expect, it } from '@jest/globals';
import { synthesise } from '../../platform/audio/synth.js';
import { admFile } from '../../testing/audio/adm.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { waveOf } from '../ddp/discs.testing.js';
import type { DeliverableCheckView } from './checks.schema.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: { title: 'Night Songs' } });

const RATE = 44_100;
const silence = (seconds: number) => Buffer.alloc(seconds * RATE * 4);
function song(seed: number, seconds = 10): Buffer {
  const settings = {
    kind: 'music',
    sampleRateHz: RATE,
    channels: 2,
    durationS: seconds,
    seed,
    frequencyHz: 0,
  } as const;
  const [left, right] = synthesise(settings);
  const sound = silence(seconds);
  for (let frame = 0; frame < sound.length / 4; frame += 1) {
    sound.writeInt16LE(Math.round(left![frame]! * 8000), frame * 4);
    sound.writeInt16LE(Math.round(right![frame]! * 8000), frame * 4 + 2);
  }
  return sound;
}
const songs = [song(1), song(2), song(3)];
const trackIds: string[] = [];

beforeEach(async () => {
  trackIds.length = 0;
  for (const [index, title] of ['Ember', 'Ash', 'Coal'].entries()) {
    const { data } = await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: index + 1, title });
    trackIds.push(data.track.id);
  }
});

async function findings(fileId: string): Promise<DeliverableCheckView | undefined> {
  await drain(app.database);
  const { data } = await engineer.get(`${stage.path}/deliverable-checks`);
  return data.checks.find((check: DeliverableCheckView) => check.fileId === fileId);
}

async function side(content: Buffer, name = 'take.wav', rate = RATE): Promise<string> {
  const { id } = await stage.drop(name, waveOf(content, { rate }));
  await engineer.put(`${stage.path}/files/${id}/deliverable`, { deliverable: { kind: 'vinyl_side', side: 'A' } });
  return id;
}

const textsOf = (check: DeliverableCheckView | undefined) => check?.findings.map(({ text }) => text) ?? [];

const arrange = () =>
  app.database.query(
    `INSERT INTO album_tracks (track_id, gap_frames, side) SELECT id, 150, 'A' FROM unnest($1::uuid[]) id`,
    [trackIds],
  );

async function addMasters(): Promise<void> {
  for (const [index, sound] of songs.entries()) {
    const { id: master } = await stage.drop(`0${index + 1}.wav`, waveOf(sound, { rate: RATE }));
    await stage.assign(master, trackIds[index]!);
  }
}

it('finds the tracks on an uploaded side when their masters come later, and compares order and gaps', async () => {
  const id = await side(Buffer.concat([songs[1]!, silence(4), songs[0]!]));
  expect(textsOf(await findings(id))).toContain(
    'Its tracks were not looked for: no track has an analysed master of at least 7 s yet.',
  );
  await addMasters();
  const unarranged = textsOf(await findings(id));
  expect(unarranged).toContain('The album has no side A yet, so that order and gaps were not compared.');
  await arrange();
  const check = await findings(id);
  expect(textsOf(check)).toEqual(['Not found on it: Coal.', 'In another order than the album: Ash, Ember.']);
  expect(check?.tracks.map(({ title, startS }) => [title, Math.round(startS)])).toEqual([
    ['Ash', 0],
    ['Ember', 14],
  ]);
  const straight = await side(Buffer.concat([songs[0]!, silence(4), songs[1]!, silence(2), songs[2]!]), 'other.wav');
  expect(textsOf(await findings(straight))).toEqual(['The gap before Ash is 4.0 s; the album has 2.0 s.']);
});

it('lists uploaded sides with cue sheets, staged ones for the engineer alone', async () => {
  await addMasters();
  await arrange();
  const id = await side(Buffer.concat([songs[0]!, silence(2), songs[1]!, silence(2), songs[2]!]), 'NL001_SideA.wav');
  await drain(app.database);
  const path = `/api/projects/${own.project.id}/sides`;
  const [staged] = (await engineer.get(path)).data.uploaded;
  expect(staged).toMatchObject({ fileId: id, isStaged: true, side: 'A', fileName: 'NL001_SideA.wav', findings: [] });
  expect((await client.get(path)).data.uploaded).toEqual([]);
  expect((await client.get(`${path}/uploaded/${id}/cue`)).status).toBe(409);
  const { data } = await stage.release([id]);
  const [released] = (await client.get(path)).data.uploaded;
  expect(released).toMatchObject({ fileId: data.files[0].id, isStaged: false, tracks: staged.tracks });
  const sheet = await client.fetch(`${path}/uploaded/${released.fileId}/cue`);
  expect(sheet.headers.get('content-disposition')).toContain('NL001_SideA cue sheet.txt');
  const lines = (await sheet.text()).split('\r\n');
  expect(lines.slice(0, 3)).toEqual(['Night Songs, side A', 'NL001_SideA.wav', '12″ at 33⅓, total 00:34.00']);
  expect(lines.filter((line) => /^A\d: /.test(line)).map((line) => line.replaceAll(/\.\d\d/g, ''))).toEqual([
    'A1: 00:00 - 00:10  Ember',
    expect.stringMatching(/^A2: 00:1[12] - 00:2[12] {2}Ash$/),
    expect.stringMatching(/^A3: 00:2[34] - 00:3[34] {2}Coal$/),
  ]);
});

it('reports a side that is too long for its format', async () => {
  await app.database.query(`INSERT INTO albums (project_id, vinyl_format) VALUES ($1, '7-45')`, [own.project.id]);
  const id = await side(Buffer.alloc(400 * 8000 * 4), 'long.wav', 8000);
  expect(textsOf(await findings(id))).toContain('It is 6:40 long; a side of 7″ at 45 takes at most 6:00.');
});

it('reports wide bass and loud sibilance of a side, and neither of a quiet mono one', async () => {
  const tone = (hertz: number, right: number) => {
    const sound = silence(6);
    for (let frame = 0; frame < 6 * RATE; frame += 1) {
      const value = Math.round(16_000 * Math.sin((2 * Math.PI * hertz * frame) / RATE));
      sound.writeInt16LE(value, frame * 4);
      sound.writeInt16LE(value * right, frame * 4 + 2);
    }
    return sound;
  };
  const wide = textsOf(await findings(await side(tone(60, -1), 'wide.wav')));
  const hiss = textsOf(await findings(await side(tone(7000, 1), 'hiss.wav')));
  const mono = textsOf(await findings(await side(tone(60, 1), 'mono.wav')));
  const concerns = (texts: string[]) =>
    texts.filter((text) => /bass|sibilance/.test(text)).map((text) => text.slice(0, 9));
  expect([wide, hiss, mono].map(concerns)).toEqual([['Wide bass'], ['Loud sibi'], []]);
});

describe('a Dolby Atmos master', () => {
  const atmos = (content: Buffer) => stage.drop('Ember_ATMOS.wav', content);

  it('is checked, and its loudness is labelled as that of the bed', async () => {
    const file = await atmos(admFile({ seconds: 2, bed: 10, objects: 0 }));
    expect(file.deliverable?.kind).toBe('atmos');
    const check = await findings(file.id);
    expect(check?.facts).toBe('24/48 · 10 channels: 10 of the bed, 0 objects');
    const texts = textsOf(check);
    expect(texts).toContain('It has no objects, only a bed.');
    expect(texts.some((text) => text.includes('its bed (10 channels, without objects)'))).toBe(true);
  });

  it('is compared with the stereo master, and its binaural rendering is measured instead of the bed', async () => {
    await addMasters();
    const rendering = await stage.drop('Ember_Binaural.wav', waveOf(song(4), { rate: RATE }));
    expect(rendering.deliverable).toMatchObject({ kind: 'binaural', trackId: trackIds[0] });
    const file = await atmos(admFile({ seconds: 11, bed: 6, objects: 2 }));
    const texts = textsOf(await findings(file.id));
    expect(texts).toContain('It is 1.00 s longer than the stereo master.');
    expect(texts.filter((text) => text.includes('measured on the binaural rendering Ember_Binaural.wav'))).not.toEqual(
      [],
    );
    expect(texts.some((text) => text.includes('its bed'))).toBe(false);
  });

  it('keeps its checks when it is released', async () => {
    await addMasters();
    const file = await atmos(admFile({ seconds: 11, bed: 6, objects: 2 }));
    const before = await findings(file.id);
    expect(before).toMatchObject({ isStaged: true });
    const { data } = await stage.release([file.id]);
    const after = await findings(data.files[0].id);
    expect(after).toEqual({ ...before, fileId: data.files[0].id, isStaged: false });
  });

  it('of 128 channels is read to its end', async () => {
    const file = await atmos(admFile({ seconds: 1, bed: 10, objects: 118 }));
    const check = await findings(file.id);
    expect(check?.facts).toBe('24/48 · 128 channels: 10 of the bed, 118 objects');
    expect(check?.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('that was cut off, or is not an ADM file, reports it', async () => {
    const whole = admFile({ seconds: 2, bed: 10, objects: 2 });
    const cut = await findings((await atmos(whole.subarray(0, whole.length / 2))).id);
    expect(textsOf(cut)).toContain('Its data chunk has less than it says. Please export it again.');
    const { id } = await stage.drop('stereo.wav', waveOf(songs[0]!, { rate: RATE }));
    await engineer.put(`${stage.path}/files/${id}/deliverable`, { deliverable: { kind: 'atmos' } });
    expect(textsOf(await findings(id))).toEqual(['It has no chna chunk, so it is not an ADM BWF.']);
  });
});

it('is only for the engineer', async () => {
  expect((await client.get(`${stage.path}/deliverable-checks`)).status).toBe(403);
});
