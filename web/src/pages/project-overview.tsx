import { useSession } from '../api/session';
import { ClientProjects } from '../features/projects/client-projects';
import { DropOnList } from '../features/projects/drop-on-list';
import { Overview } from '../features/projects/overview';
import { titled } from '../lib/installation';
import { useSendFiles } from './use-send-files';

export const meta = () => [{ title: titled('Overview') }];

export default function ProjectOverview() {
  return useSession().user.role === 'engineer' ? <OfEngineer /> : <ClientProjects />;
}

function OfEngineer() {
  const send = useSendFiles();
  return (
    <>
      <Overview />
      <DropOnList onFiles={send} />
    </>
  );
}
