import { describe, expect, it } from '@jest/globals';
import type { Comment } from '../../api';
import { isShown, threadsOf } from './threads';

const comment = (id: string, more: Partial<Comment>): Comment => ({
  id,
  projectId: 'p',
  userId: 'u',
  userName: 'Ann',
  userRole: 'client',
  guest: false,
  parentId: null,
  comment: id,
  deleted: false,
  createdAt: `2026-01-01T00:00:0${id}.000Z`,
  updatedAt: `2026-01-01T00:00:0${id}.000Z`,
  fileId: 'v1',
  fileName: 'v1.wav',
  timestampSeconds: null,
  endSeconds: null,
  quoteId: null,
  resolvedAt: null,
  resolvedBy: null,
  can: { update: false, delete: false, resolve: true },
  ...more,
});
const seen = (comments: Comment[], fileId: string) =>
  threadsOf(comments, ['v3', 'v2', 'v1'], fileId).map(({ first, carriedFrom }) => [first.id, carriedFrom]);

describe('threadsOf', () => {
  const comments = [
    comment('1', { timestampSeconds: 30 }),
    comment('2', { fileId: 'v2', timestampSeconds: 5 }),
    comment('3', { fileId: 'v3' }),
    comment('4', { fileId: 'elsewhere', timestampSeconds: 1 }),
    comment('5', { fileId: null }),
    comment('6', { parentId: '1' }),
  ];

  it('returns threads of the version and, marked, of older versions, by position', () => {
    expect(seen(comments, 'v2')).toEqual([
      ['2', null],
      ['1', 'v1.wav'],
    ]);
    expect(seen(comments, 'v1')).toEqual([['1', null]]);
    expect(seen(comments, 'v3').map(([id]) => id)).toEqual(['3', '2', '1']);
  });

  it('includes replies', () => {
    const [thread] = threadsOf(comments, ['v1'], 'v1');
    expect(thread?.replies.map(({ id }) => id)).toEqual(['6']);
  });

  it('filters open, resolved or all threads', () => {
    const [open] = threadsOf([comment('1', {})], ['v1'], 'v1');
    const [done] = threadsOf([comment('1', { resolvedAt: '2026-01-02T00:00:00.000Z' })], ['v1'], 'v1');
    if (!open || !done) throw new Error('no threads');
    expect([isShown(open, 'open'), isShown(open, 'resolved'), isShown(open, 'all')]).toEqual([true, false, true]);
    expect([isShown(done, 'open'), isShown(done, 'resolved'), isShown(done, 'all')]).toEqual([false, true, true]);
  });
});
