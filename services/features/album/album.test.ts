import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import type { AlbumView } from './album.schema.js';

const { app, own, engineer, client, stage } = useApp({ project: {} });

const path = (rest = '') => `/api/projects/${own.project.id}/album${rest}`;
const album = async (caller: Caller = engineer): Promise<AlbumView> => (await caller.get(path())).data;
const shown = ({ tracks }: Pick<AlbumView, 'tracks'>) =>
  tracks.map(({ trackNumber, title }) => `${trackNumber} ${title}`);

/** The places of the album's tracks as they are, to be sent with changes. */
const placesOf = ({ tracks }: AlbumView) =>
  tracks.map(({ trackId, disc, side, ownGapFrames }) => ({ trackId, disc, side, gapFrames: ownGapFrames }));

async function addTracks(numbers: number[]): Promise<void> {
  const tracks = numbers.map((trackNumber) => ({ trackNumber, title: `Song ${trackNumber}` }));
  expect((await engineer.post(`/api/tracks/projects/${own.project.id}/batch`, { tracks })).status).toBe(201);
}

describe('the engineer’s changes of the album', () => {
  beforeEach(() => addTracks([1, 2, 3]));

  it('set order, gaps, discs, sides and the format, and increment the revision', async () => {
    const before = await album();
    const [one, two, three] = placesOf(before);
    const tracks = [
      { ...three!, side: 'A' },
      { ...one!, side: 'A', gapFrames: 37 },
      { ...two!, side: 'B', disc: 2, gapFrames: 0 },
    ];
    const { status, data } = await engineer.put(path(), { revision: before.revision, vinylFormat: '7-45', tracks });
    expect(status).toBe(200);
    expect(shown(data)).toEqual(['1 Song 3', '2 Song 1', '3 Song 2']);
    expect(placesOf(data)).toEqual(tracks);
    expect(data).toMatchObject({ vinylFormat: '7-45', can: { edit: true, propose: false } });
    expect(data.tracks.map(({ gapFrames }: { gapFrames: number }) => gapFrames)).toEqual([0, 37, 0]);
    expect(data.revision).toBeGreaterThan(before.revision);
    expect(await album(client)).toMatchObject({ ...data, can: { edit: false, propose: true } });
  });

  it('change nothing when they repeat what is there', async () => {
    const before = await album();
    const { data } = await engineer.put(path(), { revision: before.revision, tracks: placesOf(before) });
    expect(data.revision).toBe(before.revision);
    const { data: history } = await engineer.get(`/api/projects/${own.project.id}/activity`);
    expect(history.filter(({ type }: { type: string }) => type === 'album_changed')).toEqual([]);
  });

  it('keep staged files in their slots, and ask for new suggestions', async () => {
    const { tracks } = await album();
    const file = await build(app).stagingFile({ projectId: own.project.id });
    await stage.assign(file.id, tracks[2]!.trackId);
    const revision = async () =>
      (
        await app.database.query<{ r: number }>('SELECT staging_revision AS r FROM projects WHERE id = $1', [
          own.project.id,
        ])
      )[0]!.r;
    const before = await revision();
    const now = await album();
    await engineer.put(path(), { revision: now.revision, tracks: placesOf(now).toReversed() });
    expect((await stage.file(file.id)).assignment).toMatchObject({ trackId: tracks[2]!.trackId, trackNumber: 1 });
    expect(await revision()).toBeGreaterThan(before);
  });

  it('answer 409 with the current album to the second of two people', async () => {
    const before = await album();
    const tracks = placesOf(before).toReversed();
    const answers = await Promise.all([
      engineer.put(path(), { revision: before.revision, tracks }),
      engineer.put(path(), { revision: before.revision, tracks }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused).toMatchObject({ code: 'album_changed', details: { album: { revision: before.revision + 2 } } });
    expect(shown((refused as any).details.album)).toEqual(['1 Song 3', '2 Song 2', '3 Song 1']);
  });

  it.each([
    ['a negative gap', { gapFrames: -1 }],
    ['a gap of half an hour', { gapFrames: 30 * 60 * 75 }],
    ['part of a frame', { gapFrames: 0.5 }],
    ['disc 0', { disc: 0 }],
    ['a side of two letters', { side: 'AB' }],
    ['an earlier disc after a later one', { disc: 2 }],
    ['an earlier side after a later one', { side: 'B' }],
  ])('refuse %s', async (_, change) => {
    const before = await album();
    const tracks = placesOf(before).map((track) => ({ ...track, side: 'A' }));
    Object.assign(tracks[0]!, change);
    expect((await engineer.put(path(), { revision: before.revision, tracks })).status).toBe(400);
    expect((await album()).revision).toBe(before.revision);
  });

  it('refuse a list that lacks a track, has one twice, or one of another project', async () => {
    const before = await album();
    const tracks = placesOf(before);
    const { track } = await build(app).track();
    for (const list of [
      tracks.slice(1),
      [...tracks, tracks[0]],
      [...tracks.slice(1), { ...tracks[0], trackId: track.id }],
    ])
      expect((await engineer.put(path(), { revision: before.revision, tracks: list })).status).toBe(400);
  });
});

it('keeps the numbers that the tracks have', async () => {
  await addTracks([1, 2, 101, 102]);
  const before = await album();
  const { data } = await engineer.put(path(), { revision: before.revision, tracks: placesOf(before).toReversed() });
  expect(shown(data)).toEqual(['1 Song 102', '2 Song 101', '101 Song 2', '102 Song 1']);
});

it('orders 99 tracks with titles of 120 characters', async () => {
  const tracks = Array.from({ length: 99 }, (_, index) => ({
    trackNumber: index + 1,
    title: `${index} `.padEnd(120, 'x'),
  }));
  await engineer.post(`/api/tracks/projects/${own.project.id}/batch`, { tracks });
  const before = await album();
  const { data } = await engineer.put(path(), { revision: before.revision, tracks: placesOf(before).toReversed() });
  expect(data.tracks[0]).toMatchObject({ trackNumber: 1, title: tracks[98]!.title });
});

it('is empty without tracks, and can be saved so', async () => {
  expect(await album()).toMatchObject({ tracks: [], proposal: null, lastAnswer: null });
  expect((await engineer.put(path(), { revision: 0, tracks: [] })).status).toBe(200);
});
