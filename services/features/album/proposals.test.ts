import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import type { AlbumView } from './album.schema.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Tides' } });

const path = (rest = '') => `/api/projects/${own.project.id}/album${rest}`;
const album = async (caller: Caller = client): Promise<AlbumView> => (await caller.get(path())).data;
const shown = ({ tracks }: Pick<AlbumView, 'tracks'>) =>
  tracks.map(({ trackNumber, title }) => `${trackNumber} ${title}`);

/** Proposes these titles in this order; the letters name the tracks of the current album. */
async function propose(
  order: string,
  titles: Record<string, string> = {},
  caller: Caller = client,
): Promise<Answer<any>> {
  return proposeFor(await album(), order, titles, caller);
}

function proposeFor(
  { revision, proposal, tracks }: AlbumView,
  order: string,
  titles: Record<string, string> = {},
  caller: Caller = client,
): Promise<Answer<any>> {
  const wanted = [...order].map((letter) => {
    const { trackId } = tracks.find(({ title }) => title === letter)!;
    return { trackId, title: titles[letter] ?? letter };
  });
  return caller.put(path('/proposal'), { revision, proposalRevision: proposal?.revision ?? null, tracks: wanted });
}

async function answer(accept: boolean, words = ''): Promise<Answer<any>> {
  const { revision, proposal } = await album();
  const proposalRevision = proposal?.revision ?? 0;
  return engineer.post(path('/proposal/answer'), { revision, proposalRevision, accept, answer: words });
}

const newsOf = async (caller: Caller, type: string): Promise<string[]> =>
  (await caller.get('/api/notifications')).data
    .filter((news: { type: string }) => news.type === type)
    .map(({ message }: { message: string }) => message);

async function hears(caller: Caller, type: string, message: string): Promise<void> {
  await drain(app.database);
  expect(await newsOf(caller, type)).toEqual([message]);
}

beforeEach(async () => {
  const tracks = ['A', 'B', 'C', 'D'].map((title, index) => ({ title, trackNumber: index + 1 }));
  await engineer.post(`/api/tracks/projects/${own.project.id}/batch`, { tracks });
});

describe('a proposed order', () => {
  it('is shown to everyone as a proposal, changes nothing yet, and is reported to the engineer', async () => {
    const before = await album();
    const { status, data } = await propose('DABC', { B: 'Bridge' });
    expect(status).toBe(200);
    expect(shown(data)).toEqual(['1 A', '2 B', '3 C', '4 D']);
    expect(data.revision).toBe(before.revision);
    const listener = app.as(await build(app).person(own.project.id, 'listens'));
    for (const caller of [client, engineer, listener]) {
      const { proposal } = await album(caller);
      expect(proposal).toMatchObject({ status: 'open', proposedBy: { name: 'Client' }, gone: [] });
      expect(
        proposal!.tracks.map(({ title, place, currentTitle, moved }) => [title, place, currentTitle, moved]),
      ).toEqual([
        ['D', 4, 'D', true],
        ['A', 1, 'A', false],
        ['Bridge', 2, 'B', false],
        ['C', 3, 'C', false],
      ]);
    }
    await hears(engineer, 'album_proposed', 'Client proposed another order for the album “Tides”');
    expect(await newsOf(client, 'album_proposed')).toEqual([]);
  });

  it('renumbers and renames the tracks when the engineer accepts it, and sides keep their length', async () => {
    const before = await album();
    const tracks = before.tracks.map(({ trackId }, index) => ({
      trackId,
      disc: 1,
      side: index < 1 ? 'A' : 'B',
      gapFrames: index === 3 ? 12 : null,
    }));
    await engineer.put(path(), { revision: before.revision, tracks });
    await propose('DABC', { B: 'Bridge' });
    const { status, data } = await answer(true, 'Lovely');
    expect(status).toBe(200);
    expect(shown(data)).toEqual(['1 D', '2 A', '3 Bridge', '4 C']);
    expect(data.tracks.map(({ side }: { side: string }) => side)).toEqual(['A', 'B', 'B', 'B']);
    expect(data.tracks.map(({ ownGapFrames }: { ownGapFrames: number }) => ownGapFrames)).toEqual([
      12,
      null,
      null,
      null,
    ]);
    expect(data.revision).toBeGreaterThan(before.revision);
    expect(await album()).toMatchObject({ proposal: null, lastAnswer: { status: 'accepted', answer: 'Lovely' } });
    await hears(client, 'album_answered', 'Engineer accepted the proposed order of the album “Tides”: Lovely');
  });

  it('can be declined with words, and then nothing changes', async () => {
    await propose('BACD');
    const { data } = await answer(false, 'The fade needs C first');
    expect(shown(data)).toEqual(['1 A', '2 B', '3 C', '4 D']);
    expect(data.lastAnswer).toMatchObject({ status: 'declined', answer: 'The fade needs C first' });
    await hears(
      client,
      'album_answered',
      'Engineer declined the proposed order of the album “Tides”: The fade needs C first',
    );
    expect((await answer(true)).status).toBe(409);
  });

  it('is withdrawn on request, and by proposing the current order', async () => {
    for (const withdraw of [
      async () => client.delete(path(`/proposal?proposalRevision=${(await album()).proposal!.revision}`)),
      () => propose('ABCD'),
    ]) {
      await propose('BACD');
      expect((await withdraw()).status).toBe(200);
      expect(await album()).toMatchObject({ proposal: null, lastAnswer: null });
    }
    expect((await client.delete(path('/proposal?proposalRevision=1'))).status).toBe(409);
  });
});

