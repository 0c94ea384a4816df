import type { Comment } from '../../api';
import type { Marker } from '../../ui/marker-groups';
import { markersOf } from './markers';
import { isShown, threadsOf } from './threads';

/** Summarises the comments of each file for a list of files. */
export function discussionsOf(comments: Comment[], userId: string) {
  const ofFiles = Map.groupBy(
    comments.filter(({ fileId }) => fileId !== null),
    ({ fileId }) => fileId!,
  );
  const threads = new Map([...ofFiles].map(([id, written]) => [id, threadsOf(written, [id], id)]));
  const markers = new Map([...threads].map(([id, list]) => [id, markersOf(list)]));
  return {
    /** Number of open threads by file; files without one are missing. */
    openComments: new Map(
      [...threads].map(([id, list]) => [id, list.filter((thread) => isShown(thread, 'open')).length]),
    ),
    /** Files on which the person has written. */
    commented: new Set(
      [...ofFiles].filter(([, written]) => written.some((each) => each.userId === userId)).map(([id]) => id),
    ),
    markersOf: (fileId: string): Marker[] => markers.get(fileId) ?? [],
  };
}
