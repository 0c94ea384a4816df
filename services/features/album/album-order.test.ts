import { expect, it } from '@jest/globals';
import { useApp } from '../../testing/use-app.js';
import { albumOf } from './album.lib.js';

const { app, own, engineer } = useApp({ project: {} });

const album = () => albumOf(app.database.manager, own.project.id);
const addTracks = async (...titles: string[]): Promise<string[]> => {
  const tracks = titles.map((title, index) => ({ title, trackNumber: index + 1 }));
  const { data } = await engineer.post(`/api/tracks/projects/${own.project.id}/batch`, { tracks });
  return data.tracks.map(({ track }: { track: { id: string } }) => track.id);
};

it('is empty for a project without tracks', async () => {
  expect(await album()).toEqual({ revision: 0, defaultGapFrames: 150, vinylFormat: '12-33', tracks: [] });
});

it('follows the numbers of the tracks, with the studio’s gap and none before the first of a disc', async () => {
  const [, second, third] = await addTracks('One', 'Two', 'Three');
  const [before] = [await album()];
  expect(before.tracks.map(({ title, disc, side, gapFrames }) => [title, disc, side, gapFrames])).toEqual([
    ['One', 1, null, 0],
    ['Two', 1, null, 150],
    ['Three', 1, null, 150],
  ]);
  await app.database.query('INSERT INTO album_tracks (track_id, disc, gap_frames) VALUES ($1, 1, 37), ($2, 2, 20)', [
    second,
    third,
  ]);
  const tracks = (await album()).tracks;
  expect(tracks.map(({ disc, gapFrames, ownGapFrames }) => [disc, gapFrames, ownGapFrames])).toEqual([
    [1, 0, null],
    [1, 37, 37],
    [2, 0, 20],
  ]);
});

it('has a revision that grows when tracks are added, renumbered, renamed or deleted, and not otherwise', async () => {
  const [one] = await addTracks('One', 'Two');
  const revision = async () => (await album()).revision;
  let last = await revision();
  expect(last).toBeGreaterThan(0);
  for (const change of [
    () => engineer.put(`/api/tracks/${one!}`, { trackNumber: 9 }),
    () => engineer.put(`/api/tracks/${one!}`, { title: 'Intro' }),
    () => engineer.put('/api/studio/settings', { albumGapFrames: 75 }),
    () => engineer.delete(`/api/tracks/${one!}`),
  ]) {
    expect((await change()).status).toBe(200);
    const now = await revision();
    expect(now).toBeGreaterThan(last);
    last = now;
  }
  const [two] = (await album()).tracks;
  await engineer.put(`/api/tracks/${two!.trackId}`, { notes: 'loud', isrc: 'USRC17607839' });
  await engineer.put('/api/studio/settings', { albumGapFrames: 75 });
  expect(await revision()).toBe(last);
});
