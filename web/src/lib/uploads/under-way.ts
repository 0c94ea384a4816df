import type { UploadSnapshot } from './upload-types';

interface Watched {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => UploadSnapshot;
}

/** What one queue is sending. */
export interface UnderWay {
  /** Where it can be looked at. */
  href: string;
  done: number;
  total: number;
  percent: number;
  paused: boolean;
}

const queues = new Map<string, Watched>();
const listeners = new Set<() => void>();
let state: readonly UnderWay[] = [];

export function progressOf({ uploads, sentBytes, totalBytes, paused }: UploadSnapshot): Omit<UnderWay, 'href'> {
  const counted = uploads.filter((upload) => upload.state !== 'cancelled' && upload.state !== 'failed');
  return {
    done: counted.filter((upload) => upload.state === 'done').length,
    total: counted.length,
    percent: totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100),
    paused,
  };
}

function tell(): void {
  state = [...queues].flatMap(([href, queue]) => {
    const snapshot = queue.getSnapshot();
    return snapshot.active ? [{ href, ...progressOf(snapshot) }] : [];
  });
  for (const listener of listeners) listener();
}

/** Every queue of the page, so that what is being sent can be shown wherever one is. */
export const underWay = {
  watch(href: string, queue: Watched): void {
    queues.set(href, queue);
    queue.subscribe(tell);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): readonly UnderWay[] => state,
};
