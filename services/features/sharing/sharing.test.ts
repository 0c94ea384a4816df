import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { build } from '../../testing/build.js';
import type { Caller } from '../../testing/caller.js';
import { drain } from '../../testing/events/drain.js';
import { useApp } from '../../testing/use-app.js';
import type { Audio } from '../audio/audio.entity.js';
import { type CommentView, MAX_GUEST_COMMENTS, MAX_PROJECT_COMMENTS } from '../comments/comments.schema.js';
import type { ProjectFile } from '../files/file.entity.js';
import { User } from '../users/user.entity.js';
import { ShareLink } from './share-link.entity.js';
import type { ProjectLinks, SharedComment, SharedRecord, ShareLinkView } from './sharing.schema.js';

const { app, own, engineer, client } = useApp({ worker: true, project: { title: 'Night Songs' } });
const SOUND = Buffer.from('not really an MP3, but a hundred bytes would not be either');

let visits = 0;
let visitor: Caller;
let tracks: { id: string; file: ProjectFile }[];

beforeEach(async () => {
  visitor = app.anonymous.with({ 'x-forwarded-for': `203.0.113.${(visits += 1)}` });
  tracks = [];
  for (const title of ['Ember', 'Glass']) {
    const { track } = await build(app).track({ projectId: own.project.id, title });
    tracks.push({ id: track.id, file: await release(track.id) });
  }
});

async function release(trackId: string | null, given: Partial<ProjectFile> = {}): Promise<ProjectFile> {
  const previewKey = `test/${randomUUID()}/preview.mp3`;
  await app.platform.storage.put(previewKey, SOUND, { contentType: 'audio/mpeg', sizeBytes: SOUND.length });
  const facts = { durationS: 200, sampleRateHz: 44_100 } as Audio['facts'];
  const { id: audioId } = await build(app).audio({ state: 'done', facts, previewKey });
  const slotType = trackId ? 'streaming_master' : null;
  return build(app).file({ projectId: own.project.id, audioId, trackId, slotType, originalName: 'a.wav', ...given });
}

async function share(body: object = {}, caller = engineer): Promise<ShareLinkView & { token: string }> {
  const { status, data } = await caller.post<ShareLinkView>('/api/share-links', {
    projectId: own.project.id,
    purpose: 'listening',
    name: 'Label',
    ...body,
  });
  expect(status).toBe(201);
  return { ...data, token: data.url.split('/').at(-1)! };
}
const record = (token: string, caller = visitor) => caller.get<SharedRecord>(`/api/shared/${token}/record`);
const preview = (token: string, fileId: string, caller = visitor) =>
  caller.fetch(`/api/shared/${token}/files/${fileId}/preview`, { headers: { range: 'bytes=0-9' } });
const links = async (caller = engineer) =>
  (await caller.get<ProjectLinks>(`/api/share-links/project/${own.project.id}`)).data.links;

