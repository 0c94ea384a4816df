import { useEffect, useState } from 'react';

const WAIT_MS = 2000;

/** True once the page is rendered and the browser is idle. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const done = () => setIdle(true);
    if (!window.requestIdleCallback) {
      const timer = setTimeout(done, WAIT_MS / 2);
      return () => clearTimeout(timer);
    }
    const call = window.requestIdleCallback(done, { timeout: WAIT_MS });
    return () => window.cancelIdleCallback(call);
  }, []);
  return isIdle;
}
