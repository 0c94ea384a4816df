import { useParams } from 'react-router';
import { Unsubscribe } from '../features/notifications/unsubscribe';
import { titled } from '../lib/installation';

export const meta = () => [
  { title: titled('Unsubscribe') },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function UnsubscribePage() {
  const { token = '' } = useParams();
  return <Unsubscribe token={token} />;
}
