/** The system's code of an error ('ENOENT'), also of one from another realm, or ''. */
export function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
