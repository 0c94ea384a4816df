import type { StorageLevel } from '../../platform/domain-words.js';

const GB = 1024 ** 3;

/** A recommended limit; it is not enforced. */
export const QUOTA_BYTES = 25 * GB;

export function usageLevel(bytes: number): StorageLevel {
  if (bytes < GB) return 'low';
  if (bytes < 5 * GB) return 'medium';
  return bytes < 10 * GB ? 'high' : 'critical';
}

/** Advice for this usage, from 10 GB on. */
export function usageAdvice(bytes: number): string | null {
  if (bytes >= QUOTA_BYTES) return 'The quota is used up. Nothing is blocked, but delete or archive what is done.';
  if (bytes >= 20 * GB) return 'Almost full: archive delivered projects and delete superseded versions now.';
  if (bytes >= 15 * GB) return 'More than half is used: archive projects that are delivered.';
  return bytes >= 10 * GB ? 'Consider deleting superseded versions; the released masters stay.' : null;
}
