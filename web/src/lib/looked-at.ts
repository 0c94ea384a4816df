/** Mail scanners and link previews that run scripts rarely stay this long. */
const LOOK_MS = 10_000;
const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Calls `done` once, as soon as the page can be seen: not in a tab in the background. @returns a function that ends it. */
export function onceVisible(done: () => void): () => void {
  const over = new AbortController();
  const look = (): void => {
    if (document.visibilityState !== 'visible') return;
    over.abort();
    done();
  };
  document.addEventListener('visibilitychange', look, { signal: over.signal });
  look();
  return () => over.abort();
}

/**
 * Calls `done` once a person has looked at the page: it could be seen for ten seconds without a break, or somebody
 * pressed, typed or scrolled. Browsers that say that a program drives them are never people. A robot that hides this
 * and waits, or sends input, is taken for a person. @returns a function that ends it.
 */
export function onceLookedAt(done: () => void): () => void {
  if (navigator.webdriver) return () => undefined;
  const over = new AbortController();
  const { signal } = over;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    over.abort();
    clearTimeout(timer);
  };
  const found = (): void => {
    end();
    done();
  };
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(found, LOOK_MS);
  };
  const act = ({ isTrusted }: Event): void => {
    if (isTrusted) found();
  };
  document.addEventListener('visibilitychange', look, { signal });
  for (const sign of SIGNS) document.addEventListener(sign, act, { signal, passive: true, capture: true });
  look();
  return end;
}
