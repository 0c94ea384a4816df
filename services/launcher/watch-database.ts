import { createClient } from '../platform/database/client.js';

interface Watching {
  everyMs: number;
  /** An attempt that takes longer has failed. */
  patienceMs: number;
}

const WATCHING: Watching = { everyMs: 10_000, patienceMs: 10_000 };
/** Counted, not measured: a machine that slept has not been silent. */
const FAILURES = 3;

/**
 * Calls `onFrozen` when the server takes no new connection three times in a row, and ends with that. A refusal in the
 * server's own words, such as "too many clients", is an answer.
 * @returns what ends the watch.
 */
export function watchDatabase(url: string, onFrozen: () => void, watching = WATCHING): () => void {
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
