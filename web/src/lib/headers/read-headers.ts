import type { Reading } from './read-header';

/** Result for a file that cannot be read here; the server will check it. */
const UNKNOWN: Reading = { refusal: null, header: null };
/** Longer than the reader's own deadline: a worker that is silent for this long hangs. */
const SILENCE_MS = 3000;
const AT_ONCE = 8;

const readings = new WeakMap<File, Promise<Reading>>();

interface PendingRead {
  file: File;
  resolve: (reading: Reading) => void;
}

let worker: Worker | null = null;
const queue: PendingRead[] = [];
const asked = new Map<number, PendingRead>();
let lastNumber = 0;
let watch: ReturnType<typeof setTimeout> | undefined;

/** Starts the worker ahead of time, before files are dropped. */
export function prepareReader(): void {
  worker ??= open();
}

/** Reads the headers of files in a worker; results are cached per file. */
export function readHeaders(files: File[]): Promise<Reading[]> {
  return Promise.all(
    files.map((file) => {
      const reading = readings.get(file) ?? new Promise<Reading>((resolve) => queue.push({ file, resolve }));
      readings.set(file, reading);
      pump();
      return reading;
    }),
  );
}

function pump(): void {
  while (asked.size < AT_ONCE) {
    const next = queue.shift();
    if (!next) break;
    worker ??= open();
    asked.set(++lastNumber, next);
    worker.postMessage({ number: lastNumber, file: next.file });
  }
  clearTimeout(watch);
  if (asked.size > 0) watch = setTimeout(giveUp, SILENCE_MS);
}

function open(): Worker {
  const opened = new Worker(new URL('./header.worker.ts', import.meta.url), { type: 'module' });
  opened.onmessage = ({ data }: MessageEvent<{ number: number; reading: Reading | null }>) => {
    asked.get(data.number)?.resolve(data.reading ?? UNKNOWN);
    asked.delete(data.number);
    pump();
  };
  opened.onerror = giveUp;
  return opened;
}

/** Ends a worker that hangs or failed to start; its pending files stay unknown. */
function giveUp(): void {
  worker?.terminate();
  worker = null;
  for (const { resolve } of asked.values()) resolve(UNKNOWN);
  asked.clear();
  pump();
}
