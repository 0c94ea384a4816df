import { beforeEach, describe, expect, it } from '@jest/globals';
import { build, type ProjectFixture } from '../../testing/build.js';
import type { Answer, Caller } from '../../testing/caller.js';
import { EventStream } from '../../testing/events/event-stream.js';
import { useApp } from '../../testing/use-app.js';
import type { ActivityView } from '../activity/activity.schema.js';
import type { Audio } from '../audio/audio.entity.js';
import type { ProjectFile } from '../files/file.entity.js';
import { Comment } from './comment.entity.js';
import { type CommentView, MAX_PROJECT_COMMENTS } from './comments.schema.js';

const NOBODY = '01900000-0000-7000-8000-00000000ffff';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });
let foreign: ProjectFixture;
let projectId: string;

beforeEach(async () => {
  foreign = await build(app).project();
  projectId = own.project.id;
});

const add = (body: object = {}, caller = client): Promise<Answer<CommentView>> =>
  caller.post('/api/comments', { projectId, comment: 'Louder, please', ...body });
const list = async (caller = client) => (await caller.get<CommentView[]>(`/api/comments/project/${projectId}`)).data;
const edit = (id: string, comment: string, caller = client) =>
  caller.put<CommentView>(`/api/comments/${id}`, { comment });
const remove = (id: string, caller = client) => caller.delete(`/api/comments/${id}`);
const history = async (caller = client) =>
  (await caller.get<ActivityView[]>(`/api/projects/${projectId}/activity`)).data;

async function fileOf(seconds: number | null, given: Partial<ProjectFile> = {}): Promise<ProjectFile> {
  const facts = seconds === null ? {} : { facts: { durationS: seconds } as Audio['facts'] };
  const { id: audioId } = await build(app).audio({ state: seconds === null ? 'queued' : 'done', ...facts });
  return build(app).file({ projectId, audioId, originalName: '01 Ember.wav', ...given });
}