describe('a listening link', () => {
  it('has a preview of an earlier version made again once a visitor listens', async () => {
    const { token } = await share();
    const { id, audioId } = tracks[0]!.file;
    const state = async () => (await app.database.query('SELECT state FROM audio WHERE id = $1', [audioId]))[0];
    await app.database.query(`UPDATE audio SET facts = facts || '{"engine": "earlier"}' WHERE id = $1`, [audioId]);
    await record(token);
    expect(await state()).toEqual({ state: 'done' });
    expect((await preview(token, id)).status).toBe(206);
    expect(await state()).not.toEqual({ state: 'done' });
  });

  it('plays the newest masters in order without an account, and nothing else', async () => {
    const { token, url } = await share();
    expect(url).toBe(`${app.config.publicUrl}/l/${token}`);
    const newer = await release(tracks[0]!.id, { parentFileId: tracks[0]!.file.id });
    await release(tracks[1]!.id, { slotType: 'vinyl_master' });
    await build(app).file({ projectId: own.project.id, fileType: 'upload' });
    await engineer.put(`/api/projects/${own.project.id}/metadata`, { release: { artist: 'The Embers' } });
    const { data, headers } = await record(token);
    expect(data).toEqual({
      title: 'Night Songs',
      artist: 'The Embers',
      cover: null,
      studio: { name: 'Studio', logo: '' },
      commentsAllowed: false,
      endsAt: null,
      tracks: [
        expect.objectContaining({ fileId: newer.id, trackNumber: 1, title: 'Ember', durationS: 200, hasPreview: true }),
        expect.objectContaining({ fileId: tracks[1]!.file.id, trackNumber: 2, title: 'Glass' }),
      ],
    });
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.getSetCookie()).toEqual([]);
    const sound = await preview(token, newer.id);
    expect([sound.status, await sound.text()]).toEqual([206, SOUND.toString().slice(0, 10)]);
    expect((await preview(token, tracks[0]!.file.id)).status).toBe(404);
  });

  it('says which track is still being prepared, and which cannot be played', async () => {
    const { token } = await share();
    const stateOf = async (state: Audio['state']) => {
      const { audioId } = tracks[1]!.file;
      await app.database.query('UPDATE audio SET preview_key = NULL, state = $2 WHERE id = $1', [audioId, state]);
      return (await record(token)).data.tracks.map(({ hasPreview, isPreparing }) => [hasPreview, isPreparing]);
    };
    expect(await stateOf('running')).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await stateOf('failed')).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it('says how long the silence before each track of the album is', async () => {
    const { token } = await share();
    expect((await record(token)).data.tracks.map(({ gapS }) => gapS)).toEqual([0, 2]);
  });

  it('shows the cover, and no longer once the link has ended', async () => {
    const { token, id } = await share();
    const cover = () => visitor.fetch(`/api/shared/${token}/cover`);
    expect((await cover()).status).toBe(404);
    const body = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await engineer.fetch(`/api/projects/${own.project.id}/metadata/cover`, { method: 'PUT', body });
    expect((await record(token)).data.cover).toMatch(/^[\da-f]{64}$/);
    const { status, headers } = await cover();
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await engineer.delete(`/api/share-links/${id}`);
    expect((await cover()).status).toBe(410);
  });

  it('can be restricted to some tracks', async () => {
    const { token } = await share({ trackIds: [tracks[1]!.id] });
    expect((await record(token)).data.tracks.map(({ title }) => title)).toEqual(['Glass']);
    expect((await preview(token, tracks[0]!.file.id)).status).toBe(404);
    const { track } = await build(app).track();
    const body = { projectId: own.project.id, purpose: 'listening', name: 'Label', trackIds: [track.id] };
    expect(await engineer.post('/api/share-links', body)).toMatchObject({ status: 422, code: 'unknown_track' });
  });

  it('ends when either side revokes it, and when it expires', async () => {
    const [byEngineer, byClient, ending] = [await share(), await share({}, client), await share()];
    const { file } = tracks[0]!;
    expect((await preview(byEngineer.token, file.id)).status).toBe(206);
    expect((await client.delete(`/api/share-links/${byEngineer.id}`)).data).toMatchObject({ state: 'revoked' });
    expect((await engineer.delete(`/api/share-links/${byClient.id}`)).status).toBe(200);
    await app.database.query(`UPDATE share_links SET ends_at = now() - interval '1 second' WHERE id = $1`, [ending.id]);
    for (const { token } of [byEngineer, byClient, ending]) {
      expect(await record(token)).toMatchObject({ status: 410, code: 'link_ended' });
      expect((await preview(token, file.id)).status).toBe(410);
    }
    expect((await links()).map(({ state }) => state)).toEqual(['expired', 'revoked', 'revoked']);
    const late = { projectId: own.project.id, purpose: 'listening', name: 'Label', endsAt: '2020-01-01T00:00:00.000Z' };
    expect(await engineer.post('/api/share-links', late)).toMatchObject({ status: 422, code: 'end_has_passed' });
  });

  it('can be changed at the same address', async () => {
    const { id, token, url } = await share({ password: 'open sesame', endsAt: '2099-01-01T00:00:00.000Z' });
    const update = (body: object, caller = engineer) => caller.put<ShareLinkView>(`/api/share-links/${id}`, body);
    const changed = await update({ name: 'Radio', password: null, endsAt: null, trackIds: [tracks[1]!.id] }, client);
    expect(changed.data).toMatchObject({ name: 'Radio', url, hasPassword: false, endsAt: null });
    expect((await record(token)).data.tracks.map(({ title }) => title)).toEqual(['Glass']);
    expect((await update({ password: 'another one' })).data).toMatchObject({ name: 'Radio', hasPassword: true });
    expect((await record(token)).status).toBe(403);
    expect(await update({ endsAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({ status: 422, code: 'end_has_passed' });
    const { track } = await build(app).track();
    expect(await update({ trackIds: [track.id] })).toMatchObject({ status: 422, code: 'unknown_track' });
    expect((await update({ name: ' ' })).status).toBe(400);
  });

  it('gets a new address when it is renewed, also after it has ended', async () => {
    const { id, token } = await share();
    const renew = async () => {
      const { status, data } = await engineer.post<ShareLinkView>(`/api/share-links/${id}/renew`);
      expect([status, data.state]).toEqual([201, 'active']);
      return data.url.split('/').at(-1)!;
    };
    await record(token);
    const second = await renew();
    expect([(await record(token)).status, (await record(second)).status]).toEqual([404, 200]);
    await engineer.delete(`/api/share-links/${id}`);
    expect(await engineer.put(`/api/share-links/${id}`, { name: 'Radio' })).toMatchObject({ status: 409 });
    await app.database.query(`UPDATE share_links SET ends_at = now() - interval '1 day' WHERE id = $1`, [id]);
    const third = await renew();
    expect([(await record(second)).status, (await record(third)).status]).toEqual([404, 200]);
    expect((await links())[0]).toMatchObject({ id, endsAt: null, url: expect.stringContaining(third) });
  });

  it('answers like an unknown one while its token is wrong or its project is deleted', async () => {
    const { token } = await share();
    const unknown = await record('x'.repeat(43));
    expect(unknown).toMatchObject({ status: 404, message: 'Link not found' });
    const textOf = ({ json }: { json: unknown }) => JSON.stringify({ ...(json as object), requestId: null });
    for (const wrong of ['short', `${token.slice(0, -1)}!`, 'delivery']) {
      const other = wrong === 'delivery' ? (await share({ purpose: 'delivery' })).token : wrong;
      expect(textOf(await record(other))).toBe(textOf(unknown));
    }
    await app.database.query('UPDATE projects SET trashed_at = now() WHERE id = $1', [own.project.id]);
    expect((await record(token)).status).toBe(404);
    expect((await preview(token, tracks[0]!.file.id)).status).toBe(404);
  });

  it('is stored without its token and its password', async () => {
    const { id, token } = await share({ password: 'open sesame' });
    const stored = JSON.stringify(await app.database.manager.findOneBy(ShareLink, { id }));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('open sesame');
  });
});

describe('a password', () => {
  const enter = (token: string, password: string, caller = visitor) =>
    caller.post(`/api/shared/${token}/password`, { password });

  it('is asked for before anything is shown, and remembered in one cookie', async () => {
    const { token } = await share({ password: 'open sesame', commentsAllowed: true });
    const { file } = tracks[0]!;
    const before = await record(token);
    expect(before).toMatchObject({ status: 403, code: 'password_needed' });
    expect(JSON.stringify(before.json)).not.toContain('Night Songs');
    expect((await preview(token, file.id)).status).toBe(403);
    expect((await visitor.get(`/api/shared/${token}/comments`)).status).toBe(403);
    expect(await enter(token, 'open barley')).toMatchObject({ status: 400, code: 'wrong_password' });
    const [cookie] = (await enter(token, 'open sesame')).headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    const inside = visitor.with({ cookie: cookie!.split(';')[0]! });
    expect((await record(token, inside)).data.title).toBe('Night Songs');
    expect((await preview(token, file.id, inside)).status).toBe(206);
    const other = await share({ password: 'open sesame' });
    expect((await record(other.token, inside)).status).toBe(403);
  });

  it('cannot be guessed quickly', async () => {
    const { token } = await share({ password: 'open sesame' });
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1) statuses.push((await enter(token, `guess ${n}`)).status);
    expect(statuses).toContain(429);
    expect((await enter(token, 'open sesame')).status).toBe(429);
  });
});

describe('links of a person', () => {
  it.each<[string, (person: string, caller: Caller) => Promise<unknown>]>([
    ['was removed', (person) => client.delete(`/api/projects/${own.project.id}/people/${person}`)],
    [
      'decides no longer',
      (person) => client.put(`/api/projects/${own.project.id}/people/${person}`, { role: 'comments' }),
    ],
    ['left', (person, caller) => caller.delete(`/api/projects/${own.project.id}/people/${person}`)],
    ['was suspended', (person) => engineer.post(`/api/clients/${person}/suspend`)],
  ])('end when the person %s, until somebody renews them', async (_what, change) => {
    const person = await build(app).person(own.project.id, 'decides');
    const made = await share({}, app.as(person));
    const others = await share();
    expect((await record(made.token)).status).toBe(200);
    await change(person.id, app.as(person));
    expect((await record(made.token)).status).toBe(410);
    expect((await preview(made.token, tracks[0]!.file.id)).status).toBe(410);
    expect((await record(others.token)).status).toBe(200);
    expect((await links()).map(({ id, state }) => [id, state])).toEqual([
      [others.id, 'active'],
      [made.id, 'revoked'],
    ]);
    expect((await client.put(`/api/share-links/${made.id}`, { name: 'Radio' })).code).toBe('link_ended');
    const { data } = await client.post<ShareLinkView>(`/api/share-links/${made.id}/renew`);
    expect(data).toMatchObject({ state: 'active', createdByName: own.client.name });
    expect((await record(data.url.split('/').at(-1)!)).status).toBe(200);
    expect((await record(made.token)).status).toBe(404);
  });

  it.each<[string, (person: string, caller: Caller) => Promise<unknown>]>([
    ['was removed', (person) => client.delete(`/api/projects/${own.project.id}/people/${person}`)],
    ['left', (person, caller) => caller.delete(`/api/projects/${own.project.id}/people/${person}`)],
    ['commented only', (person) => giveRole(person, 'comments')],
  ])('stay ended when the person %s and decides again, and new ones work', async (_what, change) => {
    const person = await build(app).person(own.project.id, 'decides');
    const made = await share({}, app.as(person));
    await change(person.id, app.as(person));
    const { email } = await app.database.manager.findOneByOrFail(User, { id: person.id });
    await client.post(`/api/projects/${own.project.id}/people`, { name: 'Pat', email, role: 'decides' });
    await giveRole(person.id, 'decides');
    const newer = await share({}, app.as(person));
    expect([(await record(made.token)).status, (await record(newer.token)).status]).toEqual([410, 200]);
    const { data } = await app.as(person).post<ShareLinkView>(`/api/share-links/${made.id}/renew`);
    expect((await record(data.url.split('/').at(-1)!)).status).toBe(200);
  });

  it('go on when the person is let in again after a suspension', async () => {
    const person = await build(app).person(own.project.id, 'decides');
    const made = await share({}, app.as(person));
    await engineer.post(`/api/clients/${person.id}/suspend`);
    expect((await record(made.token)).status).toBe(410);
    await engineer.post(`/api/clients/${person.id}/resume`);
    expect((await record(made.token)).status).toBe(200);
  });

  const giveRole = (person: string, role: string) =>
    client.put(`/api/projects/${own.project.id}/people/${person}`, { role });
});

describe('a guest’s comment', () => {
  const comment = (token: string, body: object = {}) =>
    visitor.post(`/api/shared/${token}/comments`, {
      fileId: tracks[0]!.file.id,
      name: 'Ann',
      comment: 'Less bass',
      timestampSeconds: 65,
      ...body,
    });
  const thread = async () => (await engineer.get<CommentView[]>(`/api/comments/project/${own.project.id}`)).data;

  it('is shown with its name to both sides and in the link, with their answer', async () => {
    const { token } = await share({ commentsAllowed: true });
    expect((await comment(token)).status).toBe(201);
    const [first] = await thread();
    expect(first).toMatchObject({ userName: 'Ann', guest: true, fileId: tracks[0]!.file.id, timestampSeconds: 65 });
    expect(first!.can).toEqual({ update: false, delete: true, resolve: true });
    await client.post('/api/comments', { projectId: own.project.id, parentId: first!.id, comment: 'Agreed' });
    await client.post('/api/comments', { projectId: own.project.id, comment: 'Between us' });
    await engineer.post('/api/comments', { projectId: own.project.id, parentId: first!.id, comment: 'Done' });
    const { data } = await visitor.get<SharedComment[]>(`/api/shared/${token}/comments`);
    expect(data.map(({ author, comment, writtenBy }) => [author, comment, writtenBy])).toEqual([
      ['Ann', 'Less bass', 'guest'],
      [own.client.name, 'Agreed', 'project'],
      [own.engineer.name, 'Done', 'studio'],
    ]);
    const exported = await client.fetch(`/api/comments/project/${own.project.id}/export?format=csv`);
    expect(await exported.text()).toContain('Ann (guest)');
    await drain(app.database);
    for (const party of [engineer, client]) {
      const { data: news } = await party.get<{ message: string }[]>('/api/notifications');
      expect(news.map(({ message }) => message)).toContain(
        'Ann (guest) commented on a.wav at 1:05 in “Night Songs”: Less bass',
      );
    }
    expect((await client.delete(`/api/comments/${first!.id}`)).status).toBe(403);
    expect((await engineer.delete(`/api/comments/${first!.id}`)).status).toBe(200);
  });

  it.each([
    ['in a link that allows none', { commentsAllowed: false }, {}, 404],
    ['without a name', {}, { name: ' ' }, 400],
    ['without a text', {}, { comment: '' }, 400],
    ['after the end', {}, { timestampSeconds: 201 }, 422],
    ['about another file', {}, { fileId: '01900000-0000-7000-8000-00000000ffff' }, 404],
  ])('is refused %s', async (_, link, body, status) => {
    const { token } = await share({ commentsAllowed: true, ...link });
    expect((await comment(token, body)).status).toBe(status);
    expect(await thread()).toEqual([]);
  });

  it.each(['Night Mastering', 'night  mastering!', 'Ada B', '\u0410d\u0430 B', 'A\u200bda B'])(
    'cannot be signed as the studio: %s',
    async (name) => {
      await app.database.query(`UPDATE studios SET name = 'Night Mastering' WHERE id = $1`, [own.studio.id]);
      await app.database.query(`UPDATE users SET name = 'Ada B' WHERE id = $1`, [own.engineer.id]);
      const { token } = await share({ commentsAllowed: true });
      expect(await comment(token, { name })).toMatchObject({ status: 422, code: 'studio_name' });
      expect((await comment(token, { name: 'Ada Bo' })).status).toBe(201);
    },
  );

  it('counts for a limit of its own', async () => {
    const { id, token } = await share({ commentsAllowed: true });
    await app.database.query(
      `INSERT INTO comments (project_id, user_id, guest_name, share_link_id, comment)
       SELECT $1, $2, 'Ann', $3, 'x' FROM generate_series(1, $4)`,
      [own.project.id, own.engineer.id, id, MAX_GUEST_COMMENTS],
    );
    expect((await comment(token)).code).toBe('too_many_comments');
    await app.database.query(
      `INSERT INTO comments (project_id, user_id, comment) SELECT $1, $2, 'x' FROM generate_series(1, $3)`,
      [own.project.id, own.client.id, MAX_PROJECT_COMMENTS - 1],
    );
    const { status } = await client.post('/api/comments', { projectId: own.project.id, comment: 'Softer' });
    expect(status).toBe(201);
    expect(await thread()).toHaveLength(MAX_PROJECT_COMMENTS + MAX_GUEST_COMMENTS);
  });

  it('is refused when the link has too many comments', async () => {
    const { token } = await share({ commentsAllowed: true });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await comment(token)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
