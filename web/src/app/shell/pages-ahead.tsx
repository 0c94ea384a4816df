import { useEffect } from 'react';
import { useIdle } from '../../lib/hooks/use-idle';

declare global {
  interface Window {
    /** React Router's own list of modules per route. */
    __reactRouterManifest?: {
      routes: Record<string, { path?: string; module: string; imports?: string[] } | undefined>;
    };
  }
}

/** Loads every page's module when the browser is idle, so that navigation works after the connection is lost. */
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