describe('commenting', () => {
  it('is possible for both sides, and shows author, time and text', async () => {
    const first = await add({ comment: '  Louder,\nplease ' });
    expect(first.status).toBe(201);
    expect(first.data).toEqual({
      id: expect.any(String),
      projectId,
      userId: own.client.id,
      userName: own.client.name,
      userRole: 'client',
      guest: false,
      parentId: null,
      comment: 'Louder,\nplease',
      deleted: false,
      createdAt: expect.any(String),
      updatedAt: first.data.createdAt,
      fileId: null,
      fileName: null,
      timestampSeconds: null,
      endSeconds: null,
      quoteId: null,
      resolvedAt: null,
      resolvedBy: null,
      can: { update: true, delete: true, resolve: true },
    });
    const second = await add({ comment: 'How much?' }, engineer);
    expect(second.data).toMatchObject({ userRole: 'engineer', can: { update: true, delete: true, resolve: true } });
    const answer = await engineer.get<CommentView[]>(`/api/comments/project/${projectId}`);
    expect([answer.status, answer.nextCursor]).toEqual([200, null]);
    expect(answer.data).toEqual([{ ...first.data, can: { update: false, delete: false, resolve: true } }, second.data]);
  });

  it('can refer to a file and a position in it', async () => {
    const file = await fileOf(200.5);
    const { data } = await add({ fileId: file.id, timestampSeconds: 61.25 });
    expect(data).toMatchObject({ fileId: file.id, fileName: '01 Ember.wav', timestampSeconds: 61.25 });
    expect((await add({ fileId: file.id })).data).toMatchObject({ fileId: file.id, timestampSeconds: null });
    expect((await add({ fileId: file.id, timestampSeconds: 0 })).data.timestampSeconds).toBe(0);
    expect((await add({ fileId: file.id, timestampSeconds: 200.5 })).status).toBe(201);
  });

  it('accepts any position in a file of unknown length', async () => {
    const file = await fileOf(null);
    expect((await add({ fileId: file.id, timestampSeconds: 7_200 })).status).toBe(201);
  });

  it('keeps the name of a file that was deleted later', async () => {
    const file = await fileOf(10);
    await add({ fileId: file.id });
    await engineer.delete(`/api/files/${file.id}`);
    expect((await list())[0]).toMatchObject({ fileId: file.id, fileName: '01 Ember.wav' });
    expect((await add({ fileId: file.id })).status).toBe(404);
  });

  it('appears in the project’s history, and does not change its status', async () => {
    const file = await fileOf(200);
    await add();
    const { id } = (await add({ fileId: file.id, timestampSeconds: 65 }, engineer)).data;
    expect(await history()).toEqual([
      expect.objectContaining({
        type: 'comment_added',
        message: 'Commented on 01 Ember.wav at 1:05',
        fileId: file.id,
        commentId: id,
      }),
      expect.objectContaining({ type: 'comment_added', message: 'Commented', fileId: null }),
    ]);
  });

  it.each([
    ['nothing', { comment: '' }],
    ['blanks', { comment: ' \n\t ' }],
    ['no text', { comment: null }],
    ['a novel', { comment: 'x'.repeat(10_001) }],
    ['NUL', { comment: 'a\u0000b' }],
    ['a time before the beginning', { fileId: NOBODY, timestampSeconds: -0.1 }],
    ['a time that is no number', { fileId: NOBODY, timestampSeconds: '1:05' }],
    ['a time in no file', { timestampSeconds: 5 }],
    ['a file that is no id', { fileId: 'mix.wav' }],
  ])('refuses %s', async (_, body) => {
    expect((await add(body)).status).toBe(400);
    expect(await list()).toEqual([]);
    expect(await history()).toEqual([]);
  });

  it('accepts ten thousand characters', async () => {
    expect((await add({ comment: 'ß'.repeat(10_000) })).data.comment).toHaveLength(10_000);
  });

  it('refuses a position after the file’s end', async () => {
    const file = await fileOf(191.9);
    const answer = await add({ fileId: file.id, timestampSeconds: 192 });
    expect([answer.status, answer.message]).toEqual([422, '01 Ember.wav ends at 3:11']);
    expect(await list()).toEqual([]);
  });

  it('only accepts files of the project that the author can see', async () => {
    const elsewhere = await build(app).file({
      projectId: (
        await build(app).project({ studioId: own.studio.id, engineerId: own.engineer.id, clientId: own.client.id })
      ).project.id,
    });
    const strange = await build(app).file({ projectId: foreign.project.id });
    const unfinished = await fileOf(10, { completedAt: null });
    for (const fileId of [elsewhere.id, strange.id, unfinished.id, NOBODY]) {
      const answer = await add({ fileId });
      expect([answer.status, answer.message]).toEqual([404, 'File not found']);
    }
    expect(await list()).toEqual([]);
  });

  it('is refused when one user has written 60 comments within a minute', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await add()).status);
    expect(statuses.slice(0, 60).every((status) => status === 201)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await add({}, engineer)).status).toBe(201);
  });

  it('stops at the maximum number of comments per project', async () => {
    await app.database.query(
      `INSERT INTO comments (project_id, user_id, comment) SELECT $1, $2, 'x' FROM generate_series(1, $3)`,
      [projectId, own.client.id, MAX_PROJECT_COMMENTS - 1],
    );
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status, code }) => [status, code]).sort()).toEqual([
      [201, null],
      [409, 'too_many_comments'],
    ]);
    expect(await list()).toHaveLength(MAX_PROJECT_COMMENTS);
  });
});

