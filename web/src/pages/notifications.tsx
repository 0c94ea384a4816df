import { Stack, Title } from '@mantine/core';
import { NotificationList } from '../features/notifications/notification-list';

export const meta = () => [{ title: 'Notifications · Lacquer' }];

export default function Notifications() {
  return (
    <Stack gap="lg" maw={760} mx="auto">
      <Title order={1}>Notifications</Title>
      <NotificationList />
    </Stack>
  );
}
