/** A failed API call; status 0 means that there was no reply. */
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

/** Converts a failed reply to an ApiError. `response` is undefined when there was no reply. */
export function toApiError(body: unknown, response: Response | undefined): ApiError {
  if (!response) return new ApiError('Network error: Unable to connect to server', 0);
  const { error, message, code, details } =
    typeof body === 'object' && body !== null && !(body instanceof Error) ? (body as ErrorBody) : {};
  const fallback = response.ok
    ? 'API request failed'
    : `API error: ${response.status} ${response.statusText}`.trimEnd();
  return new ApiError(text(error) ?? text(message) ?? fallback, response.status, text(code), details ?? null);
}

/** Message for the user: the server's own for client errors, otherwise the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status < 500 ? error.message : fallback;
}

const OF_SERVER = 'The server did not answer as expected. Nothing was lost; please try again.';
const NOT_LOADED = 'Part of the page could not be loaded. Check your connection, then reload the page.';
const OF_PAGE =
  'This page failed in your browser, not on the server. What you saved is safe. Reload the page. If that does not help, update your browser.';

/** How Chromium, Firefox, Safari and Vite report a script or style sheet that could not be loaded. */
const LOADING = /dynamically imported module|Importing a module script failed|Unable to preload/;

/** Explains to the user why something is not shown, and whether reading it again may help. */
export function explain(error: unknown): { message: string; ofPage: boolean } {
  if (error instanceof ApiError) return { message: messageOf(error, OF_SERVER), ofPage: false };
  return { message: LOADING.test(String(error)) ? NOT_LOADED : OF_PAGE, ofPage: true };
}

/** True if the resource does not exist or this person may not see it. A malformed id (400) counts as not found. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
