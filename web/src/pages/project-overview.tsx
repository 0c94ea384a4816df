import { useSession } from '../api/session';
import { ClientProjects } from '../features/projects/client-projects';
import { Overview } from '../features/projects/overview';
import { titled } from '../lib/installation';
import { LazyDropOnProjects } from './lazy-drop-on-projects';

export const meta = () => [{ title: titled('Overview') }];

export default function ProjectOverview() {
  return useSession().user.role === 'engineer' ? <OfEngineer /> : <ClientProjects />;
}

function OfEngineer() {
  return (
    <>
      <Overview />
      <LazyDropOnProjects />
    </>
  );
}
