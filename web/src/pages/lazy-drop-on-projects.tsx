import { useFetched } from '../lib/hooks/use-fetched';
import { useIdle } from '../lib/hooks/use-idle';

const load = () => import('./drop-on-projects');

/** Dropping files needs the whole upload queue, so the first screen does not wait for it. */
export function LazyDropOnProjects() {
  const DropOnProjects = useFetched(load, useIdle())?.default;
  return DropOnProjects && <DropOnProjects />;
}
