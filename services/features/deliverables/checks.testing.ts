import { beforeEach } from '@jest/globals';
import { synthesise } from '../../platform/audio/synth.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import { waveOf } from '../ddp/discs.testing.js';
import type { DeliverableCheckView } from './checks.schema.js';

export const RATE = 44_100;

export const silence = (seconds: number) => Buffer.alloc(seconds * RATE * 4);

export function song(seed: number, seconds = 10): Buffer {
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
export const songs = [song(1), song(2), song(3)];

export const textsOf = (check: DeliverableCheckView | undefined) => check?.findings.map(({ text }) => text) ?? [];

/** The application with a project of three tracks, which have no masters yet. */
export function useDeliverables() {
  const used = useApp({ worker: true, project: { title: 'Night Songs' } });
  const { app, own, engineer, stage } = used;
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

  return { ...used, trackIds, findings, side, arrange, addMasters };
}
