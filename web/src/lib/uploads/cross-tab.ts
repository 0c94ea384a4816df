import { Lanes } from '../lanes';

/** Undefined on pages without a secure connection. */
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
  if (!locks()) return alone.run(signal, send);
  const leave = await enterLane(signal);
  try {
    return await send();
  } finally {
    leave();
  }
}

function enterLane(signal: AbortSignal): Promise<() => void> {
  const entered = new AbortController();
  return new Promise((resolve, reject) => {
    for (let lane = 1; lane <= LANES; lane++) {
      const waiting = { signal: AbortSignal.any([signal, entered.signal]) };
      const enter = () => {
        if (entered.signal.aborted) return;
        entered.abort();
        return new Promise<void>(resolve);
      };
      locks()!.request(`sending in lane ${lane}`, waiting, enter).catch(reject);
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
    void locks()?.request(nameOf(projectId), { mode: 'shared' }, () => promise);
  };
}

/** Whether any tab of this browser is uploading to the project. */
export async function isUploading(projectId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(projectId));
}
