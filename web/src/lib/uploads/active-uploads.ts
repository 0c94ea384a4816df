import type { UploadSnapshot } from './upload-types';

interface ObservableQueue {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => UploadSnapshot;
}

/** What one queue is sending. */
export interface ActiveUpload {
  /** Where it can be looked at. */
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

/** Every queue of the page, so that what is being sent can be shown wherever one is. */
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
