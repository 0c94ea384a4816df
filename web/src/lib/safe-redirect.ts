/** An address of this portal where one may be led after signing in; null for anything else. */
export const safeRedirect = (path: string | null): string | null =>
  path !== null && /^\/(app([/?#][^\\\s]*)?|invite\/[\w-]+(\?[^\\\s]*)?)$/.test(path) ? path : null;
