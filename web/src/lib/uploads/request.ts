import { ApiError, messageOf } from '../../api/error';
import { type Remedy, TransferError } from './upload-types';

/** Statuses while the portal restarts; 0 means that there was no reply. */
const UNAVAILABLE = [0, 502, 503, 504];

/** The API refused a request. */
export class RequestRefusedError extends TransferError {
  constructor(
    message: string,
    remedy: Remedy,
    readonly details: unknown,
    readonly code: string | null,
  ) {
    super(message, remedy);
  }
}

/** Marks permanent refusals of the API, so that only broken connections and busy servers are retried. */
export async function request<T>(call: Promise<T>, whenNotFound: Remedy = 'give_up'): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (UNAVAILABLE.includes(error.status)) throw new TransferError(error.message, 'reconnect');
    const { status, message, details, code } = error;
    if (status === 401) throw new RequestRefusedError(message, 'user_action', details, code);
    if (status === 404) throw new RequestRefusedError(message, whenNotFound, details, code);
    if (status >= 400 && status < 500 && status !== 429)
      throw new RequestRefusedError(message, 'give_up', details, code);
    throw new TransferError(messageOf(error, 'Failed to upload files'), 'retry');
  }
}
