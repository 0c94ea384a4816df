/** Returns the path if it is safe to redirect to after signing in, otherwise null. */
export const safeRedirect = (path: string | null): string | null =>
  path !== null && /^\/(app([/?#][^\\\s]*)?|invite\/[\w-]+(\?[^\\\s]*)?)$/.test(path) ? path : null;
