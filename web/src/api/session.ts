import './client';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '../lib/error';
import { authDevSignIn, authPortal, authSession, authSignOut } from './generated/sdk.gen';
import type { Session } from './generated/types.gen';

export type { Session };

export const sessionKey = ['session'] as const;

/**
 * Who is signed in. In Dev Mode nobody becomes the demo engineer; otherwise nobody is null.
 * The Dev Mode sign-in is an ordinary session, so that event streams and downloads carry it too.
 */
export const sessionOptions = queryOptions({
  queryKey: sessionKey,
  staleTime: Infinity,
  queryFn: async (): Promise<Session | null> => {
    try {
      return (await authSession({ throwOnError: true })).data.data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    const portal = (await authPortal({ throwOnError: true })).data.data;
    if (!portal.devMode) return null;
    await authDevSignIn({ body: { role: 'engineer' }, throwOnError: true });
    return (await authSession({ throwOnError: true })).data.data;
  },
});

/** The session below the signed-in shell, which renders nothing until there is one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionOptions);
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

/** Ends the session, forgets everything that was read with it, and shows the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await authSignOut({ throwOnError: true });
    await navigate('/sign-in');
    client.clear();
  };
}
