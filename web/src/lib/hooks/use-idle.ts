import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Nothing waits longer, even if a request hangs. */
const LONGEST_MS = 5000;
/** Wait of browsers without `requestIdleCallback`. */
const PAUSE_MS = 200;

/** True once the page and its data are shown and the browser is idle: the time to load what the page can do without. */
export function useIdle(): boolean {
  const client = useQueryClient();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isIdle) return;
    const done = () => setIdle(true);
    let cancel: (() => void) | null = null;
    const look = () => {
      if (client.isFetching() === 0) return void (cancel ??= onIdle(done));
      cancel?.();
      cancel = null;
    };
    look();
    const unsubscribe = client.getQueryCache().subscribe(look);
    const timer = setTimeout(done, LONGEST_MS);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      cancel?.();
    };
  }, [client, isIdle]);
  return isIdle;
}

/** Calls `done` when the browser is idle, unless the returned function is called before. */
function onIdle(done: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(done, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const call = window.requestIdleCallback(done);
  return () => window.cancelIdleCallback(call);
}
