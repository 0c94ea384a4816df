import type { UploadQueue } from './upload-queue';
import type { UploadSource, UploadTransport } from './upload-types';

export interface Permission {
  key: string;
}

export const source = (name: string, size = 4, lastModified = 0): UploadSource => ({
  file: new File(['x'.repeat(size)], name, { lastModified }),
  folder: null,
});
export const sources = (count: number) => Array.from({ length: count }, (_, index) => source(`${index}.wav`));

export function until<T extends object>(queue: UploadQueue<T>, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!condition()) return;
      stop();
      resolve();
    };
    const stop = queue.subscribe(check);
    check();
  });
}

/** A transport that accepts everything immediately, apart from the test's overrides. */
export function transport(overrides: Partial<UploadTransport<Permission>> = {}): UploadTransport<Permission> {
  return {
    permissions: async (asked) => asked.map(({ file }) => ({ key: file.name })),
    send: async (_permission, file, onProgress) => onProgress(file.size, 0),
    register: async (stored) => stored.map(() => null),
    keyOf: ({ key }) => key,
    cancel: async () => {},
    ...overrides,
  };
}

export const noWait = async () => {};
export const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
export const states = <T extends object>(queue: UploadQueue<T>) =>
  queue.getSnapshot().uploads.map(({ state }) => state);
export const ids = <T extends object>(queue: UploadQueue<T>) => queue.getSnapshot().uploads.map(({ id }) => id);
export const atRest = <T extends object>(queue: UploadQueue<T>) => until(queue, () => !queue.getSnapshot().active);
