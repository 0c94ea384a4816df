import { useSession } from '../../api/session';
import { useFetched } from '../../lib/use-fetched';

const load = () => import('./dev-mode-switch');

/** Shown in Dev Mode only. */
export function DevMode() {
  const DevModeSwitch = useFetched(load, useSession().devMode)?.default;
  return DevModeSwitch && <DevModeSwitch />;
}
