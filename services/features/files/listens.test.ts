import { beforeEach, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from './file.entity.js';
import type { FileView } from './files.schema.js';

const { app, own, engineer, client } = useApp({ project: {} });
let master: ProjectFile;

const release = async (durationS: number) => {
  const { id: audioId } = await build(app).audio();
  await app.database.query('UPDATE audio SET probe = $2 WHERE id = $1', [audioId, { durationS }]);
  return build(app).file({ projectId: own.project.id, audioId });
};
const play = async (seconds: number, { id } = master) =>
  (await client.post<{ heard: boolean }>(`/api/files/${id}/played`, { seconds })).data.heard;
const seen = async (caller = client) => {
  const { heard, heardBy } = (await caller.get<FileView>(`/api/files/${master.id}`)).data;
  return { heard, heardBy };
};

beforeEach(async () => {
  master = await release(200);
});

it('counts a file as heard after a minute, in as many parts as it takes', async () => {
  expect(await play(30)).toBe(false);
  expect(await seen()).toEqual({ heard: false, heardBy: [] });
  expect(await play(30)).toBe(true);
  expect(await seen()).toEqual({ heard: true, heardBy: [own.client.name] });
  expect(await seen(engineer)).toEqual({ heard: false, heardBy: [own.client.name] });
});

it('counts a short file as heard after half of it', async () => {
  expect(await play(4, await release(8))).toBe(true);
});

it('adds reports that arrive at the same time', async () => {
  await Promise.all([play(20), play(20), play(20)]);
  expect((await seen()).heard).toBe(true);
});

it('refuses impossible reports, and those of engineers', async () => {
  for (const seconds of [0, -1, 91, 'x'])
    expect((await client.post(`/api/files/${master.id}/played`, { seconds })).status).toBe(400);
  expect((await engineer.post(`/api/files/${master.id}/played`, { seconds: 5 })).status).toBe(403);
});

it('ends for a person who is removed while they listen', async () => {
  const person = await build(app).person(own.project.id, 'listens');
  const caller = app.as(person);
  const calls = () =>
    Promise.all([
      caller.get(`/api/files/${master.id}`),
      caller.post(`/api/files/${master.id}/played`, { seconds: 30 }),
    ]);
  expect((await calls()).map(({ status }) => status)).toEqual([200, 200]);
  expect((await client.delete(`/api/projects/${own.project.id}/people/${person.id}`)).status).toBe(200);
  expect((await calls()).map(({ status, message }) => [status, message])).toEqual(
    Array(2).fill([404, 'File not found']),
  );
});
