import { useParams } from 'react-router';
import { Unsubscribe } from '../features/notifications/unsubscribe';

export const meta = () => [
  { title: 'Unsubscribe · Lacquer' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function UnsubscribePage() {
  const { token = '' } = useParams();
  return <Unsubscribe token={token} />;
}
