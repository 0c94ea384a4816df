import { beforeEach, describe, expect, it } from '@jest/globals';
import { IsNull, Not } from 'typeorm';
import type { SlotType } from '../../platform/domain-words.js';
import { build } from '../../testing/build.js';
import { until } from '../../testing/until.js';
import { useApp } from '../../testing/use-app.js';
import { Approval } from '../files/approval.entity.js';
import type { ProjectFile } from '../files/file.entity.js';
import { FileDownload } from '../files/file-download.entity.js';
import { Project } from '../projects/project.entity.js';
import { Slot } from '../tracks/slot.entity.js';
import type { Track } from '../tracks/track.entity.js';
import type { OrdersView } from './orders.schema.js';
import { Quote } from './quote.entity.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs', status: 'paid' } });
const BYTES = 'lacquer'.repeat(100);
let tracks: Track[];

beforeEach(async () => {
  const made = [await build(app).track({ projectId: own.project.id, title: 'Ember' })];
  made.push(await build(app).track({ projectId: own.project.id, title: 'Ash' }));
  tracks = made.map(({ track }) => track);
});

const line = (given: object) => ({
  description: 'x',
  quantity: 1,
  unitCents: 1,
  ordered: null,
  trackIds: [],
  ...given,
});
const order = (...lines: object[]) =>
  build(app).quote({
    projectId: own.project.id,
    status: 'accepted',
    isCurrent: false,
    lines: lines.map(line),
  });
const read = async (caller = engineer) => (await caller.get<OrdersView>(`/api/orders/projects/${own.project.id}`)).data;
const setStatus = (status: string) => engineer.put(`/api/projects/${own.project.id}`, { status });
const status = async () => (await app.database.manager.findOneByOrFail(Project, { id: own.project.id })).status;

async function release(track: Track, slotType: SlotType = 'streaming_master'): Promise<ProjectFile> {
  const objectKey = `finals/${track.id}-${slotType}`;
  await app.platform.storage.put(objectKey, Buffer.from(BYTES), { contentType: 'audio/wav' });
  const audio = await build(app).audio({ objectKey, sizeBytes: BYTES.length, sha256: 'ab'.repeat(32) });
  const file = await build(app).file({ projectId: own.project.id, trackId: track.id, slotType, audioId: audio.id });
  await app.database.manager.update(Slot, { trackId: track.id, slotType }, { fileId: file.id });
  return file;
}
const download = async (file: ProjectFile) => (await client.fetch(`/api/files/download/${file.id}`)).arrayBuffer();

