import { useSession } from '../api/session';
import { Storage } from '../features/storage/storage';
import { Restricted } from '../ui/restricted';
import { titled } from '../lib/installation';

export const meta = () => [{ title: titled('Storage') }];

export default function StoragePage() {
  return useSession().user.role === 'engineer' ? <Storage /> : <Restricted />;
}
