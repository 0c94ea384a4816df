import { createClient } from '../platform/database/client.js';

interface WatchOptions {
  everyMs: number;
  /** An attempt that takes longer has failed. */
  patienceMs: number;
}

const WATCH_OPTIONS: WatchOptions = { everyMs: 10_000, patienceMs: 10_000 };
/** They are counted, not measured, because a machine that slept was not silent. */
const FAILURES = 3;

/**
 * Calls `onFrozen` when the server accepts no new connection three times in a row, and stops watching. A refusal by the
 * server itself, such as "too many clients", counts as an answer.
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

async function answers(url: string, patienceMs: number): Promise<boolean> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: patienceMs });
  try {
    await client.connect();
    void client.end().catch(() => undefined);
    return true;
  } catch (error) {
    return /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code));
  }
}
