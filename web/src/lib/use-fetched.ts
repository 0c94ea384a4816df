import { useEffect, useState } from 'react';

/** The module that `load` imports, once it is wanted and has come; with a line that was lost it comes when there is one. */
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
