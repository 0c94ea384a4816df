import { beforeEach, expect, it } from '@jest/globals';
import { admFile } from '../../testing/audio/adm.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { noise, waveOf } from '../ddp/discs.testing.js';
import type { DeliverableCheckView } from './checks.schema.js';

const { app, own, engineer, client, stage } = useApp({ worker: true, project: { title: 'Night Songs' } });

const RATE = 44_100;
const silence = (seconds: number) => Buffer.alloc(seconds * RATE * 4);
/** Noise whose level changes every half second in its own way, so that fingerprints differ. */
function song(seed: number, seconds = 10): Buffer {
  const sound = noise(RATE * seconds, seed);
  for (let at = 0; at < sound.length; at += 2) {
    const step = Math.floor(at / (RATE * 2));
    sound.writeInt16LE(Math.round(sound.readInt16LE(at) * (((step * 7919 * seed) % 97) / 100)), at);
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
  return data.checks.find((check: DeliverableCheckView) => check.stagingFileId === fileId);
}

async function side(content: Buffer, name = 'take.wav'): Promise<string> {
  const { id } = await stage.drop(name, waveOf(content, { rate: RATE }));
  await engineer.put(`${stage.path}/files/${id}/deliverable`, { deliverable: { kind: 'vinyl_side', side: 'A' } });
  return id;
}

const textsOf = (check: DeliverableCheckView | undefined) => check?.findings.map(({ text }) => text) ?? [];

it('finds the tracks on an uploaded side when their masters come later, and compares order and gaps', async () => {
  await app.database.query(
    `INSERT INTO album_tracks (track_id, gap_frames, side) SELECT id, 150, 'A' FROM unnest($1::uuid[]) id`,
    [trackIds],
  );
  const id = await side(Buffer.concat([songs[1]!, silence(4), songs[0]!]));
  expect(textsOf(await findings(id))).toContain('None of the tracks was found on it.');
  for (const [index, sound] of songs.entries()) {
    const { id: master } = await stage.drop(`0${index + 1}.wav`, waveOf(sound, { rate: RATE }));
    await stage.assign(master, trackIds[index]!);
  }
  expect(textsOf(await findings(id))).toEqual(
    expect.arrayContaining([
      'Not found on it: Coal.',
      'In another order than the album: Ash, Ember.',
      'Found on it: Ash 0:00, Ember 0:14.',
    ]),
  );
  const straight = await side(Buffer.concat([songs[0]!, silence(4), songs[1]!, silence(2), songs[2]!]), 'other.wav');
  const texts = textsOf(await findings(straight));
  expect(texts).toEqual(['The gap before Ash is 4.0 s; the album has 2.0 s.', expect.stringContaining('Found on it')]);
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

it('checks a Dolby Atmos master, and labels its loudness as that of the bed', async () => {
  const file = await stage.drop('Ember_ATMOS.wav', admFile({ seconds: 2, bed: 10, objects: 0 }));
  expect(file.deliverable?.kind).toBe('atmos');
  const check = await findings(file.id);
  expect(check?.facts).toBe('24/48 · 10 channels: 10 bed channels, 0 objects');
  const texts = textsOf(check);
  expect(texts).toContain('It has no objects; the bed is all there is.');
  expect(texts.some((text) => text.includes('its bed (10 channels, without objects)'))).toBe(true);
});

it('is the engineer’s alone', async () => {
  expect((await client.get(`${stage.path}/deliverable-checks`)).status).toBe(403);
});
