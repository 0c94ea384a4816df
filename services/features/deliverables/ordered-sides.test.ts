import { beforeEach, describe, expect, it } from '@jest/globals';
import { synthesise } from '../../platform/audio/synth.js';
import { build } from '../../testing/build.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { waveOf } from '../ddp/discs.testing.js';
import type { OrdersView } from '../quotes/orders.schema.js';
import type { SidesView } from './sides.schema.js';

const RATE = 44_100;

/** Ten seconds of music. */
function song(seed: number): Buffer {
  const settings = { kind: 'music', sampleRateHz: RATE, channels: 2, durationS: 10, frequencyHz: 0, seed } as const;
  const [left, right] = synthesise(settings);
  const sound = Buffer.alloc(left!.length * 4);
  left!.forEach((value, frame) => {
    sound.writeInt16LE(Math.round(value * 8000), frame * 4);
    sound.writeInt16LE(Math.round(right![frame]! * 8000), frame * 4 + 2);
  });
  return sound;
}

const { app, own, engineer, client, stage } = useApp({
  worker: true,
  project: { title: 'Night Songs', status: 'paid' },
});

const SECONDS = 8;
const trackIds: string[] = [];

/** A tone that is heard from a second on; `right` is its level in the right channel. */
function tone(hertz: number, fromS: number, right = 1): Buffer {
  const sound = Buffer.alloc(SECONDS * RATE * 4);
  for (let frame = fromS * RATE; frame < SECONDS * RATE; frame += 1) {
    const value = Math.round(16_000 * Math.sin((2 * Math.PI * hertz * frame) / RATE));
    sound.writeInt16LE(value, frame * 4);
    sound.writeInt16LE(Math.round(value * right), frame * 4 + 2);
  }
  return sound;
}

beforeEach(async () => {
  trackIds.length = 0;
  for (const [index, title] of ['Ember', 'Ash'].entries()) {
    const { data } = await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: index + 1, title });
    trackIds.push(data.track.id);
    const { id: slotId } = data.slots.find(({ slotType }: { slotType: string }) => slotType === 'streaming_master');
    await engineer.put(`/api/tracks/slots/${slotId}`, { isRequired: false });
  }
  const line = { description: 'Sides', quantity: 1, unitCents: 1, ordered: 'vinyl_sides' as const, trackIds: [] };
  await build(app).quote({ projectId: own.project.id, status: 'accepted', isCurrent: false, lines: [line] });
});

const arrange = (...sides: string[]) =>
  app.database.query(
    `INSERT INTO album_tracks (track_id, gap_frames, side) SELECT id, 150, side FROM unnest($1::uuid[], $2::text[]) AS t (id, side)`,
    [trackIds, sides],
  );
const orders = async (caller = engineer) =>
  (await caller.get<OrdersView>(`/api/orders/projects/${own.project.id}`)).data;
const sidesOf = ({ album }: OrdersView) => album.find(({ kind }) => kind === 'vinyl_sides')!;

async function releaseMasters(sounds: Buffer[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, sound] of sounds.entries()) {
    const { id } = await stage.drop(`0${index + 1}.wav`, waveOf(sound, { rate: RATE }));
    await stage.assign(id, trackIds[index]!, 'vinyl_master');
    ids.push(id);
  }
  await drain(app.database);
  const { data } = await stage.release(ids);
  return data.files.map((file: { id: string }) => file.id);
}
const approve = (fileId: string) => client.put(`/api/files/${fileId}/approval`, { verdict: 'approved' });

async function releaseSide(sound: Buffer): Promise<string> {
  const { id } = await stage.drop('NL001_SideA.wav', waveOf(sound, { rate: RATE }));
  await engineer.put(`${stage.path}/files/${id}/deliverable`, { deliverable: { kind: 'vinyl_side', side: 'A' } });
  await drain(app.database);
  return (await stage.release([id], 'It is a test pressing.')).data.files[0].id;
}

describe('an uploaded side', () => {
  it('with errors counts as received, and the order names them to the engineer alone', async () => {
    await releaseMasters([song(1), song(2)]);
    await arrange('A', 'A');
    const fileId = await releaseSide(Buffer.concat([song(2), song(1)]));
    await drain(app.database);
    const seen = await orders();
    expect(seen.missing).toEqual([]);
    expect(sidesOf(seen)).toMatchObject({
      state: 'released',
      received: 1,
      fileId,
      errors: ['NL001_SideA.wav: In another order than the album: Ash, Ember.'],
    });
    expect(sidesOf(await orders(client))).toMatchObject({ state: 'released', errors: [] });
    expect((await engineer.put(`/api/projects/${own.project.id}`, { status: 'delivered' })).status).toBe(200);
  });
});

describe('sides that are made of the vinyl masters', () => {
  it('are received once every track of each has an approved one', async () => {
    const [ember, ash] = await releaseMasters([tone(300, 0), tone(800, 1)]);
    await arrange('A', 'B');
    await approve(ember!);
    expect(sidesOf(await orders())).toMatchObject({ state: 'missing', wanted: 2, received: 1, fileId: null });
    expect((await orders()).missing).toEqual(['Vinyl sides (1 of 2 released)']);
    await approve(ash!);
    expect(sidesOf(await orders())).toMatchObject({ state: 'released', received: 2, fileId: null, errors: [] });
    const { data } = await engineer.get<SidesView>(`/api/projects/${own.project.id}/sides`);
    expect(data.sides.map(({ made }) => made !== null)).toEqual([true, true]);
  });

  it('have notes of their loud sibilance and wide bass, with the times on the side', async () => {
    await releaseMasters([tone(60, 3, -1), tone(7000, 4)]);
    await arrange('A', 'A');
    await drain(app.database);
    const path = `/api/projects/${own.project.id}/sides`;
    const [side] = (await engineer.get<SidesView>(path)).data.sides;
    // Ash begins after eight seconds and a gap of two.
    expect(side!.notes.map((note) => note.replace(/ up to.*/, ''))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Ember: wide bass at 0:0[34]/),
        expect.stringMatching(/^Ash: loud sibilance at 0:1[45]/),
      ]),
    );
    expect(await (await engineer.fetch(`${path}/A/cue`)).text()).toContain('Ash: loud sibilance');
  });
});
