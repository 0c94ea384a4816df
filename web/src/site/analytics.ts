interface SiteEvent {
  name: 'modal_open' | 'signup' | 'error' | 'navigation_click' | 'external_link_click' | 'cta_click';
  source?: Source;
  /** Where a link leads, or what an error said. */
  label?: string;
}

/** Which button led to the early-access form. */
export type Source = 'homepage' | 'hero' | 'final_cta';

/** Counts one event at the portal itself, without cookies and only while a public page is shown. */
export function track(event: SiteEvent): void {
  if (!document.documentElement.hasAttribute('data-public')) return;
  const body = JSON.stringify({ ...event, pageType: 'public', path: window.location.pathname });
  const headers = { 'Content-Type': 'application/json' };
  // A count that is lost is no harm to anybody.
  void fetch('/api/analytics/events', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers,
    body,
  }).catch(() => undefined);
}
