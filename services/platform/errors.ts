/**
 * An error that the caller may read: `message` is shown to people, `code` is stable for programs. Anything else that is
 * thrown becomes a 500 without details.
 */
export class AppError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = null,
  ) {
    super(message);
  }
}

export const badRequest = (code: string, message: string, details?: unknown) =>
  new AppError(400, code, message, details);
export const unauthenticated = () => new AppError(401, 'unauthenticated', 'Please sign in');
export const forbidden = (message: string) => new AppError(403, 'forbidden', message);
export const notFound = (what: string) => new AppError(404, 'not_found', `${what} not found`);
export const conflict = (code: string, message: string, details?: unknown) => new AppError(409, code, message, details);
export const secondFactorRequired = () =>
  new AppError(403, 'second_factor_required', 'Your studio requires two-step sign-in. Please set it up first.');
/**
 * A missing dependency or missing disk space may be available after `retryAfter` seconds; the answer has this header
 * too.
 */
export const storeUnavailable = () =>
  new AppError(503, 'storage_unavailable', 'The file store cannot be reached; please try again', { retryAfter: 5 });
export const noRoomLeft = (message = 'There is no room left on the disk; please tell whoever runs this portal') =>
  new AppError(507, 'full', message, { retryAfter: 60 });
export const unprocessable = (code: string, message: string, details?: unknown) =>
  new AppError(422, code, message, details);
