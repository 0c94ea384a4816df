const reasons = new Set<string>();

function keepOpen(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** While anything holds the page, the browser asks before it is left. */
export function holdPage(reason: string, held: boolean): void {
  const before = reasons.size;
  if (held) reasons.add(reason);
  else reasons.delete(reason);
  if (before === 0 && reasons.size > 0) window.addEventListener('beforeunload', keepOpen);
  if (before > 0 && reasons.size === 0) window.removeEventListener('beforeunload', keepOpen);
}
