import { describe, expect, it, jest } from '@jest/globals';
import { TaskRefusedError } from '../../platform/tasks/task-process.js';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import { Audio } from '../audio/audio.entity.js';
import type { TrackEntry } from '../tracks/tracks.schema.js';
import { TrackProposalsService } from './track-proposals.service.js';

const { app, own, engineer } = useApp({ project: { title: 'Salt Roads' } });

const stagedAs = (originalName: string, given = {}) =>
  build(app).stagingFile({ projectId: own.project.id, originalName, ...given });
const proposals = async (caller = engineer) =>
  (await caller.get(`/api/staging/projects/${own.project.id}/track-proposals`)).data;
const create = (tracks: object[], caller = engineer) =>
  caller.post<{ tracks: TrackEntry[] }>(`/api/tracks/projects/${own.project.id}/batch`, { tracks });
const numbers = async () => {
  const { data } = await engineer.get<{ tracks: TrackEntry[] }>(`/api/tracks/projects/${own.project.id}`);
  return data.tracks.map(({ track }) => track.trackNumber);
};

describe('the tracks that staged files hold', () => {
  it('are proposed with their files, and not created', async () => {
    const ember = await stagedAs('01 Ember.wav');
    const high = await stagedAs('01 Ember 24-96.wav');
    const wick = await stagedAs('02 Wick.wav');
    const reference = await stagedAs('Ember REF.wav');
    expect(await proposals()).toEqual({
      tracks: [
        { trackNumber: 1, title: 'Ember', isrc: null, fileIds: [ember.id, high.id], maybeNoSong: false, doubts: [] },
        { trackNumber: 2, title: 'Wick', isrc: null, fileIds: [wick.id], maybeNoSong: false, doubts: [] },
      ],
      leftOut: [{ fileId: reference.id, why: 'A reference or an unmastered mix' }],
    });
    expect(await numbers()).toEqual([]);
  });

  it('are only those that the project lacks, for files without a slot', async () => {
    await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Ember' });
    await stagedAs('01 Ember.wav');
    await stagedAs('02 Wick.wav');
    await stagedAs('03 Smoke.wav', { status: 'assigned' });
    await stagedAs('04 Ash.wav', { status: 'released' });
    await stagedAs('05 Soot.wav', { hiddenAt: new Date() });
    expect((await proposals()).tracks.map(({ title }: { title: string }) => title)).toEqual(['Wick']);
  });

  it('do not include a file that certainly belongs to an existing track, whatever its name is', async () => {
    const { track } = await build(app).track({ projectId: own.project.id, trackNumber: 1, title: 'Lichter' });
    const place = {
      trackId: track.id,
      trackNumber: 1,
      slotType: 'streaming_master' as const,
      reasoning: [],
      evidence: [],
    };
    await stagedAs('Lights master.wav', { suggestions: [{ ...place, confidence: 93 }] });
    await stagedAs('Wick master.wav', { suggestions: [{ ...place, confidence: 12 }] });
    expect((await proposals()).tracks.map(({ title }: { title: string }) => title)).toEqual(['Wick']);
  });

  it('are read from the embedded tags too', async () => {
    const audio = await build(app).audio();
    const tags = { title: 'Mañana', artist: null, album: null, trackNumber: 7, isrc: 'GBABC2600007' };
    await app.database.manager.update(Audio, { id: audio.id }, { probe: { tags } });
    await stagedAs('Bounce_0412.wav', { audioId: audio.id });
    expect((await proposals()).tracks).toMatchObject([{ trackNumber: 7, title: 'Mañana', isrc: 'GBABC2600007' }]);
  });

  it('do not include a snippet of an existing song, which is listed as left out', async () => {
    const song = await stagedAs('02 Wick.wav');
    const snippet = await stagedAs('02 Wick snippet.wav');
    expect(await proposals()).toMatchObject({
      tracks: [{ title: 'Wick', fileIds: [song.id] }],
      leftOut: [{ fileId: snippet.id, why: 'A snippet' }],
    });
  });

  it('are computed in a separate process, once for equal requests, and refused from then on if they take too long', async () => {
    await stagedAs('01 Ember.wav');
    const ask = () => engineer.get(`/api/staging/projects/${own.project.id}/track-proposals`);
    const computing = jest.spyOn(app.get(TrackProposalsService)['proposer'], 'run');
    try {
      const refusal = Promise.withResolvers<never>();
      computing.mockReturnValueOnce(refusal.promise);
      const first = ask();
      const second = ask();
      while (computing.mock.calls.length === 0) await new Promise(setImmediate);
      refusal.reject(new TaskRefusedError('took longer than 20000 ms'));
      expect((await first).status).toBe(422);
      expect((await second).status).toBe(422);
      expect((await ask()).status).toBe(422);
      expect(computing).toHaveBeenCalledTimes(1);
      await stagedAs('02 Wick.wav');
      expect((await ask()).status).toBe(200);
      expect(computing).toHaveBeenCalledTimes(2);
    } finally {
      computing.mockRestore();
    }
  });

  it('are computed for names that only consist of open brackets', async () => {
    for (const n of [0, 1, 2]) await stagedAs(`${'[a]('.repeat(47)}[a${n}`);
    const { status } = await engineer.get(`/api/staging/projects/${own.project.id}/track-proposals`);
    expect(status).toBe(200);
  });

  it('are empty without files', async () => {
    expect(await proposals()).toEqual({ tracks: [], leftOut: [] });
  });
});

describe('tracks made together', () => {
  it('have their default slots, in order', async () => {
    const { status, data } = await create([
      { trackNumber: 2, title: ' Wick ' },
      { trackNumber: 1, title: 'Ember', isrc: 'GBABC2600001' },
    ]);
    expect(status).toBe(201);
    expect(data.tracks.map(({ track, slots }) => [track.trackNumber, track.title, track.isrc, slots.length])).toEqual([
      [1, 'Ember', 'GBABC2600001', 6],
      [2, 'Wick', null, 6],
    ]);
    expect(data.tracks[0]?.slots.filter((slot) => slot.isRequired).map((slot) => slot.slotType)).toEqual([
      'streaming_master',
    ]);
  });

  it('are not created if one number is taken, and the error names it', async () => {
    await create([{ trackNumber: 2, title: 'Wick' }]);
    const answer = await create([
      { trackNumber: 1, title: 'Ember' },
      { trackNumber: 2, title: 'Smoke' },
    ]);
    expect(answer).toMatchObject({ status: 409, code: 'track_number_taken', details: { trackNumbers: [2] } });
    expect(await numbers()).toEqual([2]);
  });

  it.each([
    ['no track', []],
    [
      'one number twice',
      [
        { trackNumber: 1, title: 'Ember' },
        { trackNumber: 1, title: 'Wick' },
      ],
    ],
    [
      'a track without a title',
      [
        { trackNumber: 1, title: 'Ember' },
        { trackNumber: 2, title: ' ' },
      ],
    ],
    ['a number below one', [{ trackNumber: 0, title: 'Ember' }]],
  ])('are refused for %s', async (_, tracks) => {
    expect((await create(tracks)).status).toBe(400);
    expect(await numbers()).toEqual([]);
  });

  it('are created once when requested twice at once', async () => {
    const tracks = [
      { trackNumber: 1, title: 'Ember' },
      { trackNumber: 2, title: 'Wick' },
    ];
    const answers = await Promise.all([create(tracks), create(tracks), create([...tracks].reverse())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await numbers()).toEqual([1, 2]);
  });
});
