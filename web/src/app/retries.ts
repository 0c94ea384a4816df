import type { Query } from '@tanstack/react-query';
import { ApiError } from '../api/error';

const JUST_NOW_MS = 5000;

/** Whether an error may go away by itself, as those of the network and the server do. */
export function worthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

/**
 * Whether a failed query is sent again when another part of a page asks for it. A part that is shown because the server
 * has just failed must not: the page would wait again without that part, fail, and show it, forever.
 */
export const retryOnMount = ({ state }: Pick<Query, 'state'>): boolean =>
  !worthRetrying(state.error) || Date.now() - state.errorUpdatedAt > JUST_NOW_MS;
