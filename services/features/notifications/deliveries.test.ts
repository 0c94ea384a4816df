import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { clock } from '../../platform/clock.js';
import type { SlotType } from '../../platform/domain-words.js';
import { mailFolder } from '../../platform/mail/create.js';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from '../files/file.entity.js';
import type { ShareLinkView } from '../sharing/sharing.schema.js';
import { mastersReleased } from '../staging/staging.events.js';
import { DeliveryNewsWorker } from './delivery-news.worker.js';
import { DeliveryRemindersWorker } from './delivery-reminders.worker.js';
import type { NotificationView } from './notifications.schema.js';

const { app, own, engineer, client, worker } = useApp({
  worker: true,
  project: { title: 'Night Songs', status: 'paid' },
});

const DAY_MS = 86_400_000;
const bytes = randomBytes(4_000);
let trackId: string;
let streaming: string;

beforeEach(async () => {
  const { track } = await build(app).track({ projectId: own.project.id, title: 'Ember' });
  trackId = track.id;
  streaming = await addFinal('streaming_master');
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function addFinal(slotType: SlotType, given: Partial<ProjectFile> = {}): Promise<string> {
  const objectKey = `test/${randomUUID()}/a.wav`;
  await app.platform.storage.put(objectKey, bytes, { contentType: 'audio/wav', sizeBytes: bytes.length });
  const { id: audioId } = await build(app).audio({ objectKey, sizeBytes: bytes.length, state: 'done' });
  const made = { projectId: own.project.id, audioId, trackId, slotType, originalName: `${slotType}.wav` };
  return (await build(app).file({ ...made, ...given })).id;
}

async function release(...fileIds: string[]): Promise<void> {
  const { id: projectId, engineerId: actorId } = own.project;
  const released = { releaseId: randomUUID(), projectId, actorId, fileIds, masters: true, revisions: false };
  await app.database.transaction(async (tx) => tx.emit(mastersReleased, released));
  await drain(app.database);
}

const news = async (caller: Caller) =>
  (await caller.get<NotificationView[]>('/api/notifications')).data
    .filter(({ type }) => type.startsWith('delivery_') || type === 'masters_available' || type === 'invoice_paid')
    .map(({ type, message }) => [type, message]);

async function mails(): Promise<Email[]> {
  const folder = mailFolder(app.config);
  const names = await readdir(folder).catch(() => []);
  const all = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return all.filter(({ to }) => to?.[0]?.address === own.client.email);
}

const READY = ['delivery_ready', 'Your finals of “Night Songs” are ready to download: 1 file'];

async function makeLink(caller: Caller, body: object = {}): Promise<{ id: string; path: string }> {
  const made = { projectId: own.project.id, purpose: 'delivery', name: 'Label', ...body };
  const { data } = await caller.post<ShareLinkView>('/api/share-links', made);
  return { id: data.id, path: new URL(data.url).pathname };
}

const fetchFile = async (path: string, fileId: string) => {
  const response = await app.anonymous.fetch(`${path}/files/${fileId}/a.wav`);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  const fetched = () =>
    app.database.query('SELECT FROM share_link_fetches WHERE file_id = $1 AND completed_at IS NOT NULL', [fileId]);
  await until('the download is recorded', async () => (await fetched()).length > 0);
};

describe('a release of finals that are unlocked', () => {
  it('is announced once as a delivery, with its tracks, the changes and the link', async () => {
    await release(streaming);
    await release(streaming);
    expect(await news(client)).toEqual([READY]);
    const cd = await addFinal('cd_master');
    await release(cd);
    expect(await news(client)).toEqual([
      ['delivery_ready', 'Edition 2 of “Night Songs” is ready to download: 2 files'],
      READY,
    ]);
    const mail = (await mails()).find(({ subject }) => subject?.startsWith('Edition 2'));
    expect(mail!.text).toContain('Your delivery is ready');
    expect(mail!.text).toContain('Ember (CD Master) is new');
    expect(mail!.text).toContain('1. Ember: Streaming Master, CD Master');
    expect(mail!.text).toMatch(/Open the delivery: http/);
    expect(await news(engineer)).toEqual([]);
  });

  it('is not mailed to people who have switched it off', async () => {
    await client.put('/api/notifications/preferences', { type: 'delivery_ready', email: false });
    await release(streaming);
    expect(await news(client)).toEqual([READY]);
    expect(await mails()).toEqual([]);
  });
});

describe('finals that are locked', () => {
  beforeEach(() => app.database.query(`UPDATE projects SET status = 'preview_ready' WHERE id = $1`, [own.project.id]));

  it('are announced when they unlock by hand, not before', async () => {
    await release(streaming);
    expect(await news(client)).toEqual([['masters_available', 'A new master is available in “Night Songs”']]);
    await engineer.put(`/api/projects/${own.project.id}`, { status: 'delivered' });
    await drain(app.database);
    expect((await news(client))[0]).toEqual(READY);
  });

  it('are announced with the confirmation of the payment, or separately if that is switched off', async () => {
    await build(app).quote({ projectId: own.project.id, status: 'accepted' });
    const invoice = await build(app).invoice({ projectId: own.project.id });
    await engineer.put(`/api/invoices/${invoice.id}/status`, { status: 'paid' });
    await drain(app.database);
    expect(await news(client)).toEqual([['invoice_paid', expect.stringMatching(/your finals of .* are ready$/)]]);
    await release(streaming);
    expect(await news(client)).toHaveLength(1);
  });
});

it('finals that are uploaded one by one are announced together after a while', async () => {
  await release(streaming);
  await addFinal('cd_master', { completedAt: new Date(Date.now() + 1_000) });
  await addFinal('vinyl_master', { completedAt: new Date(Date.now() + 2_000) });
  const sweep = () => worker.get(DeliveryNewsWorker).announceUploads();
  await sweep();
  expect(await news(client)).toHaveLength(1);
  jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 11 * 60_000));
  await sweep();
  await sweep();
  expect(await news(client)).toEqual([
    ['delivery_ready', 'Edition 2 of “Night Songs” is ready to download: 3 files'],
    READY,
  ]);
});

