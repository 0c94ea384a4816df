import { useSession } from '../api/session';
import { Storage } from '../features/storage/storage';
import { Restricted } from '../ui/restricted';

export const meta = () => [{ title: 'Storage · Lacquer' }];

export default function StoragePage() {
  return useSession().user.role === 'engineer' ? <Storage /> : <Restricted />;
}
