import type { Comment } from '../../api';

/** A comment with its answers, as it is shown beside one version. */
export interface Thread {
  first: Comment;
  replies: Comment[];
  /** The name of the older version on which it was written; null when it is this version's own. */
  carriedFrom: string | null;
}

export type ThreadFilter = 'open' | 'resolved' | 'all';

/**
 * The threads beside a version: its own and those of the older ones, by their place in the sound, those on the whole
 * first. `versions`: their ids, the newest first.
 */
export function threadsOf(comments: Comment[], versions: string[], fileId: string): Thread[] {
  const older = new Set(versions.slice(versions.indexOf(fileId) + 1));
  const replies = Map.groupBy(
    comments.filter(({ parentId }) => parentId !== null),
    ({ parentId }) => parentId,
  );
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

export const isShown = ({ first }: Thread, shown: ThreadFilter): boolean =>
  shown === 'all' || (first.resolvedAt !== null) === (shown === 'resolved');
