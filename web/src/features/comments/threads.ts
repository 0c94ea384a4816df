import type { Comment } from '../../api';

/** A comment with its replies, shown with one version. */
export interface Thread {
  first: Comment;
  replies: Comment[];
  /** Name of the older version that it was written on; null if it was written on this one. */
  carriedFrom: string | null;
}

export type ThreadFilter = 'open' | 'resolved' | 'all';

/**
 * Threads to show with a version: its own and those of older versions, sorted by position, those without a position
 * first. `versions`: ids, newest first.
 */
export function threadsOf(comments: Comment[], versions: string[], fileId: string): Thread[] {
  const older = new Set(versions.slice(versions.indexOf(fileId) + 1));
  const replies = repliesOf(comments);
  return comments
    .filter((comment) => comment.parentId === null && (comment.fileId === fileId || older.has(comment.fileId ?? '')))
    .map((first) => ({
      first,
      replies: replies.get(first.id) ?? [],
      carriedFrom: first.fileId === fileId ? null : (first.fileName ?? ''),
    }))
    .sort(
      (one, other) =>
        (one.first.timestampSeconds ?? -1) - (other.first.timestampSeconds ?? -1) ||
        one.first.createdAt.localeCompare(other.first.createdAt),
    );
}

/** Threads about the project's quotes, newest first. */
export function quoteThreads(comments: Comment[]): Thread[] {
  const replies = repliesOf(comments);
  return comments
    .filter(({ parentId, quoteId }) => parentId === null && quoteId !== null)
    .map((first) => ({ first, replies: replies.get(first.id) ?? [], carriedFrom: null }))
    .reverse();
}

const repliesOf = (comments: Comment[]) =>
  Map.groupBy(
    comments.filter(({ parentId }) => parentId !== null),
    ({ parentId }) => parentId,
  );

export const isShown = ({ first }: Thread, shown: ThreadFilter): boolean =>
  shown === 'all' || (first.resolvedAt !== null) === (shown === 'resolved');
