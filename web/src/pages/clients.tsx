import { useSession } from '../api/session';
import { Clients } from '../features/clients/clients';
import { Restricted } from '../ui/restricted';

export const meta = () => [{ title: 'Clients · Lacquer' }];

export default function ClientsPage() {
  return useSession().user.role === 'engineer' ? (
    <Clients />
  ) : (
    <Restricted message="Only engineers can manage clients" />
  );
}
