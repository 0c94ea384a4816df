const reasons = new Set<string>();

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** While any reason is active, the browser asks before leaving the page. */
export function warnBeforeUnload(reason: string, active: boolean): void {
  const before = reasons.size;
  if (active) reasons.add(reason);
  else reasons.delete(reason);
  if (before === 0 && reasons.size > 0) window.addEventListener('beforeunload', askBeforeLeaving);
  if (before > 0 && reasons.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
}
