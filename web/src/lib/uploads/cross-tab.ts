import { Lanes } from '../lanes';

/** Undefined on pages without a secure connection. Browsers that block storage refuse every request. */
const locks = () => (navigator as Partial<Navigator>).locks;

/**
 * Files that all tabs of a browser send at once. Browsers open six connections to a host over HTTP/1.1, and pages, sound
 * and live updates need the others.
 */
export const LANES = 2;

/** Without locks, tabs do not know of each other, and each sends one file at a time. */
const alone = new Lanes(1);

/** Sends a file as soon as one of the lanes is free. @throws the reason of the signal if it is aborted before. */
export async function inLane<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  const leave = await enterLane(signal).catch(() => {
    signal.throwIfAborted();
    return null;
  });
  if (!leave) return alone.run(signal, send);
  try {
    return await send();
  } finally {
    leave();
  }
}

/** Resolves with the function that leaves the lane; null without locks. */
async function enterLane(signal: AbortSignal): Promise<(() => void) | null> {
  const manager = locks();
  if (!manager) return null;
  const entered = new AbortController();
  return new Promise((resolve, reject) => {
    for (let lane = 1; lane <= LANES; lane++) {
      const waiting = { signal: AbortSignal.any([signal, entered.signal]) };
      const enter = () => {
        if (entered.signal.aborted) return;
        entered.abort();
        return new Promise<void>(resolve);
      };
      manager.request(`sending in lane ${lane}`, waiting, enter).catch(reject);
    }
  });
}

const nameOf = (projectId: string) => `sending ${projectId}`;

/** Returns a function that notifies other tabs of this browser whether this one is uploading to the project. */
export function announceUploads(projectId: string): (uploading: boolean) => void {
  let end: (() => void) | null = null;
  return (sending) => {
    if (sending === (end !== null)) return;
    end?.();
    end = null;
    if (!sending) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    end = resolve;
    void locks()
      ?.request(nameOf(projectId), { mode: 'shared' }, () => promise)
      .catch(() => undefined);
  };
}

/** Whether any tab of this browser is uploading to the project. */
export async function isUploading(projectId: string): Promise<boolean> {
  const known = await locks()
    ?.query()
    .catch(() => null);
  return (known?.held ?? []).some(({ name }) => name === nameOf(projectId));
}
