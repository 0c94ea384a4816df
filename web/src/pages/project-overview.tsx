import { useSession } from '../api/session';
import { ClientProjects } from '../features/projects/client-projects';
import { Overview } from '../features/projects/overview';

export const meta = () => [{ title: 'Overview · Lacquer' }];

export default function ProjectOverview() {
  return useSession().user.role === 'engineer' ? <Overview /> : <ClientProjects />;
}
