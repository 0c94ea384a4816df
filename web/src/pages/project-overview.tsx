import { useSession } from '../api/session';
import { ClientProjects } from '../features/projects/client-projects';
import { Overview } from '../features/projects/overview';
import { titled } from '../lib/installation';

export const meta = () => [{ title: titled('Overview') }];

export default function ProjectOverview() {
  return useSession().user.role === 'engineer' ? <Overview /> : <ClientProjects />;
}
