import { connect } from 'node:net';

interface WatchOptions {
  everyMs: number;
  /** An attempt that takes longer has failed. */
  patienceMs: number;
}

const WATCH_OPTIONS: WatchOptions = { everyMs: 10_000, patienceMs: 10_000 };
/** They are counted, not measured, because a machine that slept was not silent. */
const FAILURES = 3;
/** The first message of a session in the PostgreSQL protocol: its length, its version 3.0, and the person's name. */
const STARTUP = Buffer.concat([Buffer.from([0, 0, 0, 22, 0, 3, 0, 0]), Buffer.from('user\0lacquer\0\0')]);

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
 * Whether the server answers the beginning of a session: it asks for the password, or says that it is full or starting.
 * One that waits for its sessions to end before it stops accepts no new one, and waits for ever for those of pools.
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
    socket.once('connect', () => socket.write(STARTUP));
    socket.once('data', (answer) => end(!answer.includes('shutting down')));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}
