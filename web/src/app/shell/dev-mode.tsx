import { lazy, Suspense } from 'react';
import { useSession } from '../../api/session';

const DevModeSwitch = lazy(() => import('./dev-mode-switch'));

/** Shown in Dev Mode only. */
export function DevMode() {
  return (
    useSession().devMode && (
      <Suspense>
        <DevModeSwitch />
      </Suspense>
    )
  );
}
