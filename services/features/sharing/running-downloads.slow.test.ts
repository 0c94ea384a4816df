import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { DownloadsService } from '../files/downloads.service.js';
import { makeLink, storeFinal } from './deliveries.testing.js';
import { SharedAccess } from './shared-access.service.js';
import type { ShareLinkView } from './sharing.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });

/** Far more than a connection buffers, so that the download still runs while its reader waits. */
const SIZE = 40_000_000;

let link: ShareLinkView & { path: string };
let fileId: string;

beforeEach(async () => {
  fileId = (await storeFinal(app, { projectId: own.project.id, originalName: 'Ember.wav' }, SIZE)).id;
  link = await makeLink(engineer, own.project.id, { password: 'open sesame' });
  await visitor().fetch(link.path);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const visitor = () => app.anonymous.with({ authorization: `Basic ${Buffer.from(':open sesame').toString('base64')}` });
const file = (base = link.path) => `${base}/files/${fileId}/a.wav`;
const archive = () => `${link.path}/editions/1/a.zip`;

/** Begins a download. The result reads on and returns the number of bytes, or null if the connection broke. */
async function begin(caller: Caller, address: string): Promise<() => Promise<number | null>> {
  const response = await caller.fetch(address);
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  let bytes = (await reader.read()).value!.length;
  return async () => {
    for (;;) {
      const part = await reader.read().catch(() => null);
      if (part === null || part.done) return part && bytes;
      bytes += part.value.length;
    }
  };
}

/** Every download is recorded when it ends, whether or not it was complete. */
const isRecorded = async () =>
  (await app.database.query('SELECT FROM share_link_fetches WHERE file_id = $1', [fileId])).length > 0;

describe('a running download breaks', () => {
  const trash = () => app.database.query('UPDATE projects SET trashed_at = now() WHERE id = $1', [own.project.id]);
  const lock = () =>
    app.database.query(`UPDATE projects SET status = 'awaiting_payment' WHERE id = $1`, [own.project.id]);

  it.each<[string, () => string, () => Promise<unknown>, number]>([
    ['its link is ended', file, () => engineer.delete(`/api/share-links/${link.id}`), 410],
    ['its link is ended during a ZIP', archive, () => engineer.delete(`/api/share-links/${link.id}`), 410],
    ['its link gets another address', file, () => engineer.post(`/api/share-links/${link.id}/renew`), 404],
    ['its link gets another password', file, () => setPassword('another one'), 403],
    ['the project is deleted', archive, trash, 404],
    ['the finals are locked again', file, lock, 402],
  ])('when %s, and is not resumed', async (_what, address, change, status) => {
    const path = address();
    const rest = await begin(visitor(), path);
    await change();
    await until('the download has ended', isRecorded);
    expect(await rest()).toBeNull();
    expect((await visitor().fetch(path, { headers: { range: 'bytes=1000-' } })).status).toBe(status);
  });

  it('also that of a client whose project is deleted', async () => {
    const ended = jest.spyOn(app.get(DownloadsService), 'record');
    const rest = await begin(client, file(`/d/${own.project.id}`));
    await trash();
    await until('the download has ended', () => ended.mock.calls.length > 0);
    expect(await rest()).toBeNull();
  });

  it.each<[string, () => string]>([
    ['the delivery page', () => file(`/d/${own.project.id}`)],
    ['the Files tab', () => `/api/files/download/${fileId}`],
    ['all finals', () => `/api/files/project/${own.project.id}/archive/finals`],
  ])('also that of a person who is removed, from %s', async (_what, address) => {
    const person = await build(app).person(own.project.id, 'decides');
    const ended = jest.spyOn(app.get(DownloadsService), 'record');
    const rest = await begin(app.as(person), address());
    await client.delete(`/api/projects/${own.project.id}/people/${person.id}`);
    await until('the download has ended', () => ended.mock.calls.length > 0);
    expect(await rest()).toBeNull();
  });

  const setPassword = (password: string) => engineer.put(`/api/share-links/${link.id}`, { password });
});

it('a running download goes on when its link is renamed', async () => {
  const check = jest.spyOn(app.get(SharedAccess), 'reopen');
  const rest = await begin(visitor(), file());
  await engineer.put(`/api/share-links/${link.id}`, { name: 'Radio' });
  await until('the link has been checked again', () => check.mock.calls.length > 0);
  expect(await rest()).toBe(SIZE);
});
