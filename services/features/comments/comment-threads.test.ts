import { beforeEach, describe, expect, it } from '@jest/globals';
import { build } from '../../testing/build.js';
import type { Answer } from '../../testing/caller.js';
import { useApp } from '../../testing/use-app.js';
import type { Audio } from '../audio/audio.entity.js';
import type { ProjectFile } from '../files/file.entity.js';
import type { CommentView } from './comments.schema.js';

const { app, own, engineer, client } = useApp({ project: { title: 'Night Songs' } });
let projectId: string;
let file: ProjectFile;

beforeEach(async () => {
  projectId = own.project.id;
  const { id: audioId } = await build(app).audio({ state: 'done', facts: { durationS: 200 } as Audio['facts'] });
  file = await build(app).file({ projectId, audioId, originalName: '01 Ember.wav' });
});

const add = (body: object = {}, caller = client): Promise<Answer<CommentView>> =>
  caller.post('/api/comments', { projectId, comment: 'Louder, please', ...body });
const list = async (caller = client) => (await caller.get<CommentView[]>(`/api/comments/project/${projectId}`)).data;
const remove = (id: string, caller = client) => caller.delete(`/api/comments/${id}`);
const resolve = (id: string, resolved: boolean, caller = client) =>
  caller.put<CommentView>(`/api/comments/${id}/resolved`, { resolved });

describe('a reply', () => {
  it('takes over the position of the comment it replies to', async () => {
    const first = (await add({ fileId: file.id, timestampSeconds: 12, endSeconds: 15.5 })).data;
    const answer = (await add({ parentId: first.id, comment: 'How much?' }, engineer)).data;
    expect(answer).toMatchObject({ parentId: first.id, fileId: file.id, timestampSeconds: 12, endSeconds: 15.5 });
    expect(answer.can).toEqual({ update: true, delete: true, resolve: false });
  });

  it('to a reply belongs to the root of the thread', async () => {
    const first = (await add()).data;
    const second = (await add({ parentId: first.id }, engineer)).data;
    expect((await add({ parentId: second.id })).data.parentId).toBe(first.id);
  });

  it('to a comment of another project is refused', async () => {
    const foreign = await build(app).project();
    const strange = await app
      .as(foreign.client)
      .post<CommentView>('/api/comments', { projectId: foreign.project.id, comment: 'Ours' });
    expect((await add({ parentId: strange.data.id })).status).toBe(404);
  });

  it('keeps a deleted comment in place until the last reply is deleted', async () => {
    const first = (await add()).data;
    const answer = (await add({ parentId: first.id }, engineer)).data;
    await remove(first.id);
    expect((await list())[0]).toMatchObject({ id: first.id, comment: '', deleted: true, can: { update: false } });
    expect((await client.put(`/api/comments/${first.id}`, { comment: 'Back' })).status).toBe(404);
    await remove(answer.id, engineer);
    expect(await list()).toEqual([]);
  });

  it('to a comment that is deleted at the same time is kept or refused, never lost', async () => {
    const first = (await add()).data;
    const [answer] = await Promise.all([add({ parentId: first.id }, engineer), remove(first.id)]);
    expect(answer.status === 201 ? (await list()).length : (await list()).length + 2).toBe(2);
  });
});

describe('resolving', () => {
  it('is possible for both sides, shows who did it, and can be undone', async () => {
    const { id } = (await add()).data;
    const resolved = await resolve(id, true, engineer);
    expect(resolved.data).toMatchObject({ resolvedAt: expect.any(String), resolvedBy: own.engineer.name });
    const again = await resolve(id, true, client);
    expect(again.data).toMatchObject({ resolvedAt: resolved.data.resolvedAt, resolvedBy: own.engineer.name });
    expect((await resolve(id, false, client)).data).toMatchObject({ resolvedAt: null, resolvedBy: null });
  });

  it('does not mark the text as edited', async () => {
    const { id, updatedAt } = (await add()).data;
    expect((await resolve(id, true)).data.updatedAt).toBe(updatedAt);
  });

  it('is refused for replies and to outsiders', async () => {
    const first = (await add()).data;
    const answer = (await add({ parentId: first.id })).data;
    expect((await resolve(answer.id, true)).code).toBe('is_answer');
    const foreign = await build(app).project();
    expect((await resolve(first.id, true, app.as(foreign.engineer))).status).toBe(404);
  });
});

describe('a passage', () => {
  it.each([
    ['ends before it begins', { timestampSeconds: 20, endSeconds: 10 }, 400],
    ['has no beginning', { endSeconds: 10 }, 400],
    ['ends after the file', { timestampSeconds: 190, endSeconds: 201 }, 422],
  ])('that %s is refused', async (_, times, status) => {
    expect((await add({ fileId: file.id, ...times })).status).toBe(status);
    expect(await list()).toEqual([]);
  });
});

describe('the export', () => {
  const exported = async (query: string, caller = client) => {
    const response = await caller.fetch(`/api/comments/project/${projectId}/export?${query}`);
    return { response, text: await response.text() };
  };

  it('orders comments by position, with replies after their comment', async () => {
    await add({ fileId: file.id, timestampSeconds: 65.5, endSeconds: 70, comment: 'Too "bright", here' });
    const early = (await add({ fileId: file.id, timestampSeconds: 5, comment: '=SUM(A1)' })).data;
    await add({ parentId: early.id, comment: 'Noted' }, engineer);
    const { response, text } = await exported('format=csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('Night Songs comments.csv');
    const rows = text.trim().split('\r\n');
    expect(rows[0]).toBe('"File","Time","Seconds","Until","Author","Comment","Answers","Status","Written"');
    expect(rows.slice(1).map((row) => row.replace(/,[^,]*$/, ''))).toEqual([
      `"01 Ember.wav","0:05","5","","${own.client.name}","'=SUM(A1)","","open"`,
      `"01 Ember.wav","0:05","5","","${own.engineer.name}","Noted","yes",""`,
      `"01 Ember.wav","1:05","65.5","70","${own.client.name}","Too ""bright"", here","","open"`,
    ]);
  });

  it('creates markers and regions of one file for REAPER', async () => {
    await add({ fileId: file.id, timestampSeconds: 65.5, endSeconds: 70.25, comment: 'Bright\nhere' });
    await add({ fileId: file.id, timestampSeconds: 5, comment: 'Click' });
    await add({ comment: 'On the whole: lovely' });
    const { text } = await exported(`format=reaper&fileId=${file.id}`);
    expect(text.trim().split('\r\n')).toEqual([
      '"#","Name","Start","End","Length"',
      `"M1","${own.client.name}: Click","0:05.000","",""`,
      `"R1","${own.client.name}: Bright here","1:05.500","1:10.250","0:04.750"`,
    ]);
  });

  it('creates a readable list', async () => {
    await add({ comment: 'On the whole: lovely' });
    const { id } = (await add({ fileId: file.id, timestampSeconds: 65.5, comment: 'Click' })).data;
    await resolve(id, true);
    const { text } = await exported('format=text');
    expect(text).toBe(
      `Project\n  ${own.client.name}: On the whole: lovely\n\n01 Ember.wav\n  1:05  ${own.client.name}: Click (resolved)\n`,
    );
  });

  it('is only for participants of the project', async () => {
    const foreign = await build(app).project();
    expect((await exported('format=csv', app.as(foreign.engineer))).response.status).toBe(404);
    expect((await exported('format=pdf')).response.status).toBe(400);
  });
});
