import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { FileView } from '../files/files.schema.js';
import { bumpStagingRevision } from '../projects/staging-revision.writes.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs' } });

/** Fingerprint of noise that is the same for the same seed. */
function sound(seed: number, items = 400): number[] {
  let state = seed;
  return Array.from({ length: items }, () => (state = (Math.imul(state, 1664525) + 1013904223) | 0) ^ (state >> 13));
}
/** The same song in another master: an eighth of the bits differ. */
const remastered = (print: number[]) => print.map((item, at) => item ^ (0x11111111 << (at % 4)));

const tracks = new Map<string, string>();
async function addTrack(title: string, print: number[] | null): Promise<void> {
  const { track } = await build(app).track({ projectId: own.project.id, title });
  tracks.set(title, track.id);
  if (!print) return;
  const { id: audioId } = await build(app).audio({ fingerprint: print });
  await build(app).file({
    projectId: own.project.id,
    audioId,
    trackId: track.id,
    slotType: 'streaming_master',
    originalName: `${title}.wav`,
  });
}
async function send(originalName: string, fingerprint: number[] | null): Promise<string> {
  const { id: audioId } = await build(app).audio({ fingerprint });
  const names = { originalName, fileName: originalName };
  const file = await build(app).file({ projectId: own.project.id, audioId, fileType: 'upload', ...names });
  return file.id;
}
const pairAll = () => app.database.transaction((tx) => bumpStagingRevision(tx, own.project.id));
const seen = async (id: string, caller = client) => (await caller.get<FileView>(`/api/files/${id}`)).data;
async function paired(id: string): Promise<FileView> {
  await until('the pairing', async () => (await seen(id)).pairing !== null);
  return seen(id);
}
const choose = (id: string, title: string | null, caller = client) =>
  caller.put<FileView>(`/api/files/${id}/track`, { trackId: title === null ? null : tracks.get(title)! });

beforeEach(async () => {
  tracks.clear();
  await addTrack('Ember', remastered(sound(1)));
  await addTrack('Low Tide', remastered(sound(2)));
  await addTrack('Paper Moon', null);
});

describe('the mixes of a project', () => {
  it('belong to the tracks that they sound like, or else to those of their names', async () => {
    const byOddName = await send('bounce final FINAL.wav', sound(2));
    const byName = await send('Paper Moon mix 3.wav', sound(3));
    await pairAll();
    expect(await paired(byOddName)).toMatchObject({
      trackId: tracks.get('Low Tide'),
      track_title: 'Low Tide',
      pairing: { decidedBy: 'sound', choices: [] },
      can: { pair: true },
    });
    expect(await paired(byName)).toMatchObject({ track_title: 'Paper Moon', pairing: { decidedBy: 'name' } });
  });

  it('belong to a track also if there are two of them', async () => {
    const [first, second] = [await send('Paper Moon mix 1.wav', null), await send('Paper Moon mix 2.wav', null)];
    await pairAll();
    for (const id of [first, second]) expect((await paired(id)).track_title).toBe('Paper Moon');
  });

  it('ask which one is meant if they sound like two tracks', async () => {
    await addTrack('Ember (Reprise)', remastered(sound(1)));
    const id = await send('bounce.wav', sound(1));
    await pairAll();
    const file = await paired(id);
    expect(file).toMatchObject({ trackId: null, track_title: null, pairing: { decidedBy: null } });
    expect(file.pairing!.choices.map(({ title }) => title).sort()).toEqual(['Ember', 'Ember (Reprise)']);
    const answer = await choose(id, 'Ember (Reprise)');
    expect(answer.data).toMatchObject({
      track_title: 'Ember (Reprise)',
      pairing: { decidedBy: 'person', choices: [] },
    });
  });

  it('stay where a person has put them, and help to find others', async () => {
    const [mine, other] = [await send('one.wav', sound(4)), await send('two.wav', remastered(sound(4)))];
    const none = await send('Ember mix.wav', sound(1));
    expect((await choose(mine, 'Paper Moon', engineer)).data.track_title).toBe('Paper Moon');
    expect((await choose(none, null)).data).toMatchObject({ trackId: null, pairing: { decidedBy: 'person' } });
    expect(await paired(other)).toMatchObject({ track_title: 'Paper Moon', pairing: { decidedBy: 'sound' } });
    expect((await seen(none)).trackId).toBeNull();
  });

  it('are no longer paired with a track that was deleted', async () => {
    const id = await send('bounce.wav', sound(2));
    await pairAll();
    await paired(id);
    await engineer.delete(`/api/tracks/${tracks.get('Low Tide')!}`);
    await until('the end of the pairing', async () => (await seen(id)).pairing === null);
    expect((await seen(id)).trackId).toBeNull();
  });
});

describe('the choice of a track', () => {
  it('is refused for a master, a track of another project, and people outside', async () => {
    const mix = await send('mix.wav', null);
    const master = await build(app).file({ projectId: own.project.id });
    const elsewhere = await build(app).project({ studioId: own.project.studioId, engineerId: own.engineer.id });
    const foreign = await build(app).track({ projectId: elsewhere.project.id });
    expect((await choose(master.id, 'Ember')).status).toBe(422);
    expect((await client.put(`/api/files/${mix}/track`, { trackId: foreign.track.id })).status).toBe(404);
    const outsider = app.as((await build(app).project({})).client);
    expect((await choose(mix, 'Ember', outsider)).status).toBe(404);
  });
});
