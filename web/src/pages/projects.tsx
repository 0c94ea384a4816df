import { useSession } from '../api/session';
import { ProjectInvoice } from '../features/billing/project-invoice';
import { ClientProjects } from '../features/projects/client-projects';
import { EngineerProjects } from '../features/projects/engineer-projects';
import { titled } from '../lib/installation';
import { LazyDropOnProjects } from './lazy-drop-on-projects';

export const meta = () => [{ title: titled('Projects') }];

export default function Projects() {
  return useSession().user.role === 'engineer' ? <OfEngineer /> : <ClientProjects />;
}

function OfEngineer() {
  return (
    <>
      <EngineerProjects invoice={(project) => <ProjectInvoice project={project} />} />
      <LazyDropOnProjects />
    </>
  );
}
