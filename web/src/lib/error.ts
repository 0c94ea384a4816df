/** An answer that failed; status 0 when no answer came at all. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string | null = null,
    readonly details: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

interface ErrorBody {
  error?: unknown;
  message?: unknown;
  code?: unknown;
  details?: unknown;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The error of a failed reply: `body` is what it carried, `response` is undefined when none came. */
export function toApiError(body: unknown, response: Response | undefined): ApiError {
  if (!response) return new ApiError('Network error: Unable to connect to server', 0);
  const { error, message, code, details } =
    typeof body === 'object' && body !== null && !(body instanceof Error) ? (body as ErrorBody) : {};
  const fallback = response.ok
    ? 'API request failed'
    : `API error: ${response.status} ${response.statusText}`.trimEnd();
  return new ApiError(text(error) ?? text(message) ?? fallback, response.status, text(code), details ?? null);
}

/** What to tell the user: the server's own sentence where it blames something, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status < 500 ? error.message : fallback;
}

/** Whether the thing is not there, or not for this person; an id of the wrong form names nothing either. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
