import { useSession } from '../api/session';
import { Storage } from '../features/storage/storage';
import { titled } from '../lib/installation';
import { Restricted } from '../ui/restricted';

export const meta = () => [{ title: titled('Storage') }];

export default function StoragePage() {
  return useSession().user.role === 'engineer' ? <Storage /> : <Restricted />;
}