describe('a link', () => {
  it('through which a whole edition was downloaded is reported to the engineer once', async () => {
    const cd = await addFinal('cd_master');
    await release(streaming, cd);
    const { path } = await makeLink(client);
    await fetchFile(path, streaming);
    await drain(app.database);
    expect(await news(engineer)).toEqual([]);
    await fetchFile(path, cd);
    await fetchFile(path, cd);
    const told = [['delivery_fetched', '“Label” has downloaded all of edition 1 of “Night Songs”']];
    await until('the engineer is told', async () => (await news(engineer)).length > 0);
    await drain(app.database);
    expect(await news(engineer)).toEqual(told);
    const newer = await addFinal('cd_master', { parentFileId: cd });
    await release(newer);
    await fetchFile(path, newer);
    await until('the engineer is told of edition 2', async () => (await news(engineer)).length > 1);
  });
});

describe('a delivery that is not downloaded', () => {
  const sweep = async (days: number) => {
    jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + days * DAY_MS));
    await worker.get(DeliveryRemindersWorker).sweep();
    jest.restoreAllMocks();
    await drain(app.database);
  };
  const reminders = async (caller: Caller) => (await news(caller)).filter(([type]) => type === 'delivery_reminder');

  it('causes one reminder to the maker of the link and one to the client', async () => {
    await release(streaming, await addFinal('cd_master'));
    const { path } = await makeLink(engineer);
    await fetchFile(path, streaming);
    await sweep(6);
    expect([await reminders(engineer), await reminders(client)]).toEqual([[], []]);
    await sweep(8);
    await sweep(9);
    expect(await reminders(engineer)).toEqual([
      ['delivery_reminder', '“Label” still lacks 1 of 2 files of edition 1 of “Night Songs” after 7 days'],
    ]);
    expect(await reminders(client)).toEqual([
      [
        'delivery_reminder',
        'The finals of “Night Songs” have been ready for 7 days, and nobody has downloaded all of them',
      ],
    ]);
  });

  it('causes no reminder when it was downloaded, when the link has ended, or when the studio has switched them off', async () => {
    await release(streaming);
    const { path } = await makeLink(engineer);
    const ended = await makeLink(client);
    await client.delete(`/api/share-links/${ended.id}`);
    await fetchFile(path, streaming);
    await until('the engineer is told', async () => (await news(engineer)).length > 0);
    await sweep(8);
    await engineer.put('/api/studio/settings', { deliveryReminderDays: 0 });
    await release(await addFinal('cd_master'));
    await sweep(30);
    expect([await reminders(engineer), await reminders(client)]).toEqual([[], []]);
  });

  it('reminds a client of their own link only', async () => {
    await release(streaming);
    await makeLink(client);
    await sweep(8);
    expect(await reminders(client)).toEqual([
      ['delivery_reminder', '“Label” has not downloaded edition 1 of “Night Songs” after 7 days'],
    ]);
  });
});
