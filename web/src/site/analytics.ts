interface SiteEvent {
  name: 'modal_open' | 'signup' | 'error' | 'navigation_click' | 'external_link_click' | 'cta_click';
  source?: Source;
  /** Target of a link, or text of an error. */
  label?: string;
}

/** Button that opened the early-access form. */
export type Source = 'homepage' | 'hero' | 'final_cta';

/** Counts one event on the portal's own server, without cookies and only on public pages. */
export function track(event: SiteEvent): void {
  if (!document.documentElement.hasAttribute('data-public')) return;
  const body = JSON.stringify({ ...event, pageType: 'public', path: window.location.pathname });
  const headers = { 'Content-Type': 'application/json' };
  // Losing a count does no harm.
  void fetch('/api/analytics/events', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers,
    body,
  }).catch(() => undefined);
}