describe('the orders of a project', () => {
  it('show staged files to the engineer, and only what is here to the client', async () => {
    await order({ ordered: 'streaming_master' }, { ordered: 'ddp' });
    const staged = await build(app).stagingFile({ projectId: own.project.id, status: 'assigned' });
    const first = { trackId: tracks[0]!.id, slotType: 'streaming_master' } as const;
    await app.database.manager.update(Slot, first, { stagingFileId: staged.id });
    const file = await release(tracks[1]!);
    const seen = await read();
    expect(seen.tracks.map(({ cells }) => cells[0])).toMatchObject([
      { kind: 'streaming_master', isOrdered: true, state: 'staged', stagingFileId: staged.id },
      { state: 'released', fileId: file.id },
    ]);
    expect(seen.missing).toEqual(['Streaming Master of “Ember”', 'DDP image']);
    const clients = await read(client);
    expect(clients.tracks[0]!.cells[0]).toMatchObject({ state: 'missing', stagingFileId: null });
    expect(clients.missing).toEqual(seen.missing);
  });

  it('show what the client has approved', async () => {
    const file = await release(tracks[0]!);
    const approval = { fileId: file.id, userId: own.client.id, verdict: 'approved', sha256: 'ab'.repeat(32) } as const;
    await app.database.manager.insert(Approval, approval);
    expect((await read()).tracks[0]!.cells[0]!.state).toBe('approved');
    await app.database.manager.update(Approval, { fileId: file.id }, { sha256: 'cd'.repeat(32) });
    expect((await read()).tracks[0]!.cells[0]!.state).toBe('released');
  });

  it('count the newest version of each deliverable, and show what is staged', async () => {
    const projectId = own.project.id;
    await order({ ordered: 'vinyl_sides' }, { ordered: 'other' });
    for (const [at, side] of ['A', 'B'].entries()) {
      await app.database.query('INSERT INTO album_tracks (track_id, side) VALUES ($1, $2)', [tracks[at]!.id, side]);
    }
    const sideA = { kind: 'vinyl_side', title: '', side: 'A' } as const;
    const first = await build(app).file({ projectId, deliverable: sideA });
    const second = await build(app).file({ projectId, deliverable: sideA, parentFileId: first.id });
    const sheet = { kind: 'lyrics', title: '', side: null, trackId: null } as const;
    const staged = await build(app).stagingFile({ projectId, status: 'assigned', deliverable: sheet });
    const seen = await read();
    expect(seen.album).toMatchObject([
      { kind: 'ddp', isOrdered: false, state: null },
      { kind: 'vinyl_sides', state: 'missing', wanted: 2, received: 1, fileId: second.id },
      { kind: 'atmos', state: null },
      { kind: 'other', state: 'staged', stagingFileId: staged.id },
    ]);
    expect(seen.missing).toEqual(['Vinyl sides (1 of 2 released)', 'Other deliverable']);
    expect((await read(client)).album.at(-1)).toMatchObject({ state: 'missing', stagingFileId: null });
    await build(app).file({ projectId, deliverable: { ...sideA, side: 'B' } });
    await build(app).file({ projectId, deliverable: { kind: 'lyrics', title: '', side: null } });
    expect((await setStatus('delivered')).data.status).toBe('delivered');
  });

  it('come from accepted quotes only', async () => {
    await order({ ordered: 'vinyl_master' });
    await app.database.manager.update(Quote, { projectId: own.project.id }, { status: 'rejected' });
    expect((await read()).missing).toEqual([]);
  });
});

describe('a project with something ordered and missing', () => {
  it('cannot be set to delivered, and the error names it', async () => {
    await order({ ordered: 'streaming_master', trackIds: tracks.map(({ id }) => id) }, { ordered: 'vinyl_sides' });
    const refused = await setStatus('delivered');
    expect([refused.status, refused.code, refused.message]).toEqual([
      409,
      'ordered_missing',
      'Ordered and not released yet: Streaming Master of “Ember”, Streaming Master of “Ash”, and Vinyl sides',
    ]);
    expect(await status()).toBe('paid');
    for (const other of ['approved', 'in_progress']) expect((await setStatus(other)).status).toBe(200);
  });

  it('names three things and counts the others', async () => {
    await order({ ordered: 'cd_master' }, { ordered: 'hires_master' });
    const { message, details } = await setStatus('delivered');
    expect(message).toMatch(/^Ordered and not released yet: .*, and 1 more$/);
    expect((details as { missing: string[] }).missing).toHaveLength(4);
  });

  it('can be delivered once everything is released', async () => {
    await order({ ordered: 'streaming_master' });
    for (const track of tracks) {
      expect((await setStatus('delivered')).status).toBe(409);
      await release(track);
    }
    expect((await setStatus('delivered')).data.status).toBe('delivered');
  });

  it('stays paid when the client has downloaded what is there, and is delivered with the rest', async () => {
    await order({ ordered: 'streaming_master' });
    const first = await release(tracks[0]!);
    await download(first);
    await until('the download to be recorded', () =>
      app.database.manager.existsBy(FileDownload, { fileId: first.id, completedAt: Not(IsNull()) }),
    );
    expect(await status()).toBe('paid');
    await download(await release(tracks[1]!));
    await until('the project to be delivered', async () => (await status()) === 'delivered');
  });

  it('can be delivered as before when no line names a thing', async () => {
    await order({});
    expect((await setStatus('delivered')).status).toBe(200);
  });
});
