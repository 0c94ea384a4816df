import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { sessionOptions, useSignOut } from '../api/session';
import { SetUpTwoStep } from '../features/profile/set-up-two-step';
import { titled } from '../lib/installation';
import { safeRedirect } from '../lib/navigation/safe-redirect';
import { AuthLayout } from '../ui/auth-layout';
import { Failure } from '../ui/failure';
import { Loading } from '../ui/loading';

export const meta = () => [{ title: titled('Two-step sign-in') }];

/** Where engineers set up the two-step sign-in that their studio requires, before they see anything else. */
export default function SignInTwoStep() {
  const [params] = useSearchParams();
  const next = safeRedirect(params.get('next')) ?? '/app';
  const { data: session, isPending, error, refetch } = useQuery(sessionOptions);
  if (isPending) return <Loading />;
  if (error && session === undefined)
    return <Failure title="Your account could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!session) return <Navigate to={`/sign-in?${new URLSearchParams({ next })}`} replace />;
  return <Required studio={session.studio?.name} owes={session.owesSecondFactor} next={next} />;
}

function Required({ studio, owes, next }: { studio?: string; owes: boolean; next: string }) {
  const navigate = useNavigate();
  /** Confirming the first code updates the session, and the recovery codes must stay on the screen. */
  const [owed] = useState(owes);
  const signOut = useMutation({
    mutationFn: useSignOut(false, next),
    meta: { failure: { title: 'Error', message: 'Could not sign out. Please try again.' } },
  });
  if (!owed) return <Navigate to={next} replace />;
  return (
    <AuthLayout
      title="Set up two-step sign-in"
      subtitle={`${studio} requires it: from now on you sign in with your password and a code from an app on your phone.`}
    >
      <SetUpTwoStep
        cancelLabel="Sign out"
        onCancel={() => signOut.mutate()}
        onDone={() => void navigate(next, { replace: true })}
      />
    </AuthLayout>
  );
}
