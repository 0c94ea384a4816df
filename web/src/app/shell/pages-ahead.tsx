import { useEffect } from 'react';
import { useIdle } from '../../lib/use-idle';

declare global {
  interface Window {
    /** React Router's own list of what each route is made of. */
    __reactRouterManifest?: {
      routes: Record<string, { path?: string; module: string; imports?: string[] } | undefined>;
    };
  }
}

/** Loads the module of every page of the application once there is nothing else to do: a line that is lost meanwhile then stops no navigation. */
export function PagesAhead() {
  const isIdle = useIdle();
  useEffect(() => {
    if (!isIdle) return;
    const routes = Object.values(window.__reactRouterManifest?.routes ?? {}).filter(
      (route) => route?.path?.split('/')[0] === 'app',
    );
    const modules = new Set(routes.flatMap((route) => [route?.module ?? [], route?.imports ?? []].flat()));
    for (const href of modules) {
      if (document.head.querySelector(`link[rel="modulepreload"][href="${href}"]`)) continue;
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
  }, [isIdle]);
  return null;
}
