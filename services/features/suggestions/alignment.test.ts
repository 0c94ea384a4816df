import { describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { AlignmentView } from './alignment.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });

/** Fingerprint of noise that is the same for the same seed. */
function sound(items: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: items }, () => (state = (Math.imul(state, 1664525) + 1013904223) | 0) ^ (state >> 13));
}
const file = async (fingerprint: number[] | null, fileType: 'master' | 'upload' = 'master') => {
  const { id: audioId } = await build(app).audio({ fingerprint });
  const uploadedBy = fileType === 'master' ? own.engineer.id : own.client.id;
  return build(app).file({ projectId: own.project.id, audioId, fileType, uploadedBy });
};
const offset = async (one: { id: string }, other: { id: string }, caller = client) =>
  (await caller.get<AlignmentView>(`/api/files/${one.id}/alignment/${other.id}`)).data.offsetSeconds;

describe('the place of one file in another', () => {
  it('is later by the silence before the other one’s sound', async () => {
    const song = sound(400, 1);
    const [master, mix] = [await file(song), await file([...sound(20, 9), ...song], 'upload')];
    expect(await offset(master, mix)).toBeCloseTo((20 * 1365) / 11025, 5);
    expect(await offset(mix, master)).toBeCloseTo((-20 * 1365) / 11025, 5);
    expect(await offset(master, master)).toBe(0);
  });

  it('is unknown if the two do not sound alike or one is not analysed', async () => {
    const master = await file(sound(400, 1));
    expect(await offset(master, await file(sound(400, 77)))).toBeNull();
    expect(await offset(master, await file(null))).toBeNull();
  });

  it('is refused for files of another project, and for files that the caller cannot see', async () => {
    const master = await file(sound(400, 1));
    const elsewhere = await build(app).project({ studioId: own.project.studioId, engineerId: own.engineer.id });
    const { id: audioId } = await build(app).audio({ fingerprint: sound(400, 1) });
    const foreign = await build(app).file({
      projectId: elsewhere.project.id,
      audioId,
      fileType: 'master',
      uploadedBy: own.engineer.id,
    });
    for (const caller of [engineer, client]) {
      const answer = await caller.get(`/api/files/${master.id}/alignment/${foreign.id}`);
      expect(answer.status).toBe(404);
    }
  });
});
