import { useSession } from '../api/session';
import { Clients } from '../features/clients/clients';
import { titled } from '../lib/installation';
import { Restricted } from '../ui/restricted';

export const meta = () => [{ title: titled('Clients') }];

export default function ClientsPage() {
  return useSession().user.role === 'engineer' ? (
    <Clients />
  ) : (
    <Restricted message="Only engineers can manage clients" />
  );
}
