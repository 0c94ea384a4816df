import './client';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from './error';
import { authDevSignIn, authPortal, authSession, authSignOut, ownSessionsEndAll } from './generated/sdk.gen';
import type { Session } from './generated/types.gen';
import { store, stored } from './stored';

export type { Session };

export const sessionKey = ['session'] as const;

/** Set after a sign-out in Dev Mode, to stay signed out. */
const SIGNED_OUT = 'lacquer.signed-out';

async function readSession(): Promise<Session | null> {
  try {
    return (await authSession({ throwOnError: true })).data.data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * The current session, or null. In Dev Mode a visitor is signed in as the demo engineer unless they have signed out.
 * That sign-in is an ordinary session, so event streams and downloads use it too.
 */
export const sessionOptions = queryOptions({
  queryKey: sessionKey,
  staleTime: Infinity,
  queryFn: async (): Promise<Session | null> => {
    const session = await readSession();
    if (session || stored(SIGNED_OUT)) return session;
    const portal = (await authPortal({ throwOnError: true })).data.data;
    if (!portal.devMode) return null;
    await authDevSignIn({ body: { role: 'engineer' }, throwOnError: true });
    return readSession();
  },
});

/** The existing session, read before the sign-in pages are shown. */
export const visitorOptions = queryOptions({
  queryKey: ['visitor'],
  staleTime: 0,
  gcTime: 0,
  queryFn: readSession,
});

/** Starts a new session in the browser: drops everything that was read for another person or without a session. */
export function useEnter(): (session: Session, to?: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (session, to = '/app') => {
    store(SIGNED_OUT, null);
    client.removeQueries({ type: 'inactive' });
    client.setQueryData(sessionKey, session);
    await navigate(to, { replace: true });
  };
}

/** The session, for components inside the signed-in shell, which renders nothing without one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionOptions);
  if (!data) throw new Error('There is no session');
  return data;
}

/** Like `useEnter`, when the reply does not contain the session. */
export function useEnterAgain(): (to: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (to) => {
    store(SIGNED_OUT, null);
    client.removeQueries({ type: 'inactive' });
    client.removeQueries({ queryKey: sessionKey });
    await navigate(to, { replace: true });
  };
}

/** Ends the session, drops everything that was read with it, and shows the sign-in page. */
export function useSignOut(everywhere = false, next: string | null = null): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await (everywhere ? ownSessionsEndAll : authSignOut)({ throwOnError: true });
    if (client.getQueryData<Session>(sessionKey)?.devMode) store(SIGNED_OUT, '1');
    await navigate(next ? `/sign-in?${new URLSearchParams({ next })}` : '/sign-in');
    client.clear();
  };
}
