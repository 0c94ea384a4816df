import { connect } from 'node:net';

interface WatchOptions {
  everyMs: number;
  /** An attempt that takes longer has failed. */
  patienceMs: number;
}

const WATCH_OPTIONS: WatchOptions = { everyMs: 10_000, patienceMs: 10_000 };
/** They are counted, not measured, because a machine that slept was not silent. */
const FAILURES = 3;
/** A message of the PostgreSQL protocol: its length and its number. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Calls `onFrozen` when the server answers no new connection three times in a row, and stops watching.
 * @returns a function that stops the watch.
 */
export function watchDatabase(url: string, onFrozen: () => void, watching = WATCH_OPTIONS): () => void {
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    failures = (await answers(url, watching.patienceMs)) ? 0 : failures + 1;
    if (stopped) return;
    if (failures >= FAILURES) onFrozen();
    else next();
  };
  const next = () => {
    timer = setTimeout(() => void check(), watching.everyMs).unref();
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/**
 * Asks whether the server encrypts connections, which a new server process answers. That is much cheaper than signing
 * in, and neither a full server nor one that starts refuses it.
 */
function answers(url: string, patienceMs: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const end = (isAnswered: boolean) => {
      resolve(isAnswered);
      socket.destroy();
    };
    socket.setTimeout(patienceMs, () => end(false));
    socket.once('connect', () => socket.write(SSL_REQUEST));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}
