import type { Fit } from '../../../services/album-times/limits.js';

/** How the length of a side fits its format. */
export const fits = {
  good: { color: 'green', label: 'good' },
  long: { color: 'yellow', label: 'long, costs level' },
  'too long': { color: 'red', label: 'too long' },
} as const satisfies Record<Fit, { color: string; label: string }>;
