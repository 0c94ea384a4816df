import type { UploadSnapshot } from './upload-types';

interface ObservableQueue {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => UploadSnapshot;
}

/** Progress of one upload queue. */
export interface ActiveUpload {
  /** Page that shows the queue. */
  href: string;
  done: number;
  total: number;
  percent: number;
  paused: boolean;
}

const queues = new Map<string, ObservableQueue>();
const listeners = new Set<() => void>();
let state: readonly ActiveUpload[] = [];

export function progressOf({ uploads, sentBytes, totalBytes, paused }: UploadSnapshot): Omit<ActiveUpload, 'href'> {
  const counted = uploads.filter((upload) => upload.state !== 'cancelled' && upload.state !== 'failed');
  return {
    done: counted.filter((upload) => upload.state === 'done').length,
    total: counted.length,
    percent: totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100),
    paused,
  };
}

function publish(): void {
  state = [...queues].flatMap(([href, queue]) => {
    const snapshot = queue.getSnapshot();
    return snapshot.active ? [{ href, ...progressOf(snapshot) }] : [];
  });
  for (const listener of listeners) listener();
}

/** All upload queues, so that any page can show their progress. */
export const activeUploads = {
  watch(href: string, queue: ObservableQueue): void {
    queues.set(href, queue);
    queue.subscribe(publish);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): readonly ActiveUpload[] => state,
};
