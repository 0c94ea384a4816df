/** The system's code of an error ('ENOENT'), also for an error of another realm, or ''. */
export function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
