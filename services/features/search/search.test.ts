import { expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import type { SearchResult } from './search.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });

const find = async (caller: Caller, text: string) =>
  (await caller.get<SearchResult[]>(`/api/search?search=${encodeURIComponent(text)}`)).data;
const names = async (caller: Caller, text: string) => (await find(caller, text)).map(({ name }) => name);

async function fill(projectId: string) {
  const { track: released } = await build(app).track({ projectId, title: 'Ember and Ash' });
  await build(app).track({ projectId, title: 'Ember (planned)' });
  const master = { projectId, trackId: released.id, fileName: '01 Ember.wav' };
  await build(app).file({ ...master, createdAt: new Date('2026-01-01') });
  const newest = await build(app).file({ ...master, fileName: '01 Ember v2.wav' });
  await build(app).file({ projectId, fileType: 'upload', fileName: 'ember mix.wav' });
  await build(app).file({ projectId, fileName: 'Ember deleted.wav', deletedAt: new Date() });
  return { released, newest };
}

it('finds tracks and files by their words, with the newest master of a track', async () => {
  const { released, newest } = await fill(own.project.id);
  const results = await find(engineer, 'emb');
  expect(results.map(({ name }) => name).sort()).toEqual(
    ['Ember and Ash', 'Ember (planned)', '01 Ember.wav', '01 Ember v2.wav', 'ember mix.wav'].sort(),
  );
  expect(results.find(({ id }) => id === released.id)).toEqual({
    kind: 'track',
    id: released.id,
    name: 'Ember and Ash',
    projectId: own.project.id,
    projectTitle: 'Night Songs',
    fileId: newest.id,
  });
  expect(await names(engineer, ' EMBER  v2 ')).toEqual(['01 Ember v2.wav']);
  expect(await names(engineer, '01_%')).toEqual([]);
  expect((await engineer.get('/api/search?search=%20')).status).toBe(400);
});

it('finds one or two letters where a word begins, and Chinese anywhere', async () => {
  const projectId = own.project.id;
  for (const title of ['Up', 'The Update', 'Supper', '夜航船', '(uptown) 100%'])
    await build(app).track({ projectId, title });
  await build(app).file({ projectId, fileName: '01_up-mix.wav' });
  await build(app).file({ projectId, fileName: 'grouped.wav' });
  const found = async (text: string) => (await names(engineer, text)).sort();
  expect(await found('up')).toEqual(['(uptown) 100%', '01_up-mix.wav', 'The Update', 'Up'].sort());
  expect(await found('U')).toEqual(['(uptown) 100%', '01_up-mix.wav', 'The Update', 'Up'].sort());
  expect(await found('航')).toEqual(['夜航船']);
  expect(await found('夜船')).toEqual([]);
  expect(await found('夜 船')).toEqual(['夜航船']);
  expect(await found('%')).toEqual([]);
});

it('does not show anyone content of projects that they may not see', async () => {
  const { studio, engineer: itsEngineer, project } = own;
  await fill(project.id);
  const foreign = await build(app).project({ title: 'Foreign' });
  const other = await build(app).project({ studioId: studio.id, engineerId: itsEngineer.id, title: 'Other client' });
  const released = ['Ember and Ash', '01 Ember.wav', '01 Ember v2.wav', 'ember mix.wav'].sort();
  const found = async (caller: Caller) => (await names(caller, 'ember')).sort();

  const listener = await build(app).person(project.id, 'listens');
  const colleague = await build(app).engineer({ studioId: studio.id });
  expect(await found(client)).toEqual(released);
  expect(await found(app.as(listener))).toEqual(released);
  expect(await found(app.as(colleague))).toEqual([...released, 'Ember (planned)'].sort());
  for (const outsider of [foreign.engineer, foreign.client, other.client])
    expect(await names(app.as(outsider), 'ember')).toEqual([]);
  expect((await app.anonymous.get('/api/search?search=ember')).status).toBe(401);

  await app.database.query('DELETE FROM project_people WHERE user_id = $1', [listener.id]);
  expect(await names(app.as(listener), 'ember')).toEqual([]);
  await app.database.query('UPDATE studio_clients SET suspended_at = now() WHERE user_id = $1', [own.client.id]);
  expect(await names(client, 'ember')).toEqual([]);
  await app.database.query('UPDATE projects SET trashed_at = now() WHERE id = $1', [project.id]);
  expect(await names(engineer, 'ember')).toEqual([]);
});

it('returns at most six of each kind, from the project that changed last', async () => {
  const { studio, engineer: itsEngineer } = own;
  const newer = await build(app).project({ studioId: studio.id, engineerId: itsEngineer.id, title: 'Newer' });
  await app.database.query(`UPDATE projects SET updated_at = now() + interval '1 hour' WHERE id = $1`, [
    newer.project.id,
  ]);
  for (const { id: projectId } of [own.project, newer.project]) {
    for (let n = 1; n <= 8; n++) {
      const { track } = await build(app).track({ projectId, title: `Song ${n}` });
      await build(app).file({ projectId, trackId: track.id, fileName: `Song ${n}.wav` });
    }
  }
  const results = await find(engineer, 'song');
  expect(results.map(({ kind }) => kind)).toEqual([...Array(6).fill('track'), ...Array(6).fill('file')]);
  expect(new Set(results.map(({ projectTitle }) => projectTitle))).toEqual(new Set(['Newer']));
});