describe('two people', () => {
  it('who propose at the same time get one proposal and one conflict', async () => {
    const seen = await album();
    const bandmate = app.as(await build(app).person(own.project.id, 'decides', { name: 'Bea' }));
    const answers = await Promise.all([proposeFor(seen, 'BACD', {}, client), proposeFor(seen, 'DCBA', {}, bandmate)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409) as any;
    expect(refused).toMatchObject({ code: 'album_changed', details: { album: { proposal: { status: 'open' } } } });
    // After seeing it, the other changes the proposal.
    expect((await proposeFor(refused.details.album, 'DCBA', {}, bandmate)).data.proposal.proposedBy.name).toBe('Bea');
  });

  it('an engineer does not accept a proposal that has changed, nor one for an album that has changed', async () => {
    await propose('BACD');
    const { revision, proposal } = await album();
    await propose('DABC');
    const accept = { revision, proposalRevision: proposal!.revision, accept: true };
    expect((await engineer.post(path('/proposal/answer'), accept)).status).toBe(409);
    const now = await album();
    await engineer.put(`/api/tracks/${now.tracks[0]!.trackId}`, { title: 'Z' });
    const late = { revision: now.revision, proposalRevision: now.proposal!.revision, accept: true };
    expect((await engineer.post(path('/proposal/answer'), late)).status).toBe(409);
    expect((await album()).tracks[0]!.title).toBe('Z');
  });
});

it('a proposal survives the deletion of a track, says so, and can be accepted without it', async () => {
  const { tracks } = await album();
  await propose('DCBA', { B: 'Bridge' });
  await engineer.delete(`/api/tracks/${tracks[1]!.trackId}`);
  await engineer.post(`/api/tracks/projects/${own.project.id}`, { trackNumber: 5, title: 'E' });
  const { proposal } = await album();
  expect(proposal!.gone).toEqual(['Bridge']);
  expect(proposal!.tracks.map(({ title }) => title)).toEqual(['D', 'E', 'C', 'A']);
  expect(shown((await answer(true)).data)).toEqual(['1 D', '3 E', '4 C', '5 A']);
});

it('only the client and people who decide may propose, and titles must not be empty', async () => {
  const commenter = app.as(await build(app).person(own.project.id, 'comments'));
  expect((await propose('BACD', {}, commenter)).status).toBe(403);
  expect((await propose('BACD', {}, engineer)).status).toBe(403);
  expect((await propose('ABCD', { A: ' ' })).status).toBe(400);
});
