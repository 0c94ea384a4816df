import { useEffect, useState } from 'react';

/**
 * Imports a module when it is wanted and returns it once loaded. A failed import is repeated when the browser is back
 * online.
 */
export function useFetched<Module>(load: () => Promise<Module>, wanted: boolean): Module | undefined {
  const [fetched, setFetched] = useState<{ module: Module }>();
  const missing = wanted && !fetched;
  useEffect(() => {
    if (!missing) return;
    let over = false;
    const attempt = () =>
      void load().then(
        (module) => over || setFetched({ module }),
        () => undefined,
      );
    attempt();
    window.addEventListener('online', attempt);
    return () => {
      over = true;
      window.removeEventListener('online', attempt);
    };
  }, [load, missing]);
  return fetched?.module;
}
