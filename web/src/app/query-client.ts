import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, messageOf } from '../api/error';
import { sessionKey } from '../api/session';
import { warnBeforeUnload } from '../lib/forms/warn-before-unload';
import { toast } from '../ui/toast';
import { retryOnMount, worthRetrying } from './retries';

type Texts = { title: string; message: string };

/** Options that a mutation declares in `meta`; the MutationCache below acts on them. */
export interface MutationPromises extends Record<string, unknown> {
  /** Queries to invalidate on success; awaited, so that the mutation ends when the screen is up to date. */
  invalidates?: readonly QueryKey[];
  success?: Texts;
  /** The message is used when the server sends none. */
  failure?: Texts;
  /** Codes of errors that the form shows at a field, so that no toast repeats them. */
  shownInForm?: readonly string[];
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationPromises;
  }
}

/**
 * Query client whose mutations show toasts and refresh queries as their `meta` declares. A query that finds the session
 * ended reads the session again, which leads to the sign-in page. So does a call that is refused until the person has
 * set up two-step sign-in, which leads to its page.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && worthRetrying(error),
        retryOnMount,
      },
      // Fails at once when offline. The default would wait and send the change later, unexpectedly.
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const ended = error instanceof ApiError && error.status === 401 && query.queryKey[0] !== sessionKey[0];
        if (ended) void client.resetQueries({ queryKey: sessionKey });
        else refreshIfRefused(error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: async (_data, _variables, _result, mutation) => {
        const { success, invalidates = [] } = mutation.meta ?? {};
        if (success) toast.success(success.title, success.message);
        await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
      },
      onError: (error, _variables, _result, mutation) => {
        const { failure, shownInForm = [] } = mutation.meta ?? {};
        refreshIfRefused(error);
        const isShown = error instanceof ApiError && error.code !== null && shownInForm.includes(error.code);
        if (failure && !isShown) toast.error(failure.title, messageOf(error, failure.message));
      },
    }),
  });
  function refreshIfRefused(error: unknown): void {
    if (error instanceof ApiError && error.code === 'second_factor_required')
      void client.invalidateQueries({ queryKey: sessionKey });
  }
  const mutations = client.getMutationCache();
  mutations.subscribe(() => warnBeforeUnload('saving', client.isMutating() > 0));
  return client;
}
