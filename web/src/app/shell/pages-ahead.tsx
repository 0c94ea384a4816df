import { useEffect } from 'react';

declare global {
  interface Window {
    /** React Router's own list of what each route is made of. */
    __reactRouterManifest?: { routes: Record<string, { module: string; imports?: string[] } | undefined> };
  }
}

/** Loads every page's module once there is nothing else to do: a line that is lost meanwhile then stops no navigation. */
export function PagesAhead() {
  useEffect(() => {
    const later = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 1000));
    later(() => {
      const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
      const modules = new Set(routes.flatMap((route) => [route?.module ?? [], route?.imports ?? []].flat()));
      for (const href of modules) {
        if (document.head.querySelector(`link[rel="modulepreload"][href="${href}"]`)) continue;
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
      }
    });
  }, []);
  return null;
}
