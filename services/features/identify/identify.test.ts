import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import { useApp } from '../../testing/use-app.js';
import type { ProjectFile } from '../files/file.entity.js';
import { EditionsService } from '../sharing/editions.service.js';
import { Slot } from '../tracks/slot.entity.js';
import type { Track } from '../tracks/track.entity.js';
import type { Identity } from './identify.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });
const SHA = (letter: string) => letter.repeat(64);
let track: Track;
let old: ProjectFile;

beforeEach(async () => {
  ({ track } = await build(app).track({ projectId: own.project.id, title: 'Ember' }));
  old = await release(SHA('a'));
  await freeze();
});

async function release(sha256: string, given: Partial<ProjectFile> = {}): Promise<ProjectFile> {
  const audio = await build(app).audio({ sha256, samplesSha256: sha256.replace(/.$/, '0') });
  const place = { trackId: track.id, slotType: 'cd_master' } as const;
  const file = await build(app).file({ projectId: own.project.id, audioId: audio.id, ...place, ...given });
  await app.database.manager.update(Slot, place, { fileId: file.id });
  return file;
}
const freeze = () => app.get(EditionsService).freeze(own.project.id);
const ask = async (body: object, caller = client) =>
  (await caller.post<Identity>(`/api/identify/projects/${own.project.id}`, body)).data;

describe('a person of the project', () => {
  it('sees which edition contains a file, and that it is older', async () => {
    expect(await ask({ sha256: SHA('a') })).toEqual({
      match: 'exact',
      isOlder: false,
      fileId: old.id,
      sentence: 'This is track 1 “Ember”, CD Master, edition 1.',
    });
    const next = await release(SHA('b'), { parentFileId: old.id, fileType: 'revision' });
    await freeze();
    expect(await ask({ sha256: SHA('b') })).toMatchObject({
      fileId: next.id,
      sentence: expect.stringMatching(/edition 2\.$/),
    });
    expect(await ask({ sha256: SHA('a') })).toMatchObject({
      isOlder: true,
      sentence: expect.stringMatching(/edition 1\.$/),
    });
    const retagged = { sha256: SHA('c'), samplesSha256: SHA('b').replace(/.$/, '0') };
    expect(await ask(retagged)).toMatchObject({ match: 'samples', fileId: next.id });
  });

  it('sees nothing of staging, unlike the engineer', async () => {
    const audio = await build(app).audio({ sha256: SHA('d') });
    await build(app).stagingFile({ projectId: own.project.id, audioId: audio.id, originalName: 'secret.wav' });
    expect((await ask({ sha256: SHA('d') })).match).toBe('none');
    expect(await ask({ sha256: SHA('d') }, engineer)).toMatchObject({ match: 'exact', fileId: null });
  });

  it('sees nothing of other projects and deleted files', async () => {
    const other = await build(app).project({ studioId: own.studio.id, clientId: own.client.id });
    const audio = await build(app).audio({ sha256: SHA('e') });
    await build(app).file({ projectId: other.project.id, audioId: audio.id });
    expect((await ask({ sha256: SHA('e') }, engineer)).match).toBe('none');
    await release(SHA('f'), { deletedAt: new Date() });
    expect((await ask({ sha256: SHA('f') })).match).toBe('none');
  });

  it.each([
    ['no checksum', {}],
    ['a checksum of another kind', { sha256: 'ab' }],
    ['a fingerprint that is too long', { sha256: SHA('a'), fingerprint: Array.from({ length: 1_001 }, () => 1) }],
    ['a fingerprint of fractions', { sha256: SHA('a'), fingerprint: [0.5] }],
    ['a negative length', { sha256: SHA('a'), durationS: -1 }],
  ])('is refused with %s', async (_, body) => {
    const path = `/api/identify/projects/${own.project.id}`;
    expect((await client.post(path, body)).status).toBe(400);
  });
});

describe('a visitor of a link', () => {
  const asked = (token: string, body: object) => app.anonymous.post<Identity>(`/api/identify/links/${token}`, body);
  const linkTo = (given: object) => build(app).shareLink({ projectId: own.project.id, purpose: 'delivery', ...given });

  it('sees the finals of the link, and no others', async () => {
    const { token } = await linkTo({ formats: ['vinyl_master'] });
    expect((await asked(token, { sha256: SHA('a') })).data.match).toBe('none');
    const { token: all } = await linkTo({});
    expect((await asked(all, { sha256: SHA('a') })).data).toMatchObject({ match: 'exact', isOlder: false });
    const mix = await release(SHA('9'), { fileType: 'upload', trackId: null, slotType: null });
    expect((await asked(all, { sha256: SHA('9') })).data.match).toBe('none');
    expect((await ask({ sha256: SHA('9') })).fileId).toBe(mix.id);
  });

  it('sees that a file is older once there is a newer edition', async () => {
    const { token } = await linkTo({});
    await release(SHA('b'), { parentFileId: old.id, fileType: 'revision' });
    await freeze();
    expect((await asked(token, { sha256: SHA('a') })).data).toMatchObject({ isOlder: true });
  });

  it('needs the password of the link and a link that has not ended', async () => {
    const { token } = await linkTo({ passwordHash: 'x' });
    expect((await asked(token, { sha256: SHA('a') })).status).toBe(403);
    const { token: ended } = await linkTo({ revokedAt: new Date() });
    expect((await asked(ended, { sha256: SHA('a') })).status).toBe(410);
    const { token: listening } = await linkTo({ purpose: 'listening' });
    expect((await asked(listening, { sha256: SHA('a') })).status).toBe(404);
    expect((await asked('x'.repeat(43), { sha256: SHA('a') })).status).toBe(404);
  });

  it('may ask forty times a minute', async () => {
    const { token } = await linkTo({});
    await app.database.query('DELETE FROM rate_limits');
    const statuses: number[] = [];
    for (let n = 0; n < 41; n++) statuses.push((await asked(token, { sha256: SHA('8') })).status);
    expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});