describe('changing', () => {
  it('is only possible for the author, and updates the history', async () => {
    const { data: before } = await add();
    const { status, data } = await edit(before.id, '  Softer ');
    expect(status).toBe(200);
    expect(data).toEqual({ ...before, comment: 'Softer', updatedAt: data.updatedAt });
    expect(Date.parse(data.updatedAt)).toBeGreaterThan(Date.parse(before.createdAt));
    expect(await list()).toEqual([data]);
    expect((await history()).map(({ commentId }) => commentId)).toEqual([before.id]);
  });

  it('is refused when another window has changed the text, and nothing is lost', async () => {
    const { data: read } = await add();
    const save = (comment: string, { updatedAt }: CommentView) =>
      client.put<CommentView>(`/api/comments/${read.id}`, { comment, updatedAt });
    const [one, other] = await Promise.all([save('Softer', read), save('Shorter', read)]);
    const [kept, refused] = one.status === 200 ? [one, other] : [other, one];
    expect([kept.status, refused.status, refused.code]).toEqual([200, 409, 'changed_meanwhile']);
    expect(await list()).toEqual([kept.data]);
    expect((await save('Softer and shorter', kept.data)).data.comment).toBe('Softer and shorter');
  });

  it('treats markup as plain text', async () => {
    const markup = `<img src=x onerror="alert(1)"><script>alert(2)</script> & 'quotes'`;
    const { data } = await add({ comment: markup });
    expect(data.comment).toBe(markup);
    expect((await edit(data.id, `${markup}!`)).data.comment).toBe(`${markup}!`);
  });

  it('refuses an empty text', async () => {
    const { data } = await add();
    for (const text of ['', '  ', 'x'.repeat(10_001)]) expect((await edit(data.id, text)).status).toBe(400);
    expect(await list()).toEqual([data]);
  });
});

describe('deleting', () => {
  it('also removes the comment from the history', async () => {
    const { data: kept } = await add();
    const { data } = await add();
    const answer = await remove(data.id);
    expect([answer.status, answer.data]).toEqual([200, null]);
    expect(await list()).toEqual([kept]);
    expect((await history()).map(({ commentId }) => commentId)).toEqual([kept.id]);
    expect((await remove(data.id)).status).toBe(404);
    expect((await edit(data.id, 'Again')).status).toBe(404);
  });

  it('wins over a simultaneous change', async () => {
    const { data } = await add();
    const [changed, deleted] = await Promise.all([edit(data.id, 'Softer'), remove(data.id)]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(changed.status);
    expect(await app.database.manager.countBy(Comment, { id: data.id })).toBe(0);
  });
});

describe('other users', () => {
  it('only read comments of projects they take part in', async () => {
    const path = `/api/comments/project/${projectId}`;
    for (const outsider of [foreign.client, foreign.engineer]) {
      expect((await app.as(outsider).get(path)).status).toBe(404);
      expect((await add({}, app.as(outsider))).status).toBe(404);
    }
    expect((await app.anonymous.get(path)).status).toBe(401);
    expect((await client.get(`/api/comments/project/${NOBODY}`)).status).toBe(404);
  });

  it('cannot change or delete anything', async () => {
    const { data } = await add();
    for (const act of [(who: Caller) => edit(data.id, 'Mine', who), (who: Caller) => remove(data.id, who)]) {
      const refused = await act(engineer);
      expect([refused.status, refused.message]).toEqual([403, 'Only the author may change a comment']);
      for (const outsider of [foreign.client, foreign.engineer]) {
        const answer = await act(app.as(outsider));
        expect([answer.status, answer.message]).toEqual([404, 'Comment not found']);
      }
    }
    expect(await list()).toEqual([data]);
  });

  it('who view the same project see a new comment immediately', async () => {
    const streams = await Promise.all([client, engineer].map((caller) => EventStream.open(caller)));
    await Promise.all(streams.map((stream) => stream.waitFor(({ event }) => event === 'hello')));
    const { data } = await add();
    await edit(data.id, 'Softer');
    await remove(data.id);
    for (const stream of streams) {
      const told = () => stream.events.filter((event) => (event.data as { topic?: string }).topic === 'comments');
      await stream.waitFor(() => told().length === 3);
      expect(told().map((event) => event.data)).toEqual(Array(3).fill({ topic: 'comments', projectId }));
      stream.close();
    }
  });
});
