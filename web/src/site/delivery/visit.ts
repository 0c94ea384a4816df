import { onceLookedAt } from '../../lib/looked-at';

/** Counts a visit of the link once somebody looks at its page; people who have signed in are not counted. */
export function countVisit(): void {
  const address = document.querySelector('main')?.dataset.visit;
  if (!address) return;
  // Losing a count does no harm.
  onceLookedAt(() => void fetch(address, { method: 'POST', keepalive: true }).catch(() => undefined));
}
