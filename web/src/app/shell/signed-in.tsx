import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { sessionOptions } from '../../api/session';
import { Failure } from '../../ui/failure';
import { Loading } from '../../ui/loading';
import { LiveUpdates } from '../live';
import { ClientShell } from './client-shell';
import { EngineerShell } from './engineer-shell';
import { OfflineBar } from './offline-bar';
import { PagesAhead } from './pages-ahead';
import { UploadsDock } from './uploads-dock';

/** Everything under /app: reads the session, then shows the shell of its role. */
export default function SignedIn() {
  const { data: session, isPending, error, failureCount, refetch } = useQuery(sessionOptions);
  const { pathname, search } = useLocation();
  if (isPending) return <Loading detail={failureCount > 0 ? 'Loading user' : undefined} />;
  // A failed refresh keeps the page of a signed-in person, and with it anything being typed.
  if (error && session === undefined)
    return <Failure title="Your account could not be loaded" error={error} onRetry={() => void refetch()} />;
  const next = encodeURIComponent(pathname + search);
  if (!session) return <Navigate to={`/sign-in?next=${next}`} replace />;
  if (session.owesSecondFactor) return <Navigate to={`/sign-in/two-step?next=${next}`} replace />;
  const Shell = session.user.role === 'engineer' ? EngineerShell : ClientShell;
  return (
    <Shell>
      <LiveUpdates />
      <OfflineBar />
      <PagesAhead />
      <UploadsDock />
      <Outlet />
    </Shell>
  );
}
