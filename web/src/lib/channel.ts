/** Opens a channel to other tabs; null while pages are rendered at build time, and where the browser blocks storage. */
export function openChannel(name: string): BroadcastChannel | null {
  if (typeof window === 'undefined') return null;
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
